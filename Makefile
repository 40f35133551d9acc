# `make` alone lists the targets. A target installs what it needs into .venv by itself.
#   make test PYTHON=python3.13                   the Python that a new .venv is made with
#   make test PYTHON=python3.13 VENV=.venv-3.13   the same, beside the .venv you have
#   make play ARGS="--help"                       options for play, terminal, perft and bench
#   make lock UPGRADE=1                           move every pin to its newest release

VENV   := .venv
PYTHON ?=
ARGS   ?=

PY  := $(VENV)/bin/python
PIP := $(PY) -m pip --disable-pip-version-check -qq

# The pages are built once, and again when their sources have changed; releases include them.
NPM  := $(PY) frontend/npm.py
SITE := src/tilewright/site/index.html

# The tests start hundreds of processes: none of them recompiles what another has compiled.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: $(SITE) help play terminal dev serve site release test lint format golden perft equal bench bench-growth bench-server faults types pictures docs lock mutate clean

help:
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-13s %s\n", $$1, $$2 }' Makefile

play: $(VENV)/.web $(SITE)  ## play in the browser
	@$(VENV)/bin/tilewright serve --open $(ARGS)

terminal: $(VENV)/.play  ## play in the terminal
	@$(VENV)/bin/tilewright play $(ARGS)

site: $(SITE)  ## build the pages of the site

release: $(VENV)/.play  ## make the source archive and the wheel in dist/, with the pages
	@$(PY) -m hatchling build

dev: $(VENV)/.dev frontend/node_modules/.stamp  ## server and pages with hot reload
	@$(PY) -m tools.dev $(ARGS)

serve: $(VENV)/.web $(SITE)  ## serve games to a network, on SQLite
	@$(VENV)/bin/tilewright serve $(ARGS)

test: $(VENV)/.dev  ## check everything: style, types, tests, coverage; ARGS="rules lint" only these parts
	@$(PY) -m tools.check $(ARGS)

lint: $(VENV)/.dev  ## check style and types
	@$(PY) -m tools.check site lint pages

format: $(VENV)/.dev frontend/node_modules/.stamp  ## format the code
	@$(PY) -m ruff check --fix
	@$(PY) -m ruff format
	@$(NPM) run --silent format

golden: $(VENV)/.dev  ## rewrite the golden playthroughs; review the diff
	@$(PY) -m pytest tests/test_golden.py --rewrite-golden -q

perft: $(VENV)/.play  ## count the positions of both games
	@$(VENV)/bin/tilewright perft --table $(ARGS)

equal: $(VENV)/.dev  ## compare the fast rules with the readable ones: ARGS="--games 59000" is a million games
	@$(PY) -m benchmarks.equal $(ARGS)

bench: $(VENV)/.dev  ## measure speed
	@$(PY) -m benchmarks.bench $(ARGS)

bench-growth: $(VENV)/.dev  ## measure a server with 100 000 finished games; ARGS="--database postgresql"
	@$(PY) -m benchmarks.growth $(ARGS)

bench-server: $(VENV)/.dev  ## measure the server: latency, most moves per second, memory per socket
	@$(PY) -m benchmarks.server $(ARGS)

faults: $(VENV)/.dev  ## break nodes, databases, lines and clocks while people play: ARGS="--faults 100 --write"
	@$(PY) -m tests.faults.run $(ARGS)

types: $(VENV)/.dev frontend/node_modules/.stamp  ## rewrite the API types of the pages and the tables of the protocol
	@$(PY) -m tools.api_types
	@$(PY) -m tools.protocol_tables

pictures: $(VENV)/.dev $(SITE)  ## remake the icons and screenshots
	@$(PY) -m tools.pictures

docs: $(VENV)/.dev  ## build the documentation into site/
	@$(VENV)/bin/zensical build --config-file mkdocs.yml --clean --strict

