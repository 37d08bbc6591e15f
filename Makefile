# Private Compression Lab. `make` alone lists what can be done.
# Needs Python >= 3.11, git and make; everything else is installed into .venv.

PYTHON ?= python3
VENV = .venv
BIN = $(VENV)/bin
ARGS =

# The one command that serves the app. Without ADDRESS and PORT, .streamlit/config.toml decides: loopback, 8501.
ADDRESS =
PORT =
VISITORS =
HOSTS =
SCHEDULER =
# Bytecode is compiled afterwards, beside the loops.
INSTALL = $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile
SERVE = exec $(BIN)/python serve.py $(if $(ADDRESS),--address $(ADDRESS)) $(if $(PORT),--port $(PORT)) \
	$(if $(VISITORS),--visitors $(VISITORS)) $(if $(HOSTS),--hosts $(HOSTS)) \
	$(if $(SCHEDULER),--scheduler $(SCHEDULER))

.DEFAULT_GOAL := help
.PHONY: help run serve worker test lint bench clean fast

help: ## print this list
	@echo "Private Compression Lab"
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-7s %s\n", $$1, $$2 }' Makefile
	@echo "Options: ADDRESS=0.0.0.0 (open to the network), PORT=8501, VISITORS=200 (expected at once), HOSTS=lab.example.org"
	@echo "         (further names of the server), SCHEDULER=tcp://host:8786 (a Dask cluster computes the runs), PYTHON=python3.12, ARGS='-k ppr' (for test and bench)"

run: $(VENV)/.installed ## install what is missing and serve the app on http://localhost:8501
	@$(SERVE)

serve: ## serve with what is already installed
	@$(SERVE)

worker: $(VENV)/.installed ## compute for the Dask scheduler at SCHEDULER=tcp://host:8786, one process a core
	@$(INSTALL) -r requirements-cluster.txt
	@PYTHONPATH=. exec $(BIN)/python -m distributed.cli.dask_worker $(SCHEDULER) --nworkers auto --nthreads 1

test: $(VENV)/.installed-dev ## run the whole test suite (needs Chromium)
	PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest --numprocesses 3 --dist worksteal $(ARGS)  # hundreds of processes read it

lint: $(VENV)/.installed-dev ## check the code and its format with ruff
	$(BIN)/python -m ruff check .
	$(BIN)/python -m ruff format --check .

bench: $(VENV)/.installed ## print the table of speeds and ratios
	OPENBLAS_NUM_THREADS=1 $(BIN)/python -m benchmarks $(ARGS)  # seconds of one thread

clean: ## remove the virtual environment and caches
	rm -rf $(VENV) .pytest_cache .ruff_cache .hypothesis build *.egg-info
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# A stamp is older than its requirements file exactly when something has to be installed.
$(VENV)/.installed: requirements.txt requirements-fast.txt $(VENV)/bin/python
	@echo "Installing $< into $(VENV); the first time takes a minute or two ..."
	@$(INSTALL) -r $<
	@$(MAKE) --no-print-directory fast
	@touch $@

# Optional: where the compiled loops cannot be had, everything works without them.
fast:
	@$(INSTALL) -r requirements-fast.txt \
		|| echo "What makes the lab fast cannot be installed here; it works without, slower."
	@$(BIN)/python -m compileall -qq $(VENV)/lib > /dev/null 2>&1 & \
		$(BIN)/python -c 'from ppr_core import kernels; kernels.warm_up()'; wait

$(VENV)/.installed-dev: requirements-dev.txt $(VENV)/.installed
	@echo "Installing $< into $(VENV) ..."
	@$(INSTALL) -r $<
	@touch $@

$(VENV)/bin/python:
	@command -v $(PYTHON) > /dev/null || { echo "Python was not found: '$(PYTHON)' must be Python 3.11 or newer. Install it, or name another: make run PYTHON=/path/to/python3"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed; '$(PYTHON)' is $$($(PYTHON) --version 2>&1). Name another one: make run PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -m venv --clear $(VENV) || { rm -rf $(VENV); echo "The virtual environment could not be created. On Debian and Ubuntu: apt install python3-venv"; exit 1; }
