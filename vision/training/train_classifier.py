"""Trains the classifier of index crops; stops and goes on from its checkpoint."""

from pathlib import Path
from typing import Annotated

import numpy as np
import torch
import typer
from torch import Tensor
from torch.nn import functional

from table_controller import stopped
from vision.training.checkpoints import resume, save
from vision.training.nets import RANKS, SUITS, Classifier
from vision.training.pace import Clock
from vision.training.precision import Precision

BATCH = 128
RATE = 2e-3
EMA = 0.998
SMOOTHING = 0.02
SIGN_WEIGHT = 0.5
UNLABELLED = -1
KEPT = 3000
"""Crops of each kind that are only measured on."""


def augmented(x: Tensor) -> Tensor:
    """Return crops (n, 3, h, w) 0-1 with other light, colour, softness and noise."""
    n = len(x)
    gain = torch.empty(n, 3, 1, 1).uniform_(0.88, 1.12) * torch.empty(n, 1, 1, 1).uniform_(0.6, 1.3)
    x = x * gain
    middle = x.mean(dim=(1, 2, 3), keepdim=True)
    x = (
        (x - middle) * torch.empty(n, 1, 1, 1).uniform_(0.55, 1.25)
        + middle
        + torch.empty(n, 1, 1, 1).uniform_(-0.1, 0.15)
    )
    soft = torch.rand(n) < 0.25
    if soft.any():
        small = functional.avg_pool2d(x[soft], 2)
        x[soft] = functional.interpolate(small, scale_factor=2, mode="bilinear", align_corners=False)
    coarse = torch.rand(n) < 0.08
    if coarse.any():
        small = functional.avg_pool2d(x[coarse], 4)
        x[coarse] = functional.interpolate(small, scale_factor=4, mode="bilinear", align_corners=False)
    x = x + torch.randn_like(x) * torch.empty(n, 1, 1, 1).uniform_(0, 0.05)
    return x.clamp(0, 1)


def shaken(x: Tensor, strength: float) -> Tensor:
    """Return crops (n, 3, h, w) cut a little otherwise: shifted, turned, slanted and of another size, as *strength*
    times the spread of a detector's mistakes. What comes in from beyond the edge repeats it."""
    n = len(x)
    ratio = x.shape[3] / x.shape[2]
    size, wide = (torch.exp(torch.randn(n) * 0.06 * strength) for _ in range(2))
    turn, slant, over, down = torch.randn(4, n) * torch.tensor([[0.06], [0.06], [0.05], [0.04]]) * strength
    rows = (size * wide, turn / ratio, over, (slant - turn) * ratio, size, down)
    matrix = torch.stack(rows, dim=1).view(n, 2, 3)
    grid = functional.affine_grid(matrix, list(x.shape), align_corners=False)
    return functional.grid_sample(x, grid, padding_mode="border", align_corners=False)


def loss_of(out: Tensor, signs: Tensor, labels: Tensor) -> Tensor:
    """Return the summed loss of rank, suit, is-index and sign (n, 4); -1 is not asked."""
    rank, suit, there, sign = labels.unbind(1)
    index = out[:, RANKS + SUITS]
    wanted = there.to(out.dtype) * (1 - SMOOTHING) + SMOOTHING / 2
    loss = functional.binary_cross_entropy_with_logits(index, wanted)
    answers = (
        (out[:, :RANKS], rank, 1.0),
        (out[:, RANKS : RANKS + SUITS], suit, 1.0),
        (signs, sign, SIGN_WEIGHT),
    )
    for logits, label, weight in answers:
        if (label >= 0).any():
            told = functional.cross_entropy(logits, label, ignore_index=UNLABELLED, label_smoothing=SMOOTHING)
            loss = loss + weight * told
    return loss


def _accuracy(net: Classifier, crops: np.ndarray, labels: np.ndarray) -> str:
    net.eval()
    with torch.no_grad():
        out = torch.cat([net(_input(crops[k : k + 512]))[0] for k in range(0, len(crops), 512)])
    net.train()
    wanted = torch.from_numpy(labels.astype(np.int64))
    ranked, suited = wanted[:, 0] >= 0, wanted[:, 1] >= 0
    rank = (out[ranked, :RANKS].argmax(1) == wanted[ranked, 0]).float().mean()
    suit = (out[suited, RANKS : RANKS + SUITS].argmax(1) == wanted[suited, 1]).float().mean()
    there = ((out[:, -1] > 0) == (wanted[:, 2] > 0)).float().mean()
    return f"rank {rank:.4f} suit {suit:.4f} index {there:.4f}"


def _signed(labels: np.ndarray) -> np.ndarray:
    """Return labels (n, 4); those of scenes and photos, (n, 3), say nothing of signs."""
    return np.pad(labels, ((0, 0), (0, 4 - labels.shape[1])), constant_values=UNLABELLED)


