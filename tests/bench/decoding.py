"""What decoding in a process of its own costs: ``python -m tests.bench.decoding``. Processor time, no clock."""

import resource
import tempfile
import time
from pathlib import Path

import cv2
import numpy as np

from table_controller import stopped
from vision.cameras.decoder import Decoder
from vision.cameras.names import parse_source
from vision.cameras.videos import video_frames

FRAMES = 160


def main() -> None:
    cv2.setNumThreads(1)
    with tempfile.TemporaryDirectory() as folder:
        path = _video(folder)
        began = time.process_time()
        given = sum(1 for _ in range(FRAMES // 40) for _ in video_frames(path))
        here_ms = 1000 * (time.process_time() - began) / given
        decoder = Decoder(parse_source(path), path)
        decoder.begin()
        began = time.process_time()
        for _ in range(FRAMES):
            decoder.read()
        table_ms = 1000 * (time.process_time() - began) / FRAMES
        status = Path(f"/proc/{decoder.pid}/status").read_text().splitlines()
        memory = {line.split(":")[0]: int(line.split()[1]) // 1024 for line in status if line.endswith("kB")}
        decoder.release()
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    child_ms = 1000 * (used.ru_utime + used.ru_stime) / FRAMES
    print(f"1080p MJPEG, ms a picture: {here_ms:.1f} in one process; {table_ms:.1f} + {child_ms:.1f} in two")
    print(f"memory of the decoder, MB: {memory['VmHWM']} at most, {memory['RssAnon']} not shared")


def _video(folder: str) -> str:
    path = f"{folder}/v.avi"
    writer = cv2.VideoWriter(path, cv2.VideoWriter.fourcc(*"MJPG"), 30.0, (1920, 1080))
    scene = cv2.resize(np.random.default_rng(1).integers(0, 255, (27, 48, 3), np.uint8), (1920, 1080))
    for k in range(40):
        writer.write(np.roll(scene, 8 * k, axis=1))
    writer.release()
    return path


if __name__ == "__main__":
    stopped.run(main)
