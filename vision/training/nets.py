"""The two networks: an index detector over whole pictures and a classifier of upright index crops."""

import torch
from torch import Tensor, nn

from vision.training.targets import BACK_HEAT, DETECTOR_CHANNELS, INDEX_HEAT

RANKS, SUITS = 15, 5
"""13 ranks, joker, foreign letter; four suits, none."""
SIGNS = (*"23456789", "10", *"ABCDEFGHIJKLMNOPQRSTUVWXYZ", "1", "\N{CYRILLIC CAPITAL LETTER DE}")
"""What stands for a rank in the decks that are drawn, whatever language it is in."""


def _conv(inputs: int, outputs: int, size: int = 3, stride: int = 1, groups: int = 1) -> nn.Sequential:
    pad = size // 2
    conv = nn.Conv2d(inputs, outputs, size, stride, pad, groups=groups, bias=False)
    return nn.Sequential(conv, nn.BatchNorm2d(outputs), nn.ReLU(inplace=True))


class Block(nn.Module):
    """Depthwise then pointwise, with a way round where the shape stays."""

    def __init__(self, inputs: int, outputs: int, stride: int = 1, size: int = 3) -> None:
        super().__init__()
        self.body = nn.Sequential(
            _conv(inputs, inputs, size, stride, inputs),
            nn.Conv2d(inputs, outputs, 1, bias=False),
            nn.BatchNorm2d(outputs),
        )
        self.same = stride == 1 and inputs == outputs
        self.act = nn.ReLU(inplace=True)

    def forward(self, x: Tensor) -> Tensor:
        y = self.body(x)
        return self.act(y + x) if self.same else self.act(y)


class Residual(nn.Module):
    """Two 3x3 convolutions and a way round."""

    def __init__(self, inputs: int, outputs: int, stride: int = 1) -> None:
        super().__init__()
        self.body = nn.Sequential(
            _conv(inputs, outputs, 3, stride),
            nn.Conv2d(outputs, outputs, 3, 1, 1, bias=False),
            nn.BatchNorm2d(outputs),
        )
        self.aside = nn.Sequential(nn.Conv2d(inputs, outputs, 1, stride, bias=False), nn.BatchNorm2d(outputs))

    def forward(self, x: Tensor) -> Tensor:
        return torch.relu(self.body(x) + self.aside(x))


class Refine(nn.Module):
    """Two 3x3 convolutions added to what comes in; at first they add nothing."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        last = nn.BatchNorm2d(channels)
        nn.init.zeros_(last.weight)
        self.body = nn.Sequential(
            _conv(channels, channels), nn.Conv2d(channels, channels, 3, 1, 1, bias=False), last
        )

    def forward(self, x: Tensor) -> Tensor:
        return torch.relu(x + self.body(x))


class Detector(nn.Module):
    """U-shaped, stride 4, about 390,000 parameters. Input (n, 3, h, w), BGR / 255, h and w multiples of 32.

    Plain convolutions: a training step costs no more than with depthwise ones on a CPU, and teaches far more.
    """

    def __init__(self, width: int = 24) -> None:
        super().__init__()
        w1, w2, w3, w4 = width, width * 2, width * 10 // 3, width * 4
        self.stem = nn.Sequential(_conv(3, 16, 3, 2), _conv(16, w1, 3, 2), _conv(w1, w1))
        self.down2 = Residual(w1, w2, 2)
        self.down3 = Residual(w2, w3, 2)
        self.down4 = nn.Sequential(_conv(w3, w4, 3, 2), _conv(w4, w4))
        self.side4, self.up3 = nn.Conv2d(w4, w3, 1), _conv(w3, w3)
        self.side3, self.up2 = nn.Conv2d(w3, w2, 1), _conv(w2, w2)
        self.side2, self.up1 = nn.Conv2d(w2, w1, 1), _conv(w1, w2)
        self.head = nn.Conv2d(w2, DETECTOR_CHANNELS, 1)
        self.grow = nn.Upsample(scale_factor=2, mode="nearest")
        with torch.no_grad():
            self.head.bias.zero_()
            self.head.bias[[INDEX_HEAT, BACK_HEAT]] = -4.5

    def forward(self, x: Tensor) -> Tensor:
        a = self.stem(x)
        b = self.down2(a)
        c = self.down3(b)
        d = self.down4(c)
        c = self.up3(c + self.grow(self.side4(d)))
        b = self.up2(b + self.grow(self.side3(c)))
        a = self.up1(a + self.grow(self.side2(b)))
        return self.head(a)


class Classifier(nn.Module):
    """Rank, suit and is-index logits, (n, 21), of (n, 3, 64, 40) crops, BGR / 255; about 600,000 parameters.

    *sign* tells, in training alone, which letter or digit stands for the rank: so decks with other letters, which are
    one class to *head*, lie apart in what :mod:`vision.enrol` compares.
    """

    def __init__(self, width: int = 24) -> None:
        super().__init__()
        w1, w2, w3 = width, width * 2, width * 4
        self.body = nn.Sequential(
            _conv(3, w1),
            _conv(w1, w1, 3, 2),
            _conv(w1, w2),
            _conv(w2, w2, 3, 2),
            Refine(w2),
            Refine(w2),
            _conv(w2, w3),
            Block(w3, w3, 2),
            Block(w3, w3),
            Refine(w3),
            _conv(w3, w2, 1),
        )
        self.mix = nn.Sequential(
            nn.Flatten(), nn.Dropout(0.1), nn.Linear(w2 * 8 * 5, 128), nn.ReLU(inplace=True)
        )
        self.head = nn.Linear(128, RANKS + SUITS + 1)
        self.sign = nn.Linear(128, len(SIGNS))

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """Return the logits and, (n, len(SIGNS)), those of the signs."""
        seen = self.mix(self.body(x))
        return self.head(seen), self.sign(seen)
