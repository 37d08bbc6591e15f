"""JSON and Python text as plain values: lists, numbers and names. Nothing that is read is ever executed.

Parsing takes up to a thousand times the memory of the text, in one call that lets no other thread go on. So a text has
a length limit, and what is longer than a few lines is parsed by a process of its own with limits on time and memory.
That process runs this file alone: it imports the standard library only, and so begins in some hundredths of a second.
"""

from __future__ import annotations

import ast
import json
import math
import subprocess
import sys
from contextlib import suppress
from typing import Any, NoReturn

__all__ = ["MOST_JSON", "MOST_PYTHON", "of_json", "of_python"]

MOST_JSON, MOST_PYTHON = 2_000_000, 64_000  # characters
_AT_ONCE = 4_000  # characters that are parsed in this process
_SECONDS = 5
_BYTES = 512 * 2**20
_CALLS = ("FiniteChannel", "ScalarNoiseChannel")
_TOO_DEEP = "mechanism must be a file less deeply nested; got brackets within brackets."
_TOO_MUCH = (
    f"mechanism must be a file that takes at most {_SECONDS} s and {_BYTES // 2**20} MB; got one that takes more."
)


def of_json(text: str) -> Any:
    """The value of a JSON text; ``ValueError`` with one sentence for what is none, is too long or takes too long."""
    _check_length(text, MOST_JSON, "JSON")
    return _parsed("json", text)


def of_python(text: str) -> dict[str, Any]:
    """The one call of a channel in a program: its ``name``, ``args``, ``named`` arguments, and ``labels``, the pair
    that ``inputs, outputs = …`` assigns. ``ValueError`` as `of_json`."""
    _check_length(text, MOST_PYTHON, "Python")
    return _parsed("python", text)


def _check_length(text: str, most: int, language: str) -> None:
    if len(text) > most:
        larger = "; a larger table can be JSON or CSV" if language == "Python" else ""
        raise ValueError(
            f"mechanism must be {language} of at most {most // 1000} kB{larger}; got {math.ceil(len(text) / 1000)} kB."
        )


def _parsed(language: str, text: str) -> Any:
    if len(text) <= _AT_ONCE:
        return _parse(language, text)
    command = [sys.executable, "-I", "-S", "-X", "utf8", __file__, language]
    try:
        done = subprocess.run(
            command, input=text, capture_output=True, encoding="utf-8", errors="replace", timeout=2 * _SECONDS
        )
        answer = json.loads(done.stdout) if done.returncode == 0 else {}
    except (subprocess.TimeoutExpired, json.JSONDecodeError):
        answer = {}
    if "value" in answer:
        return answer["value"]
    raise ValueError(answer.get("refused", _TOO_MUCH))


def _main(language: str) -> None:
    """The process's own part: text from standard input, an answer as JSON to standard output."""
    with suppress(ImportError):  # Windows has no such limits: there the caller's patience is the only one
        import resource

        resource.setrlimit(resource.RLIMIT_CPU, (_SECONDS, _SECONDS))
        resource.setrlimit(resource.RLIMIT_AS, (_BYTES, _BYTES))
    try:
        answer = json.dumps({"value": _parse(language, sys.stdin.read())})
    except ValueError as error:
        answer = json.dumps({"refused": str(error)})
    sys.stdout.write(answer)


def _parse(language: str, text: str) -> Any:
    try:
        return _json_value(text) if language == "json" else _python_call(text)
    except RecursionError:
        raise ValueError(_TOO_DEEP) from None
    except MemoryError:
        raise ValueError(_TOO_MUCH) from None


def _json_value(text: str) -> Any:
    try:
        return json.loads(text, parse_constant=_refuse_constant, parse_int=_whole)
    except json.JSONDecodeError as error:
        next_text = repr(text[error.pos : error.pos + 10]) if error.pos < len(text) else "the end of the file"
        raise ValueError(
            f"mechanism, line {error.lineno}, column {error.colno} must be JSON; got {next_text}."
        ) from None


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"mechanism must be a file of finite numbers; got {name}.")


def _whole(digits: str) -> int | float:
    """Longer ones than a float can hold are infinite, which is refused in its place."""
    return int(digits) if len(digits) < 310 else math.copysign(math.inf, -1 if digits[0] == "-" else 1)


def _python_call(text: str) -> dict[str, Any]:
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError) as error:
        line = getattr(error, "lineno", 1) or 1
        raise ValueError(f"mechanism, line {line} must be a table, JSON or Python; got something else.") from None
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and _name(node.func) in _CALLS]
    if len(calls) != 1:
        raise ValueError(f"mechanism must be a file with one call of {' or '.join(_CALLS)}; got {len(calls)} of them.")
    call = calls[0]
    try:
        given = {
            "args": [ast.literal_eval(argument) for argument in call.args],
            "named": {str(each.arg): ast.literal_eval(each.value) for each in call.keywords},
        }
        json.dumps(given)
    except (ValueError, TypeError, SyntaxError):
        raise ValueError(
            f"mechanism, line {call.lineno} must be a call with numbers and lists only, as nothing is executed; "
            "got an expression."
        ) from None
    return {"name": _name(call.func), **given, "labels": _labels(tree)}


def _labels(tree: ast.Module) -> tuple[Any, Any]:
    """What ``inputs, outputs = …`` assigns, () each without it."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]).strip("()") == "inputs, outputs":
            with suppress(ValueError, TypeError, SyntaxError):
                pair = ast.literal_eval(node.value)
                if isinstance(pair, tuple) and len(pair) == 2 and json.dumps(pair):
                    return pair
    return (), ()


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


if __name__ == "__main__":
    _main(sys.argv[1])
