"""Pictures, folders and videos give frames; what is none says so in one line."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.sources import Frame, SourceError, expand, frames, read_picture


def a_picture(path: Path, value: int = 90) -> Path:
    cv2.imwrite(str(path), np.full((48, 64, 3), value, np.uint8))
    return path


def a_video(path: Path, count: int = 12) -> Path:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (64, 48))
    for k in range(count):
        writer.write(np.full((48, 64, 3), 5 * k, np.uint8))
    writer.release()
    return path


def test_a_picture_is_one_frame_without_number(tmp_path: Path) -> None:
    (frame,) = frames(str(a_picture(tmp_path / "a.png")))

    assert frame.image.shape == (48, 64, 3)
    assert (frame.number, frame.at_ms) == (None, None)


def test_a_folder_gives_its_pictures_by_name_and_leaves_other_files(tmp_path: Path) -> None:
    for name in ("b.jpg", "a.PNG", "c.webp"):
        a_picture(tmp_path / name)
    (tmp_path / "notes.txt").write_text("no picture")

    assert [Path(p).name for p in expand([str(tmp_path)])] == ["a.PNG", "b.jpg", "c.webp"]


def test_paths_stay_as_they_were_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    a_picture(tmp_path / "a.jpg")
    monkeypatch.chdir(tmp_path)

    assert expand(["a.jpg", "camera:0"]) == ["a.jpg", "camera:0"]


def test_a_video_gives_numbered_frames_with_their_time(tmp_path: Path) -> None:
    seen = list(frames(str(a_video(tmp_path / "v.avi"))))

    assert [f.number for f in seen] == list(range(12))
    assert [f.at_ms for f in seen][:3] == [0, 100, 200]


def test_every_third_frame_and_no_more_than_asked(tmp_path: Path) -> None:
    video = str(a_video(tmp_path / "v.avi"))

    assert [f.number for f in frames(video, every=3)] == [0, 3, 6, 9]
    assert [f.number for f in frames(video, every=3, most=2)] == [0, 3]


def one_line(caught: pytest.ExceptionInfo[SourceError], *words: str) -> None:
    text = str(caught.value)
    assert "\n" not in text
    for word in words:
        assert word in text


def test_a_file_that_is_no_picture_says_so(tmp_path: Path) -> None:
    (tmp_path / "a.jpg").write_text("not a photo")

    with pytest.raises(SourceError) as caught:
        read_picture(str(tmp_path / "a.jpg"))

    one_line(caught, "not a picture", "a.jpg", "JPEG")


def test_an_empty_file_is_no_picture(tmp_path: Path) -> None:
    (tmp_path / "a.png").touch()

    with pytest.raises(SourceError) as caught:
        read_picture(str(tmp_path / "a.png"))

    one_line(caught, "empty file", "a.png")


def test_a_path_that_is_not_there_says_so(tmp_path: Path) -> None:
    with pytest.raises(SourceError) as caught:
        expand([str(tmp_path / "none.jpg")])

    one_line(caught, "no such file", "none.jpg")


def test_an_empty_folder_says_so(tmp_path: Path) -> None:
    with pytest.raises(SourceError) as caught:
        expand([str(tmp_path)])

    one_line(caught, "no pictures in folder", str(tmp_path))


def test_a_video_file_without_video_says_so(tmp_path: Path) -> None:
    (tmp_path / "v.mp4").write_bytes(b"no video" * 100)

    with pytest.raises(SourceError) as caught:
        list(frames(str(tmp_path / "v.mp4")))

    one_line(caught, "not a video", "v.mp4")


def test_a_video_cut_off_gives_the_frames_it_has_and_then_says_so(tmp_path: Path) -> None:
    whole = a_video(tmp_path / "whole.avi", 40).read_bytes()
    (tmp_path / "cut.avi").write_bytes(whole[: len(whole) // 2])
    seen: list[Frame] = []

    with pytest.raises(SourceError) as caught:
        seen.extend(frames(str(tmp_path / "cut.avi")))

    assert 5 < len(seen) < 36
    one_line(caught, "breaks off", "cut.avi")


def test_a_camera_that_is_not_there_says_so() -> None:
    with pytest.raises(SourceError) as caught:
        next(frames("camera:93"))

    one_line(caught, "no camera", "camera:93")
    for name in ("camera:99999999999", f"camera:{'9' * 5000}"):
        with pytest.raises(SourceError, match="no camera"):
            next(frames(name))
