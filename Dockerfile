# The lab as a non-root user on a read-only root; see compose.yaml for the flags.
FROM python:3.11-slim

ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 PIP_NO_CACHE_DIR=1 HOME=/tmp
WORKDIR /lab
COPY requirements.lock .
RUN python -m pip install --disable-pip-version-check --require-hashes -r requirements.lock
COPY . .
RUN python -c "from ppr_core import kernels; kernels.warm_up()"
RUN useradd --system --no-create-home --uid 10001 lab
USER lab
EXPOSE 8501
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
    CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:8501/_stcore/health', timeout=2)"]
ENTRYPOINT ["python", "serve.py", "--address", "0.0.0.0", "--port", "8501", "--visitors", "200"]
