"""The stages of a training run from nothing to the ONNX files, with the minutes each is planned to take. Needs no PyTorch."""

from dataclasses import dataclass
from math import ceil
from pathlib import Path
from typing import Final

Command = tuple[str, ...]
"""A module and its words."""

# Seconds, measured on 30 November 2026 as processor time of one core of the slower of two machines and halved for two
# cores; a third was added for what they lose by waiting for each other.
SCENE_S: Final = 0.14
FLAT_CROP_S: Final = 0.0083
DETECTOR_STEP_S: Final = 0.22
CLASSIFIER_STEP_S: Final = 0.3
CUT_S: Final = 0.004
MINED_S: Final = 0.06
PHOTO_S: Final = 0.5
FETCH_MINUTES: Final = 5.0
STEP_OVERHEAD_S: Final = 60.0
"""Loading crops and importing PyTorch, once a training stage."""

SCENES: Final = 12_000
DETECTOR_STEPS: Final = 16_000
FIRST_STEPS: Final = 5_000
SECOND_STEPS: Final = 20_000
PHOTO_STEPS: Final = 2_000
FLAT_CROPS: Final = 200_000
SCORE_DECKS: Final = 300
SHARD: Final = 250
FLAT_FILE: Final = 10_000
FITTED_PHOTOS: Final = 80
PHOTO_SETS: Final = {"rf100": ("rf100_train", 321), "edje": ("edje_train", 296)}
"""Sets that may be trained on, and about how many pictures each has."""


@dataclass(frozen=True, slots=True)
class Stage:
    """Some commands that leave files to go on from. *needs* are files without which the stage is left out."""

    title: str
    minutes: float
    commands: tuple[Command, ...]
    needs: tuple[Path, ...] = ()


@dataclass(frozen=True, slots=True)
class Run:
    """Where a run works, how large it is (1 is the whole, 0.01 a trial of a few minutes), and where photos are."""

    data: Path
    scale: float
    seed: int
    photos: Path

    def count(self, whole: int, least: int) -> int:
        """Return *whole* at the run's scale, no less than *least*."""
        return max(least, ceil(whole * self.scale))

    def words(self, module: str, **options: object) -> Command:
        """Return a command of this package; a list is an option given several times."""
        words = [f"vision.training.{module}"]
        for name, value in options.items():
            for one in value if isinstance(value, list) else [value]:
                words += [f"--{name.replace('_', '-')}", str(one)]
        return tuple(words)


def stages(run: Run) -> tuple[Stage, ...]:
    """Return all stages, in order."""
    return (*_drawing(run), *_detecting(run), *_reading(run), *_photos(run), *_judging(run))


