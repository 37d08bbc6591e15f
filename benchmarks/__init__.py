"""What is measured: speeds, sizes and waiting times, of the package and of a running server."""
