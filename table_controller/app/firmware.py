"""``demo --firmware``: the real images under libsimavr behind the twin's ports.

The host program is not part of the product: it is loaded from ``tests/firmware`` of a checkout, where there is one.
"""

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import hardware
from hardware.twin.twin import DeviceKinds


class NoFirmware(ValueError):
    """The images cannot be run here; one line says why and what to do."""


def firmware_kinds() -> DeviceKinds:
    """Build the images and their host program, and return the devices they make.

    :raises NoFirmware: this is no checkout, or a compiler or simulator is missing
    """
    simavr = _host()
    lacking = simavr.missing()
    if lacking is not None:
        raise NoFirmware(f"--firmware: {lacking}")
    try:
        simavr.build()
    except subprocess.CalledProcessError as error:
        raise NoFirmware(f"--firmware: the images do not build: {str(error.stderr).strip()[:200]}") from error
    return DeviceKinds(
        lambda mechanism, path, speed: simavr.SimulatedShuffler(mechanism, path),
        lambda path, serial_number: simavr.SimulatedButtonBox(path),
    )


def _host() -> ModuleType:
    root = Path(hardware.__file__).resolve().parents[1]
    path = root / "tests" / "firmware" / "simavr.py"
    spec = importlib.util.spec_from_file_location("drawtable_simavr", path) if path.exists() else None
    if spec is None or spec.loader is None:
        raise NoFirmware("--firmware needs a checkout: the simulator's host program is in tests/firmware")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module
