"""Prices of the shop."""

from typing import overload


def total(names: list[str]) -> int:
    """Add the prices up.

    Returns:
        The total in cents.
    """
    return len(names)


@overload
def find(name: str) -> int: ...


@overload
def find(name: int) -> str: ...


def find(name):
    """Find a price, or the name that has it."""
    return name
