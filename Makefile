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
PROXIES =
SCHEDULER =
# Bytecode is compiled afterwards, beside the loops; not that of the tests of packages.
INSTALL = $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile
COMPILE = $(BIN)/python -m compileall -qq -x '/tests?/' $(VENV)/lib > /dev/null 2>&1 & \
	$(BIN)/python -c 'from ppr_core import kernels; kernels.warm_up()'; wait
SERVE = exec $(BIN)/python serve.py $(if $(ADDRESS),--address $(ADDRESS)) $(if $(PORT),--port $(PORT)) \
	$(if $(VISITORS),--visitors $(VISITORS)) $(if $(HOSTS),--hosts $(HOSTS)) \
	$(if $(SCHEDULER),--scheduler $(SCHEDULER)) $(if $(PROXIES),--proxies $(PROXIES))

.DEFAULT_GOAL := help
.PHONY: help run serve certificate scheduler worker test lint bench site paper dist clean fast

help: ## print this list
	@echo "Private Compression Lab"
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' Makefile
	@echo "Options: ADDRESS=0.0.0.0 (open to the network), PORT=8501, VISITORS=200 (expected at once), HOSTS=lab.example.org"
	@echo "         (further names of the server), SCHEDULER=tcp://host:8786 (a Dask cluster computes the runs), PROXIES=10.0.0.5 (whose X-Forwarded-For is believed), PYTHON=python3.12, ARGS='-k ppr' (for test and bench)"

run: $(VENV)/.installed ## install what is missing and serve the app on http://localhost:8501
	@$(SERVE)

serve: ## serve with what is already installed
	@$(SERVE)

# Whoever reaches a scheduler or a worker runs programs there: both listen on this machine unless ADDRESS is given.
HERE = --host $(or $(ADDRESS),127.0.0.1) --dashboard-address 127.0.0.1:0

scheduler: $(VENV)/.installed ## a Dask scheduler at port 8786 of ADDRESS, this machine alone by default
	@$(INSTALL) -r requirements-cluster.txt
	@DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES=0 PYTHONPATH=. \
		exec $(BIN)/python -m distributed.cli.dask_scheduler $(HERE) --port 8786

worker: $(VENV)/.installed ## compute for the Dask scheduler at SCHEDULER=tcp://host:8786, one process a core
	@$(INSTALL) -r requirements-cluster.txt
	@PYTHONPATH=. exec $(BIN)/python -m distributed.cli.dask_worker $(SCHEDULER) $(HERE) --nworkers auto --nthreads 1

certificate: ## a key and a certificate, for a year, that all machines of a cluster have in cluster/
	@mkdir -p -m 700 cluster
	openssl req -x509 -newkey rsa:3072 -nodes -days 365 -subj /CN=lab -keyout cluster/lab.key -out cluster/lab.crt

test: $(VENV)/.installed-dev ## run the whole test suite (needs Chromium)
	PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest --numprocesses 3 --dist worksteal $(ARGS)  # hundreds of processes read it

lint: $(VENV)/.installed-dev ## check the code, its format and its types
	$(BIN)/python -m ruff check .
	$(BIN)/python -m ruff format --check .
	$(BIN)/python -m mypy

bench: $(VENV)/.installed ## print the table of speeds and ratios
	OPENBLAS_NUM_THREADS=1 $(BIN)/python -m benchmarks $(ARGS)  # seconds of one thread

site: $(VENV)/.installed-docs ## build the documentation and the lab without a server into site/
	PYTHONPATH=. $(BIN)/python -m site_builder $(ARGS)

paper: $(VENV)/.installed-docs ## compute the paper's numbers and typeset it: build/paper/paper.pdf
	PYTHONPATH=. OPENBLAS_NUM_THREADS=1 $(BIN)/python docs/paper/figures.py build/paper/numbers.json
	$(BIN)/python -c "import typst; typst.compile('docs/paper/paper.typ', output='build/paper/paper.pdf', root='.')"

dist: $(VENV)/.installed-dev ## build the package into dist/ and check what is in it
	rm -rf dist build/dist
	@$(INSTALL) -r requirements-dist.txt
	$(BIN)/python -m build --outdir dist .
	$(BIN)/python -m twine check --strict dist/*
	$(BIN)/check-wheel-contents dist/*.whl

clean: ## remove the virtual environment and caches
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis build dist site *.egg-info
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
	@$(COMPILE)

# All at once. The asserts of all tests are rewritten beside the loops, and not by every process that runs tests.
$(VENV)/.installed-dev: requirements-dev.txt requirements-fast.txt requirements.txt $(VENV)/bin/python
	@echo "Installing $< into $(VENV); the first time takes a minute or two ..."
	@$(INSTALL) -r $<
	@PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest --collect-only --quiet > /dev/null 2>&1 & $(COMPILE)
	@touch $(VENV)/.installed $@

$(VENV)/.installed-docs: requirements-docs.txt $(VENV)/.installed
	@echo "Installing $< into $(VENV) ..."
	@$(INSTALL) -r $<
	@touch $@

$(VENV)/bin/python:
	@command -v $(PYTHON) > /dev/null || { echo "Python was not found: '$(PYTHON)' must be Python 3.11 or newer. Install it, or name another: make run PYTHON=/path/to/python3"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed; '$(PYTHON)' is $$($(PYTHON) --version 2>&1). Name another one: make run PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -m venv --clear $(VENV) || { rm -rf $(VENV); echo "The virtual environment could not be created. On Debian and Ubuntu: apt install python3-venv"; exit 1; }
