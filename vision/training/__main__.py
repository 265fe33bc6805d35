"""``make train``: everything from fetching art to the ONNX files. What is done already is not done again."""

import subprocess
import sys
from typing import Final

SEED: Final = "1"
STEPS: Final = (
    ("vision.training.fetch",),
    ("vision.training.render", "--shards", "24", "--seed", SEED),
    ("vision.training.train_detector", "--steps", "10000", "--seed", SEED),
    ("vision.training.cut_crops", "--passes", "2", "--seed", SEED),
    ("vision.training.train_classifier", "--steps", "4000", "--seed", SEED),
    ("vision.training.export",),
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
