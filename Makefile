# The two commands of the README are `make demo` and `make test`; both set themselves up.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check -qq
SETUP := $(VENV)/set-up
COMPILE := $(BIN)/uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header -q
HANDS ?= 1000

.PHONY: demo test check format bench lock web docs firmware train soak soak-table soak-vision screenshot wheel clean
.DELETE_ON_ERROR:

# Watch a simulated table. Ctrl-C stops it; that is how it is meant to end, so it is no error of make's.
demo: $(SETUP)/run $(SETUP)/opencv
	@trap 'true' INT; $(BIN)/drawtable demo

test: $(SETUP)/dev $(SETUP)/opencv $(SETUP)/test-programs
	@$(BIN)/python -m pytest -q

# The order is: what is quick to fail first, pytest's closing line last.
check: $(SETUP)/dev $(SETUP)/opencv $(SETUP)/test-programs
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python scripts/generated_files.py --check
	@$(MAKE) --no-print-directory test

format: $(SETUP)/dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# Figures beside those of the nearest peers, in the same run.
bench: $(SETUP)/dev $(SETUP)/opencv $(SETUP)/test-programs
	@$(BIN)/python -m tests.bench

# A million random hands of every game, and PokerKit beside us; goes on where it was stopped (docs/soak.md).
soak: $(SETUP)/dev $(SETUP)/opencv
	@$(BIN)/python -m tests.soak

# 100,000 cards read by the twin's cameras; goes on where it was stopped (docs/live.md).
soak-vision: $(SETUP)/dev $(SETUP)/opencv
	@$(BIN)/python -m tests.soak.vision

# Hands of the simulated table flat out: make soak-table HANDS=200.
soak-table: $(SETUP)/run $(SETUP)/opencv
	@$(BIN)/drawtable demo --hands $(HANDS) --fast --headless

# Everything that is committed and made from something else.
docs: $(SETUP)/dev $(SETUP)/opencv
	@$(BIN)/python scripts/generated_files.py

web: $(SETUP)/dev $(SETUP)/opencv
	@$(BIN)/python scripts/web.py

screenshot: $(SETUP)/dev $(SETUP)/opencv $(SETUP)/test-programs
	@$(BIN)/python scripts/screenshot.py

# The images for the boards, with their flash and RAM.
firmware: $(SETUP)/test-programs
	@$(MAKE) --no-print-directory -C hardware/firmware size

wheel: $(SETUP)/dev
	@rm -rf dist && $(BIN)/python -m hatchling build -t wheel

# The card reader's networks, from pictures the project draws itself, in a venv of its own: three hours, gone on with after a stop.
# In minutes and small: make train TRAIN="--scale 0.01 --data /tmp/trial" (docs/training.md).
train: .venv-train/set-up $(SETUP)/opencv
	@.venv-train/bin/python -m vision.training $(TRAIN)

# Rewrites the locks: names, versions and hashes, no index addresses.
lock: $(SETUP)/dev
	@$(PIP) install uv
	$(COMPILE) pyproject.toml -o requirements.lock
	$(COMPILE) pyproject.toml --extra dev -c requirements.lock -o requirements-dev.lock
	$(COMPILE) --group build -c requirements-dev.lock -o requirements-build.lock
	$(COMPILE) requirements-train.in -c requirements.lock -o requirements-train.lock

clean:
	rm -rf $(VENV) .venv-train build dist

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	    echo "drawtable needs Python 3.11 or newer; here $(PYTHON) is $$($(PYTHON) --version 2>/dev/null || echo missing). Try: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 2; }
	@sh scripts/system_packages.sh venv "$(PYTHON)"
	@echo "Making $(VENV) ..."
	@$(PYTHON) -m venv --clear $(VENV) || { rm -rf $(VENV); exit 2; }

$(SETUP)/run: requirements.lock requirements-build.lock pyproject.toml | $(VENV)/bin/python
	@echo "Installing the locked packages (140 MB, once) ..."
	@$(PIP) install --require-hashes -r requirements-build.lock -r requirements.lock
	@$(PIP) install --no-deps --no-build-isolation -e .
	@mkdir -p $(SETUP) && touch $@

$(SETUP)/dev: requirements-dev.lock requirements-build.lock pyproject.toml | $(VENV)/bin/python
	@echo "Installing the locked packages for development (once) ..."
	@$(PIP) install --require-hashes -r requirements-build.lock -r requirements-dev.lock
	@$(PIP) install --no-deps --no-build-isolation -e .
	@mkdir -p $(SETUP) && touch $(SETUP)/run $@

.venv-train/set-up: requirements.lock requirements-train.lock | $(VENV)/bin/python
	@$(PYTHON) -m venv .venv-train
	@echo "Installing the locked packages for training (some GB, once) ..."
	@.venv-train/bin/python -m pip --disable-pip-version-check -qq install --require-hashes -r requirements.lock -r requirements-train.lock
	@touch $@

# OpenCV's wheel needs two system libraries on Linux.
$(SETUP)/opencv: scripts/system_packages.sh | $(SETUP)/run
	@sh scripts/system_packages.sh opencv
	@touch $@

# Mosquitto, Chromium, the AVR compiler and libsimavr: what the tests drive.
$(SETUP)/test-programs: scripts/system_packages.sh | $(VENV)/bin/python
	@sh scripts/system_packages.sh tests
	@mkdir -p $(SETUP) && touch $@
