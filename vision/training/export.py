"""Writes the trained networks as ONNX, batch norms folded, probabilities instead of logits."""

from pathlib import Path
from typing import Annotated

import torch
import typer
from torch import Tensor, nn

from table_controller import stopped
from vision.crops import CROP_HEIGHT_PX, CROP_WIDTH_PX
from vision.training.nets import RANKS, SUITS, Classifier, Detector
from vision.training.targets import BACK_HEAT, INDEX_HEAT

OPSET = 17
CLASSIFIER = Path("var/training/classifier.pt")
RANK_TEMPERATURE, SUIT_TEMPERATURE, INDEX_TEMPERATURE = 1.0, 1.0, 1.0


class DetectorAnswer(nn.Module):
    """The detector with its two heats as probabilities."""

    def __init__(self, net: Detector) -> None:
        super().__init__()
        self.net = net

    def forward(self, image: Tensor) -> Tensor:
        out = self.net(image)
        index, back = INDEX_HEAT, BACK_HEAT
        parts = (torch.sigmoid(out[:, index : index + 1]), out[:, index + 1 : back])
        return torch.cat([*parts, torch.sigmoid(out[:, back : back + 1]), out[:, back + 1 :]], dim=1)


class ClassifierAnswer(nn.Module):
    """The classifier with its three answers as probabilities, and the 128 numbers they are drawn from."""

    def __init__(self, net: Classifier) -> None:
        super().__init__()
        self.net = net

    def forward(self, crops: Tensor) -> tuple[Tensor, Tensor]:
        embedding = self.net.mix(self.net.body(crops))
        out = self.net.head(embedding)
        rank = torch.softmax(out[:, :RANKS] / RANK_TEMPERATURE, dim=1)
        suit = torch.softmax(out[:, RANKS : RANKS + SUITS] / SUIT_TEMPERATURE, dim=1)
        there = torch.sigmoid(out[:, RANKS + SUITS :] / INDEX_TEMPERATURE)
        return torch.cat([rank, suit, there], dim=1), embedding


def mean_of(weights: list[dict[str, Tensor]]) -> dict[str, Tensor]:
    """Return the mean of each weight; counts are those of the first."""
    return {
        name: torch.stack([one[name] for one in weights]).mean(dim=0) if first.is_floating_point() else first
        for name, first in weights[0].items()
    }


def main(
    detector: Annotated[Path, typer.Option(help="Checkpoint of the detector.")] = Path(
        "var/training/detector.pt"
    ),
    classifier: Annotated[
        list[Path] | None,
        typer.Option(help="Checkpoint of the classifier; of several, all grown from one, the mean is taken."),
    ] = None,
    out: Annotated[Path, typer.Option(help="Folder of the ONNX files.")] = Path("vision/models"),
) -> None:
    """Export the weights. Example: python -m vision.training.export"""
    net = Detector()
    net.load_state_dict(torch.load(detector)["ema"])
    reader = Classifier()
    reader.load_state_dict(mean_of([torch.load(path)["ema"] for path in classifier or [CLASSIFIER]]))
    jobs = (
        (
            DetectorAnswer(net),
            torch.rand(1, 3, 384, 384),
            "image",
            ["answer"],
            "detector",
            {0: "n", 2: "height", 3: "width"},
        ),
        (
            ClassifierAnswer(reader),
            torch.rand(2, 3, CROP_HEIGHT_PX, CROP_WIDTH_PX),
            "crops",
            ["answer", "embedding"],
            "classifier",
            {0: "n"},
        ),
    )
    out.mkdir(parents=True, exist_ok=True)
    for module, example, name, answers, file, axes in jobs:
        torch.onnx.export(
            module.eval(),
            (example,),
            str(out / f"{file}.onnx"),
            input_names=[name],
            output_names=answers,
            dynamic_axes={name: axes} | dict.fromkeys(answers, axes),
            opset_version=OPSET,
            dynamo=False,
        )


if __name__ == "__main__":
    stopped.run(lambda: typer.run(main))
