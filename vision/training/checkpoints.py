"""Checkpoints of a training run: under 5 MB, and enough to go on from."""

from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

Weights = dict[str, Tensor]


def save(
    path: Path,
    net: nn.Module,
    slow: Weights,
    tuner: torch.optim.Optimizer,
    plan: torch.optim.lr_scheduler.LRScheduler,
    step: int,
) -> None:
    """Write the weights, their slow average and, at half their length, the tuner's moments; whole or not at all."""
    state = {"net": net.state_dict(), "ema": slow, "step": step, "plan": plan.state_dict()}
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
    return state["ema"], state["step"]


def _halved(tuner: dict[str, Any]) -> dict[str, Any]:
    """Moments are noisy averages: 8 bits of mantissa are plenty. Loading them makes 32 bits of them again."""
    moments = {
        number: {key: v.bfloat16() if key.startswith("exp_avg") else v for key, v in entry.items()}
        for number, entry in tuner["state"].items()
    }
    return {**tuner, "state": moments}
