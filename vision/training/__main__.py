"""``make train``: everything from fetching art to the ONNX files. What is done already is not done again."""

import subprocess
import sys
from typing import Final

SEED: Final = "1"
DATA: Final = "var/training"


def crops(**times: int) -> tuple[str, ...]:
    """Return options that put files of crops together, each so many times over."""
    return tuple(
        word
        for name, count in times.items()
        for _ in range(count)
        for word in ("--crops", f"{DATA}/{name}.npz")
    )


SECOND: Final = ("--init", f"{DATA}/classifier.pt", "--out", f"{DATA}/classifier2.pt")
STEPS: Final = (
    ("vision.training.fetch",),
    ("vision.training.render", "--shards", "24", "--seed", SEED),
    ("vision.training.train_detector", "--steps", "10000", "--seed", SEED),
    ("vision.training.cut_crops", "--passes", "2", "--seed", SEED),
    ("vision.training.train_classifier", "--steps", "4000", "--share", "0", "--seed", SEED),
    ("vision.training.export",),
    ("vision.training.mine_crops", "--every", "5"),
    ("vision.training.flat_crops", "--files", "14", "--seed", SEED),
    (
        "vision.training.train_classifier",
        *crops(crops=1, mined=3),
        "--steps",
        "3000",
        "--rate",
        "1e-3",
        *SECOND,
    ),
    ("vision.training.export", "--classifier", f"{DATA}/classifier2.pt"),
)


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
