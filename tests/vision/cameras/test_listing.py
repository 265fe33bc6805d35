"""What is plugged in, by the name that stays; names of sources, and secrets in them."""

import json
from pathlib import Path

import pytest

from tests.app.command_line import drawtable
from vision.cameras.listing import plugged_cameras
from vision.cameras.names import Kind, SourceError, masked, parse_source, printable


def plug(root: Path, number: int, name: str, index: int = 0, by_id: str = "") -> None:
    node = root / f"sys/class/video4linux/video{number}"
    node.mkdir(parents=True)
    (node / "name").write_text(f"{name}\n")
    (node / "index").write_text(f"{index}\n")
    device = root / f"dev/video{number}"
    device.parent.mkdir(exist_ok=True)
    device.touch()
    if by_id:
        link = root / "dev/v4l/by-id" / by_id
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(device)


def test_cameras_are_listed_by_number_with_their_stable_name_and_line(tmp_path: Path) -> None:
    plug(tmp_path, 10, "Second")
    plug(tmp_path, 2, "HD Webcam", by_id="usb-HD_Webcam_0001-video-index0")
    plug(tmp_path, 3, "HD Webcam", index=1, by_id="usb-HD_Webcam_0001-video-index1")
    plug(tmp_path, 11, "bcm2835-codec-decode")

    first, second = plugged_cameras(tmp_path)

    assert (first.name, first.node, first.stable) == ("HD Webcam", "/dev/video2", True)
    assert first.line == 'source = "/dev/v4l/by-id/usb-HD_Webcam_0001-video-index0"'
    assert (second.name, second.line, second.stable) == ("Second", 'source = "/dev/video10"', False)


def test_without_video4linux_no_camera_is_listed(tmp_path: Path) -> None:
    assert plugged_cameras(tmp_path) == []


def test_the_command_lists_them_as_json() -> None:
    answer = drawtable("vision", "cameras", "--json")

    assert answer.status == 0
    assert isinstance(json.loads(answer.out), list)


@pytest.mark.parametrize(
    ("text", "kind", "path"),
    [
        ("camera:0", Kind.DEVICE, "/dev/video0"),
        ("camera:usb-cam-index0", Kind.DEVICE, "/dev/v4l/by-id/usb-cam-index0"),
        ("/dev/v4l/by-path/x", Kind.DEVICE, "/dev/v4l/by-path/x"),
        ("rtsp://door/1", Kind.STREAM, "rtsp://door/1"),
        ("HTTP://door/1", Kind.STREAM, "HTTP://door/1"),
        ("hand.MP4", Kind.VIDEO, "hand.MP4"),
        ("hand.jpg", Kind.PICTURE, "hand.jpg"),
    ],
)
def test_a_source_is_known_by_its_name(text: str, kind: Kind, path: str) -> None:
    source = parse_source(text)

    assert (source.kind, source.path) == (kind, path)


@pytest.mark.parametrize("text", ["ftp://me:secret@door", "rtsp://me:secret@door\0"])
def test_an_address_that_is_not_read_keeps_its_secret(text: str) -> None:
    with pytest.raises(SourceError) as caught:
        parse_source(text)

    assert "secret" not in str(caught.value)
    assert "rtsp://" in str(caught.value)


@pytest.mark.parametrize(
    "password", ["sec#ret", "sec/ret", "sec?ret", "sec ret", "sec@ret", "sec&a=ret", "[sec::ret"]
)
def test_a_password_of_any_letters_is_not_shown(password: str) -> None:
    """Cameras take passwords that an address should not hold as they are, and people write them so."""
    shown = parse_source(f"rtsp://me:{password}@door/1").shown

    assert "ret" not in shown
    assert "sec" not in shown


@pytest.mark.parametrize(
    "text",
    [
        " rtsp://me:secret@door/1",
        '"rtsp://me:secret@door/1"',
        "rtsp:/me:secret@door/1",
        "rtsp:me:secret@door/1",
        "camera:rtsp://me:secret@door/1",
    ],
)
def test_what_is_nearly_an_address_keeps_its_secret(text: str) -> None:
    with pytest.raises(SourceError, match="address") as caught:
        parse_source(text)

    assert "secret" not in str(caught.value)


def test_secrets_of_an_address_are_masked() -> None:
    assert masked("rtsp://a:b@c@door/x?user=me&password=s3&n#f") == "rtsp://…@door/x?user=…&password=…&n#f"
    assert masked("rtsp://door/x") == "rtsp://door/x"
    assert printable("täble.jpg") == "täble.jpg"
