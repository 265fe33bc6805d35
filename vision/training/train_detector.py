"""Trains the detector on rendered scenes; stops and goes on from its checkpoint."""

import queue
import threading
from pathlib import Path
from typing import Annotated

import numpy as np
import torch
import typer
from torch import Tensor

from table_controller import stopped
from vision.training.checkpoints import resume, save
from vision.training.nets import Detector
from vision.training.pace import Clock
from vision.training.precision import Precision
from vision.training.samples import CROP, samples
from vision.training.shards import Stored, load
from vision.training.targets import BACK_HEAT, INDEX_HEAT

BATCH = 8
CROPS_A_SCENE = 2
RATE = 3e-3
EMA = 0.995
GEOMETRY = 3.0
BACKS = 0.15
"""Share of the face-down cards in the loss: they are harder to place and need it less."""


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
