# The two commands of the README are `make demo` and `make test`; both set themselves up.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check -q
WEB := dashboard/web
SETUP := .set-up

.PHONY: demo test check bench lock format web soak train clean firmware
.DELETE_ON_ERROR:

demo: $(SETUP)/run $(SETUP)/opencv
	@$(BIN)/drawtable demo

test: $(SETUP)/dev $(SETUP)/opencv $(SETUP)/test-programs
	$(BIN)/python -m pytest

# The order is: what is quick to fail first, pytest's closing line last.
check: $(SETUP)/dev $(SETUP)/opencv $(SETUP)/test-programs
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python scripts/generated_files.py --check
	$(MAKE) --no-print-directory test

format: $(SETUP)/dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(SETUP)/dev $(SETUP)/opencv
	$(BIN)/python -m tests.bench

# Rewrites the locks: names, versions and hashes, no index addresses.
lock: $(SETUP)/dev
	$(PIP) install uv
	$(BIN)/uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header -o requirements.lock -q
	$(BIN)/uv pip compile pyproject.toml --extra dev --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header -c requirements.lock -o requirements-dev.lock -q

clean:
	rm -rf $(VENV) $(SETUP) build dist

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "drawtable needs Python 3.11 or newer; $(PYTHON) is older. Try: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 2; }
	@echo "Making $(VENV) ..."
	@$(PYTHON) -m venv $(VENV) || { echo "python3-venv is missing. On Debian: apt-get install python3-venv"; exit 2; }

$(SETUP)/run: requirements.lock requirements-build.lock pyproject.toml | $(VENV)/bin/python
	@echo "Installing the locked packages (about 300 MB, once) ..."
	@$(PIP) install --require-hashes -r requirements-build.lock -r requirements.lock
	@$(PIP) install --no-deps --no-build-isolation -e .
	@mkdir -p $(SETUP) && touch $@

$(SETUP)/dev: requirements-dev.lock requirements-build.lock pyproject.toml | $(VENV)/bin/python
	@echo "Installing the locked packages for development (once) ..."
	@$(PIP) install --require-hashes -r requirements-build.lock -r requirements-dev.lock
	@$(PIP) install --no-deps --no-build-isolation -e .
	@mkdir -p $(SETUP) && touch $@ $(SETUP)/run

# OpenCV's wheel needs two system libraries on Linux.
$(SETUP)/opencv: scripts/system_packages.sh | $(SETUP)/run
	@sh scripts/system_packages.sh opencv
	@mkdir -p $(SETUP) && touch $@

# Mosquitto, Chromium, the AVR compiler and libsimavr: what the tests drive.
$(SETUP)/test-programs: scripts/system_packages.sh
	@sh scripts/system_packages.sh tests
	@mkdir -p $(SETUP) && touch $@