lock: $(VENV)/.uv  ## pin requirements/*.txt again after a change to requirements/*.in
	@for name in play web dev lock node; do \
	    echo "Pinning requirements/$$name.txt ..."; \
	    case $$name in web) set -- --constraints requirements/play.txt ;; dev) set -- --constraints requirements/web.txt ;; *) set -- ;; esac; \
	    $(VENV)/bin/uv pip compile --quiet --no-config $(if $(UPGRADE),--upgrade) "$$@" \
	        --universal --python-version 3.11 --generate-hashes \
	        --no-emit-index-url --custom-compile-command 'make lock' \
	        --output-file requirements/$$name.txt requirements/$$name.in || exit; \
	done

mutate: $(VENV)/.dev  ## change the scoring code in small ways and see whether a test notices
	@echo "Mutating the scoring of both games; this takes minutes ..."
	@$(VENV)/bin/mutmut run
	@$(VENV)/bin/mutmut results

clean:  ## remove everything make has made, including the virtual environment
	rm -rf $(VENV) .cache .hypothesis .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
	rm -rf .coverage .coverage.* htmlcov mutants site build dist
	find src tests benchmarks examples -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true

$(SITE): $(PY)
	@$(PY) frontend/pages.py

frontend/node_modules/.stamp: frontend/package-lock.json $(PY)
	@$(PY) frontend/pages.py packages
	@touch $@

# A stamp is as new as the last install, so nothing is installed twice.
# The dev pins include the web pins, which include the play pins.
# uv installs in seconds what takes pip a minute; pip helps where uv has no way to the registry.

PINNED = --require-hashes -r requirements
install = $(VENV)/bin/uv pip install --quiet --python $(PY) $(PINNED)/$(1).txt \
	|| { echo "uv could not install them; pip tries, which takes longer ..."; \
	     $(PIP) install --no-compile $(PINNED)/$(1).txt; }
ourselves = $(PIP) install --no-deps --no-build-isolation -e .

$(VENV)/.play: requirements/play.txt pyproject.toml $(VENV)/.uv
	@echo "Installing what play needs into $(VENV) ..."
	@$(call install,play)
	@$(ourselves)
	@touch $@

$(VENV)/.web: requirements/web.txt pyproject.toml $(VENV)/.uv
	@echo "Installing what the server needs into $(VENV) ..."
	@$(call install,web)
	@$(ourselves)
	@touch $(VENV)/.play $@

$(VENV)/.dev: requirements/dev.txt pyproject.toml $(VENV)/.uv
	@echo "Installing what development needs into $(VENV) ..."
	@$(call install,dev)
	@$(ourselves)
	@touch $(VENV)/.play $(VENV)/.web $@

$(VENV)/.uv: requirements/lock.txt $(PY)
	@$(PIP) install --no-compile $(PINNED)/lock.txt
	@touch $@

$(PY):
	@if [ -n "$(PYTHON)" ]; then set -- "$(PYTHON)"; \
	else set -- python3 python3.14 python3.13 python3.12 python3.11; fi; \
	found=; bare=; \
	for python; do \
	    if "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
	        if "$$python" -c 'import ensurepip, venv' 2>/dev/null; then found=$$python; break; fi; \
	        bare=$${bare:-$$python}; \
	    fi; \
	done; \
	if [ -n "$$found" ]; then \
	    echo "Making $(VENV) with $$("$$found" -V) ..."; \
	    "$$found" -m venv --clear $(VENV) || { rm -rf $(VENV); exit 1; }; \
	elif [ -n "$$bare" ]; then \
	    echo "$$bare cannot make a virtual environment: its venv or ensurepip is missing." >&2; \
	    echo "Install it (Debian, Ubuntu: apt install python3-venv) and run make again." >&2; \
	    exit 1; \
	else \
	    echo "Tilewright needs Python 3.11 or newer; tried: $$*." >&2; \
	    echo "Install one (Debian, Ubuntu: apt install python3 python3-venv; macOS: brew install python)," >&2; \
	    echo "or name it: make $(MAKECMDGOALS) PYTHON=/path/to/python3" >&2; \
	    exit 1; \
	fi
