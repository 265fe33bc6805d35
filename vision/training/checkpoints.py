"""Checkpoints of a training run: under 5 MB, and enough to go on from."""

from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

Weights = dict[str, Tensor]
LITTLE = 1000
"""Tensors of no more numbers are kept at their full length."""


def save(
    path: Path,
    net: nn.Module,
    slow: Weights,
    tuner: torch.optim.Optimizer,
    plan: torch.optim.lr_scheduler.LRScheduler,
    step: int,
) -> None:
    """Write the weights, their slow average and the tuner's moments, all at half their length; whole or not at all."""
    weights = {"net": _short(net.state_dict()), "ema": _short(slow)}
    state = {**weights, "step": step, "plan": plan.state_dict()}
    part = path.with_suffix(".part")
    torch.save({**state, "tuner": _halved(tuner.state_dict())}, part)
    part.rename(path)


def resume(
    path: Path,
    net: nn.Module,
    tuner: torch.optim.Optimizer,
    plan: torch.optim.lr_scheduler.LRScheduler,
) -> tuple[Weights, int]:
    """Bring everything to where the checkpoint was; return the slow weights and the number of steps done."""
    state = torch.load(path)
    net.load_state_dict(state["net"])
    tuner.load_state_dict(state["tuner"])
    plan.load_state_dict(state["plan"])
    return {key: v.float() if v.is_floating_point() else v for key, v in state["ema"].items()}, state["step"]


def _short(weights: Weights) -> Weights:
    """Convolutions and layers at 16 bits, 11 of them mantissa: no answer changes by it. What there is little of, the
    middles and spreads of batches among it, stays as it is."""
    return {
        key: v.half() if v.is_floating_point() and v.numel() > LITTLE else v for key, v in weights.items()
    }


def _halved(tuner: dict[str, Any]) -> dict[str, Any]:
    """Moments are noisy averages: 8 bits of mantissa are plenty. Loading them makes 32 bits of them again."""
    moments = {
        number: {key: v.bfloat16() if key.startswith("exp_avg") else v for key, v in entry.items()}
        for number, entry in tuner["state"].items()
    }
    return {**tuner, "state": moments}
