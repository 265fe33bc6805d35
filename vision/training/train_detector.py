"""Trains the detector on rendered scenes; stops and goes on from its checkpoint."""

import queue
import threading
from pathlib import Path
from typing import Annotated

import cv2
import numpy as np
import torch
import typer
from torch import Tensor

from table_controller import stopped
from vision.training.checkpoints import resume, save
from vision.training.nets import BACK_HEAT, INDEX_HEAT, Detector
from vision.training.pace import Clock
from vision.training.precision import Precision
from vision.training.shards import Stored, legible, load
from vision.training.targets import targets

CROP = 384
BATCH = 8
CROPS_A_SCENE = 2
RATE = 3e-3
EMA = 0.995
GEOMETRY = 3.0
JOKER_CARD, JOKERS = 52, 6.0
"""Its number, and how much more often than another index it is in a crop."""
BACKS = 0.15
"""Share of the face-down cards in the loss: they are harder to place and need it less."""
PRESSED, LEAST_PRESSED = 0.5, 0.65
"""Every second crop is pressed one way, and stretched the other as much, by up to this: together .42, a camera 65 degrees
aside. Ranks are then as far from their suits as from the pips beside them, which take their place."""


Sample = tuple[np.ndarray, np.ndarray, np.ndarray]


def samples(scene: Stored, rng: np.random.Generator, count: int) -> list[Sample]:
    """Return random crops of a scene; several, since decoding it costs as much as learning from it."""
    image = scene.image()
    rows = legible(image, scene.indices)
    return [_sample(scene, image, rows, rng) for _ in range(count)]


def _sample(scene: Stored, image: np.ndarray, rows: np.ndarray, rng: np.random.Generator) -> Sample:
    """Return a crop, pressed or not, turned by a multiple of 90 degrees, with targets and weights."""
    share = rng.uniform(LEAST_PRESSED, 1) if rng.random() < PRESSED else 1.0
    size = np.array((round(CROP / share), round(CROP * share)))  # quarter turns press the other way as well
    corner = _corner(scene, rng, image.shape[0], size)
    (x0, y0), (x1, y1) = corner, corner + size
    crop = image[y0:y1, x0:x1]
    if share < 1:
        crop = cv2.resize(crop, (CROP, CROP), interpolation=cv2.INTER_AREA)
    indices, cards = rows.copy(), scene.cards.copy()
    indices[:, 3:5] -= corner
    indices[:, 3:11] *= np.tile(CROP / size, 4)
    cards[:, 3:] = ((cards[:, 3:].reshape(-1, 4, 2) - corner) * (CROP / size)).reshape(-1, 8)
    for _ in range(int(rng.integers(4))):
        crop = np.rot90(crop)
        indices[:, 3:5] = _turned(indices[:, 3:5]) + np.array((0, CROP))
        for k in (5, 7, 9):
            indices[:, k : k + 2] = _turned(indices[:, k : k + 2])
        quads = cards[:, 3:].reshape(-1, 4, 2)
        cards[:, 3:] = np.stack([quads[..., 1], CROP - quads[..., 0]], axis=-1).reshape(-1, 8)
    wanted, weight = targets(indices, cards, CROP)
    return np.ascontiguousarray(crop), wanted, weight


def _turned(v: np.ndarray) -> np.ndarray:
    """A quarter turn to the left, as rot90 does it: (x, y) becomes (y, -x)."""
    return np.stack([v[:, 1], -v[:, 0]], axis=1)


def _corner(scene: Stored, rng: np.random.Generator, side: int, size: np.ndarray) -> np.ndarray:
    """Return (x, y) of a crop of *size* of a picture; most crops hold an index."""
    if len(scene.indices) and rng.random() < 0.85:
        # Jokers are one card of 53, and their indices are shaped like no other's.
        often = np.where(scene.indices[:, 0] == JOKER_CARD, JOKERS, 1.0)
        at = scene.indices[int(rng.choice(len(often), p=often / often.sum())), 3:5]
        corner = at - rng.uniform(0.1, 0.9, 2) * size
    else:
        corner = rng.uniform(0, side - size)
    return np.asarray(np.clip(corner, 0, side - size).astype(int))


def loss_of(out: Tensor, wanted: Tensor, weight: Tensor) -> tuple[Tensor, Tensor]:
    """Return the focal loss and the geometry's L1 of the indices, each with a share of that of the backs."""
    heat = _focal(out, wanted, weight, INDEX_HEAT) + BACKS * _focal(out, wanted, weight, BACK_HEAT)
    index = _distance(out, wanted, weight, slice(INDEX_HEAT + 1, BACK_HEAT))
    back = _distance(out, wanted, weight, slice(BACK_HEAT + 1, None))
    return heat, index + BACKS * back


