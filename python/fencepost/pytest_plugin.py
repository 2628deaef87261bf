"""The fixture `assert_no_races`, with what the project's pytest configuration says about all kernels.

    [tool.pytest.ini_options]
    fencepost_target = "gfx942"
    fencepost_config = "fencepost.json"
"""
from __future__ import annotations

import functools
from typing import Any, Callable, Dict

import pytest

from . import assert_no_races as _assert_no_races


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addini("fencepost_target", "chip of kernels for assert_no_races, stronger than what they say themselves")
    parser.addini("fencepost_config", "the fencepost.json of kernels for assert_no_races, from the folder of pytest's own configuration")


@pytest.fixture
def assert_no_races(request: pytest.FixtureRequest) -> Callable[..., None]:
    """fencepost.assert_no_races, with target and config of pytest's configuration."""
    defaults: Dict[str, Any] = {}
    target, config = request.config.getini("fencepost_target"), request.config.getini("fencepost_config")
    if target:
        defaults["target"] = target
    if config:
        defaults["config"] = request.config.rootpath / config
    return functools.partial(_assert_no_races, **defaults)
