"""``make train``: everything from fetching art to the ONNX files. What is done already is not done again."""

import subprocess
import sys
from typing import Final

SEED: Final = "1"
DATA: Final = "var/training"
CROPS: Final = ("--crops", f"{DATA}/crops.npz", *("--crops", f"{DATA}/mined.npz") * 4)
SECOND: Final = ("--init", f"{DATA}/classifier.pt", "--out", f"{DATA}/classifier2.pt")
STEPS: Final = (
    ("vision.training.fetch",),
    ("vision.training.render", "--shards", "24", "--seed", SEED),
    ("vision.training.train_detector", "--steps", "10000", "--seed", SEED),
    ("vision.training.cut_crops", "--passes", "2", "--seed", SEED),
    ("vision.training.train_classifier", "--steps", "4000", "--seed", SEED),
    ("vision.training.export",),
    ("vision.training.mine_crops", "--every", "5"),
    (
        "vision.training.train_classifier",
        *CROPS,
        "--steps",
        "1600",
        "--rate",
        "8e-4",
        "--seed",
        SEED,
        *SECOND,
    ),
    ("vision.training.export", "--classifier", f"{DATA}/classifier2.pt"),
)
"""The detector's own finds are a tenth as many as the cut crops, and count four times."""


def main() -> int:
    """Run every step in a process of its own; return the exit code of the first that failed, or 0."""
    for module, *words in STEPS:
        print(f"== {module} {' '.join(words)}", flush=True)
        code = subprocess.run([sys.executable, "-m", module, *words]).returncode
        if code:
            return code
    return 0


if __name__ == "__main__":
    sys.exit(main())
