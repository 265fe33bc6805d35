#!/bin/sh
# Installs Debian packages where apt can, and says what to install where it cannot.
# usage: system_packages.sh venv [PYTHON] | opencv | tests
set -u

# What of the named packages is not installed.
missing_of() {
    for package in "$@"; do
        dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || printf ' %s' "$package"
    done
}

case "${1:-}" in
venv)
    "${2:-python3}" -c 'import ensurepip, venv' 2>/dev/null && exit 0
    packages=" python3-venv" ;;
opencv)
    .venv/bin/python -c 'import cv2' 2>/dev/null && exit 0
    packages=" libgl1 libglib2.0-0" ;;
tests)
    packages=$(missing_of mosquitto chromium gcc make iproute2 libc6-dev gcc-avr avr-libc binutils-avr libsimavr-dev libelf-dev fonts-dejavu-core)
    [ -z "$packages" ] && exit 0 ;;
*)
    echo "usage: $0 venv [PYTHON] | opencv | tests" >&2
    exit 2 ;;
esac

as_root=""
[ "$(id -u)" = 0 ] || as_root="sudo -n"
if command -v apt-get >/dev/null 2>&1 && $as_root true 2>/dev/null; then
    echo "Installing with apt:$packages"
    export DEBIAN_FRONTEND=noninteractive
    $as_root apt-get update -qq >/dev/null
    # shellcheck disable=SC2086
    $as_root apt-get install -y -qq --no-install-recommends $packages >/dev/null && exit 0
fi
echo "Please install with your system's package manager:$packages" >&2
[ "$1" = tests ] || exit 2
echo "Tests that need a missing program are skipped and say so." >&2
