"""The networks' files: what cannot be used is one clear line, before anything rests on it."""

from pathlib import Path

import pytest

from table_controller.app import reading_room
from vision.find import MODELS, ModelFileError, open_model

DETECTOR = (MODELS / "detector.onnx").read_bytes()


@pytest.mark.parametrize("content", [b"", b"not a network", DETECTOR[:2000], DETECTOR[:-9]])
def test_a_damaged_network_is_one_clear_line(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "detector.onnx").write_bytes(content)

    with pytest.raises(ModelFileError, match="install anew") as refusal:
        open_model(tmp_path / "detector.onnx", threads=1)

    assert "\n" not in str(refusal.value)


def test_no_network_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(ModelFileError, match="detector"):
        open_model(tmp_path / "detector.onnx", threads=1)


def test_a_table_does_not_begin_with_a_damaged_network(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its reading process would die as it begins, and be started again for ever."""
    for name in ("detector.onnx", "classifier.onnx"):
        (tmp_path / name).write_bytes(b"damaged")
    monkeypatch.setattr(reading_room, "MODELS", tmp_path)

    with pytest.raises(OSError, match="install anew"):
        reading_room.require_weights()
