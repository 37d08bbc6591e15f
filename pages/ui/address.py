"""Where phones find the room, and its picture."""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

import streamlit as st

__all__ = ["is_local", "proposed"]


def proposed() -> str:
    """The lab's address as phones reach it: the name or address that the launcher was given, else the visitor's own."""
    port = st.get_option("server.port")
    visited = urlsplit(st.context.url or f"http://localhost:{port}")
    names = (st.get_option("browser.serverAddress"), st.get_option("server.address"))
    host = next((name for name in names if name and not _anywhere(name) and not _loopback(name)), "")
    if not host or host == visited.hostname:
        return f"{visited.scheme}://{visited.netloc}"
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def is_local(address: str) -> bool:
    """Whether no phone reaches this address, because it leads to the machine itself; False for what is no address."""
    try:
        host = urlsplit(address if "//" in address else f"//{address}").hostname or ""
    except ValueError:  # such as "[]"
        return False
    return _loopback(host) or _anywhere(host)


def _loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def _anywhere(host: str) -> bool:
    return host in ("0.0.0.0", "::")