def _focal(out: Tensor, wanted: Tensor, weight: Tensor, channel: int) -> Tensor:
    p = torch.sigmoid(out[:, channel]).clamp(1e-4, 1 - 1e-4)
    t, w = wanted[:, channel], weight[:, channel]
    hit = (t >= 1).to(out.dtype)
    good = -((1 - p) ** 2) * torch.log(p) * hit
    bad = -((1 - t) ** 4) * p**2 * torch.log(1 - p) * (1 - hit) * w
    return (good.sum() + bad.sum()) / hit.sum().clamp(min=4)


def _distance(out: Tensor, wanted: Tensor, weight: Tensor, channels: slice) -> Tensor:
    w = weight[:, channels]
    return ((out[:, channels] - wanted[:, channels]).abs() * w).sum() / w.sum().clamp(min=1)


def _feed(
    scenes: list[Stored], seed: int, start: int, steps: int, out: "queue.Queue[tuple[np.ndarray, ...]]"
) -> None:
    for step in range(start, steps):
        rng = np.random.default_rng((seed, step))
        chosen = (scenes[int(k)] for k in rng.integers(0, len(scenes), BATCH // CROPS_A_SCENE))
        batch = [crop for scene in chosen for crop in samples(scene, rng, CROPS_A_SCENE)]
        out.put(tuple(np.stack(part) for part in zip(*batch, strict=True)))


def main(
    scenes: Annotated[Path, typer.Option(help="Folder of rendered shards.")] = Path("var/training/scenes"),
    out: Annotated[Path, typer.Option(help="Checkpoint; training goes on from it.")] = Path(
        "var/training/detector.pt"
    ),
    steps: Annotated[int, typer.Option(help="Steps of a batch of 8.")] = 8000,
    until: Annotated[int | None, typer.Option(help="Stop after so many of them.")] = None,
    init: Annotated[Path | None, typer.Option(help="Weights to begin from.")] = None,
    rate: float = RATE,
    seed: int = 1,
    threads: int = 2,
) -> None:
    """Train the index detector. Example: python -m vision.training.train_detector --steps 8000"""
    torch.manual_seed(seed)
    torch.set_num_threads(threads)
    net = Detector().to(memory_format=torch.channels_last)
    if init:
        net.load_state_dict(torch.load(init)["ema"])
    slow = {k: v.clone() for k, v in net.state_dict().items()}
    tuner = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=1e-4)
    plan = torch.optim.lr_scheduler.OneCycleLR(tuner, rate, total_steps=steps, pct_start=0.05)
    start, end = 0, min(until or steps, steps)
    if out.exists():
        slow, start = resume(out, net, tuner, plan)
    pictures = load(scenes)
    print(f"{len(pictures)} scenes, {sum(p.numel() for p in net.parameters())} parameters", flush=True)
    batches: queue.Queue[tuple[np.ndarray, ...]] = queue.Queue(4)
    threading.Thread(target=_feed, args=(pictures, seed, start, end, batches), daemon=True).start()
    net.train()
    precision = Precision(net, torch.rand(2, 3, CROP, CROP))
    print(precision, flush=True)
    clock, totals = Clock(start, end), np.zeros(2)
    for step in range(start, end):
        crop, wanted, weight = (torch.from_numpy(part) for part in batches.get())
        light = torch.empty(len(crop), 1, 1, 1).uniform_(0.8, 1.2)
        x = (crop.permute(0, 3, 1, 2).float() / 255 * light).contiguous(memory_format=torch.channels_last)
        with precision():
            answer = net(x)
        heat, geometry = loss_of(answer.float(), wanted, weight)
        tuner.zero_grad(set_to_none=True)
        (heat + GEOMETRY * geometry).backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 10.0)
        tuner.step()
        plan.step()
        keep = min(EMA, (step + 1) / (step + 10))
        for key, value in net.state_dict().items():
            slow[key] = slow[key] * keep + value * (1 - keep) if value.is_floating_point() else value.clone()
        totals += (heat.item(), geometry.item())
        if (step + 1) % 100 == 0:
            heat_loss, geometry_loss = totals / 100
            print(
                f"{step + 1} heat {heat_loss:.3f} geometry {geometry_loss:.4f} {clock.told(step + 1)}",
                flush=True,
            )
            totals[:] = 0
        if (step + 1) % 500 == 0 or step + 1 == end:
            save(out, net, slow, tuner, plan, step + 1)


if __name__ == "__main__":
    stopped.run(lambda: typer.run(main))