def _drawing(run: Run) -> tuple[Stage, ...]:
    each = min(SHARD, run.count(SCENES, 60))
    shards = ceil(run.count(SCENES, 60) / each)
    flat = min(FLAT_FILE, run.count(FLAT_CROPS, 1000) // 2)
    files = ceil(run.count(FLAT_CROPS, 1000) / flat)
    scenes = run.words(
        "render", out=run.data / "scenes", data=run.data, shards=shards, each=each, seed=run.seed
    )
    crops = run.words(
        "flat_crops", out=run.data / "flat", data=run.data, files=files, count=flat, seed=run.seed
    )
    return (
        Stage("art and fonts", FETCH_MINUTES, (run.words("fetch", data=run.data),)),
        Stage("scenes", shards * each * SCENE_S / 60, (scenes,)),
        Stage("flat crops", files * flat * FLAT_CROP_S / 60, (crops,)),
    )


def _detecting(run: Run) -> tuple[Stage, ...]:
    steps = run.count(DETECTOR_STEPS, 200)
    common = {"scenes": run.data / "scenes", "out": run.data / "detector.pt", "seed": run.seed}
    return tuple(
        Stage(
            f"detector, {half} half",
            (steps / 2 * DETECTOR_STEP_S + STEP_OVERHEAD_S) / 60,
            (run.words("train_detector", steps=steps, until=until, **common),),
        )
        for half, until in (("first", steps // 2), ("second", steps))
    )


def _reading(run: Run) -> tuple[Stage, ...]:
    data, scenes = run.data, run.count(SCENES, 60)
    first, second = run.count(FIRST_STEPS, 60), run.count(SECOND_STEPS, 100)
    cut = run.words("cut_crops", scenes=data / "scenes", out=data / "crops.npz", passes=2, seed=run.seed)
    learn = run.words(
        "train_classifier",
        crops=data / "crops.npz",
        share=0,
        steps=first,
        out=data / "classifier-first.pt",
        seed=run.seed,
    )
    export = run.words(
        "export",
        detector=data / "detector.pt",
        classifier=data / "classifier-first.pt",
        out=data / "models-first",
    )
    mine = run.words(
        "mine_crops",
        scenes=data / "scenes",
        model=data / "models-first" / "detector.onnx",
        out=data / "mined.npz",
        every=5,
    )
    return (
        Stage("crops of the scenes", scenes * 2 * CUT_S / 60 + 1, (cut,)),
        Stage("classifier, on scenes", _minutes(first), (learn,)),
        Stage("what the detector takes for indices", scenes / 5 * MINED_S / 60 + 0.5, (export, mine)),
        *_second(run, second),
        Stage("networks", 0.5, (_export(run, "models", "classifier.pt"),)),
    )


def _second(run: Run, steps: int) -> tuple[Stage, ...]:
    data = run.data
    common = {
        "crops": [data / "crops.npz", *[data / "mined.npz"] * 3],
        "flat": data / "flat",
        "share": 0.6,
        "shake": 1,
        "rate": 1e-3,
        "init": data / "classifier-first.pt",
        "out": data / "classifier.pt",
        "seed": run.seed + 1,
    }
    return tuple(
        Stage(
            f"classifier, on all, {half} half",
            _minutes(steps / 2),
            (run.words("train_classifier", steps=steps, until=until, **common),),
        )
        for half, until in (("first", steps // 2), ("second", steps))
    )


def _photos(run: Run) -> tuple[Stage, ...]:
    """A second set of networks, whose classifier is the mean of the first and of one that went on with photos; left out
    where there are none."""
    data = run.data
    truths = tuple(run.photos / f"{name}.json" for name, _ in PHOTO_SETS.values())
    cuts = tuple(
        (
            *("vision.training.photo_crops", str(truth), str(data / f"photo-{key}.npz")),
            *(
                "--models",
                str(data / "models"),
                "--seed",
                str(run.seed),
                "--first",
                str(run.count(count, 12)),
            ),
        )
        for (key, (_, count)), truth in zip(PHOTO_SETS.items(), truths, strict=True)
    )
    steps = run.count(PHOTO_STEPS, 30)
    learn = run.words(
        "train_classifier",
        crops=[data / "crops.npz", *[data / "mined.npz"] * 3],
        flat=data / "flat",
        share=0.5,
        shake=1,
        photos=[data / f"photo-{key}.npz" for key in PHOTO_SETS],
        steps=steps,
        rate=3e-4,
        init=data / "classifier.pt",
        out=data / "classifier-photos.pt",
        seed=run.seed + 2,
    )
    export = _export(run, "models-photos", "classifier.pt", "classifier-photos.pt")
    pictures = sum(run.count(count, 12) for _, count in PHOTO_SETS.values())
    minutes = pictures * PHOTO_S / 60 + _minutes(steps)
    return (Stage("classifier, with photos", minutes, (*cuts, learn, export), truths),)


def _judging(run: Run) -> tuple[Stage, ...]:
    data = run.data
    decks = run.count(SCORE_DECKS, 6)
    draw = run.words("score_scenes", out=data / "score", data=data, decks=decks, seed=run.seed + 403)
    photos = run.photos / f"{PHOTO_SETS['rf100'][0]}.json"
    fit = run.words(
        "fit_score",
        drawn=data / "score" / "truth.json",
        photos=photos,
        photos_every=min(20, max(4, round(4 / run.scale))),
        models=data / "models",
        out=data / "models" / "score.json",
    )
    read = run.words(
        "falloff",
        data=data,
        models=data / "models",
        scenes=run.count(40, 2),
        plot=data / "falloff.png",
        seed=run.seed + 500,
    )
    return (
        Stage("scenes for the score", decks * 5 * SCENE_S * 2 / 60, (draw,)),
        Stage("score", (decks + FITTED_PHOTOS) * PHOTO_S / 60, (fit,), (photos,)),
        Stage("reading by the height of indices", run.count(40, 2) * 16 * 0.4 / 60, (read,)),
    )


def _export(run: Run, folder: str, *classifiers: str) -> Command:
    data = run.data
    grown = [data / name for name in classifiers]
    return run.words("export", detector=data / "detector.pt", classifier=grown, out=data / folder)


def _minutes(steps: float) -> float:
    return (steps * CLASSIFIER_STEP_S + STEP_OVERHEAD_S) / 60
