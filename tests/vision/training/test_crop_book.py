"""Crops are written as they came, over the edges of the blocks they are kept in."""

from pathlib import Path

import numpy as np
import pytest

from vision.crops import CROP_HEIGHT_PX, CROP_WIDTH_PX
from vision.training import cut_crops
from vision.training.cut_crops import CropBook


@pytest.mark.parametrize("count", [0, 1, 4, 5, 9])
def test_crops_and_labels_stay_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, count: int) -> None:
    monkeypatch.setattr(cut_crops, "BLOCK", 4)
    book = CropBook()
    for k in range(count):
        book.add([(np.full((CROP_HEIGHT_PX, CROP_WIDTH_PX, 3), k, np.uint8), k, k % 4, k % 2)])
    assert book.write(tmp_path / "crops.npz") == f"{count} crops, {count // 2} of indices"
    data = np.load(tmp_path / "crops.npz")
    assert data["crops"].shape == (count, CROP_HEIGHT_PX, CROP_WIDTH_PX, 3)
    assert data["crops"][:, 0, 0, 0].tolist() == data["labels"][:, 0].tolist() == list(range(count))
    assert data["labels"].shape == (count, 3)