def _loaded(paths: list[Path], seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the crops and labels of all *paths* in a random order; the first KEPT are not to be trained on."""
    parts = [np.load(path) for path in paths]
    labels = np.concatenate([_signed(part["labels"]) for part in parts])
    order = np.random.default_rng(seed).permutation(len(labels))
    pictures = np.empty((len(labels), *parts[0]["crops"].shape[1:]), np.uint8)
    where = np.empty(len(order), np.int64)
    where[order] = np.arange(len(order))
    done = 0
    for part in parts:
        some = part["crops"]
        pictures[where[done : done + len(some)]] = some
        done += len(some)
    return pictures, labels[order]


def _input(crops: np.ndarray) -> Tensor:
    return (
        torch.from_numpy(crops)
        .permute(0, 3, 1, 2)
        .float()
        .div(255)
        .contiguous(memory_format=torch.channels_last)
    )


def main(
    crops: Annotated[
        list[Path] | None, typer.Option(help="Files of crops cut from scenes; several are put together.")
    ] = None,
    flat: Annotated[Path, typer.Option(help="Folder of flat crops.")] = Path("var/training/flat"),
    share: Annotated[float, typer.Option(help="Share of flat crops in a batch.")] = 0.65,
    out: Annotated[Path, typer.Option(help="Checkpoint; training goes on from it.")] = Path(
        "var/training/classifier.pt"
    ),
    photos: Annotated[
        list[Path] | None, typer.Option(help="Files of crops cut from photos (vision.training.photo_crops).")
    ] = None,
    photo_share: Annotated[float, typer.Option(help="Share of photo crops in a batch.")] = 0.15,
    shake: Annotated[float, typer.Option(help="How much crops are moved, in a detector's mistakes.")] = 0.0,
    steps: Annotated[int, typer.Option(help="Steps of a batch of 128.")] = 4000,
    until: Annotated[int | None, typer.Option(help="Stop after so many of them.")] = None,
    init: Annotated[Path | None, typer.Option(help="Weights to begin from.")] = None,
    rate: float = RATE,
    seed: int = 1,
    threads: int = 2,
) -> None:
    """Train the crop classifier. Example: python -m vision.training.train_classifier --steps 4000"""
    torch.manual_seed(seed)
    torch.set_num_threads(threads)
    kinds = [_loaded(crops or [Path("var/training/crops.npz")], seed)]
    counts, kept = [BATCH], [KEPT]
    for part, paths in (
        (share, sorted(flat.glob("[0-9]*[0-9].npz"))),
        (photo_share if photos else 0.0, photos or []),
    ):
        if part > 0:
            kinds.append(_loaded(paths, seed))
            counts.append(round(part * BATCH))
            kept.append(0 if paths is photos else KEPT)
            counts[0] -= counts[-1]
    # A small run has too few crops to set so many aside.
    kept = [min(least, len(kind[1]) // 5) for kind, least in zip(kinds, kept, strict=True)]
    net = Classifier().to(memory_format=torch.channels_last)
    if init:
        net.load_state_dict(torch.load(init)["ema"])
    slow = {k: v.clone() for k, v in net.state_dict().items()}
    tuner = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=1e-3)
    plan = torch.optim.lr_scheduler.OneCycleLR(tuner, rate, total_steps=steps, pct_start=0.1)
    start, end = 0, min(until or steps, steps)
    if out.exists():
        slow, start = resume(out, net, tuner, plan)
    print(
        f"{[len(kind[1]) for kind in kinds]} crops, {sum(p.numel() for p in net.parameters())} parameters",
        flush=True,
    )
    net.train()
    precision = Precision(net, _input(kinds[0][0][:BATCH]))
    print(precision, flush=True)
    clock, total = Clock(start, end), 0.0
    for step in range(start, end):
        rng = np.random.default_rng((seed, step))
        chosen = [
            rng.integers(least, len(kind[1]), n) for kind, n, least in zip(kinds, counts, kept, strict=True)
        ]
        pictures, labels = (
            np.concatenate([kind[part][np.sort(k)] for kind, k in zip(kinds, chosen, strict=True)])
            for part in (0, 1)
        )
        x = _input(pictures)
        x = augmented(shaken(x, shake) if shake else x).contiguous(memory_format=torch.channels_last)
        with precision():
            answer, signs = net(x)
        loss = loss_of(answer.float(), signs.float(), torch.from_numpy(labels.astype(np.int64)))
        tuner.zero_grad(set_to_none=True)
        loss.backward()
        tuner.step()
        plan.step()
        keep = min(EMA, (step + 1) / (step + 10))
        for key, value in net.state_dict().items():
            slow[key] = slow[key] * keep + value * (1 - keep) if value.is_floating_point() else value.clone()
        total += loss.item()
        if (step + 1) % 250 == 0 or step + 1 == end:
            judge = Classifier()
            judge.load_state_dict(slow)
            held = "; ".join(_accuracy(judge, kind[0][:KEPT], kind[1][:KEPT]) for kind in kinds)
            mean = total / (step % 250 + 1)
            print(f"{step + 1} loss {mean:.3f} {held} {clock.told(step + 1)}", flush=True)
            total = 0.0
            save(out, net, slow, tuner, plan, step + 1)


if __name__ == "__main__":
    stopped.run(lambda: typer.run(main))
