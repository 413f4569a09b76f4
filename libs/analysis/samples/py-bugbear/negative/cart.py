import asyncio
import functools
import itertools
import logging
import os
import threading
from abc import ABC, abstractmethod

import pytest

LOCK = threading.Lock()


class Cart(ABC):
    __slots__ = ("items", "total")

    def __init__(self):
        self.total = 0

    def __len__(self):
        return 1

    def __str__(self):
        return "1"

    @abstractmethod
    def clear(self):
        pass


@functools.lru_cache
def price(item):
    return item


def add(item, cart=None, limits=(1, 2)):
    cart = [] if cart is None else cart
    cart.append(item)
    item.count += 1
    getattr(item, "name", None)
    return cart, limits


def callbacks(items):
    found = []
    for item in items:
        found.append(lambda item=item: item.name)
    return found


def check(value, items):
    name = value.removeprefix("www.")
    assert value, "must not be empty"
    with pytest.raises(ValueError):
        logging.info("%s %s", value, name)
    for _key, group in itertools.groupby(items):
        members = list(group)
        print(members, members)
    try:
        os.getenv("HOME")
    except (ValueError, TypeError):
        pass
    return {1, 2}, {item.key: item for item in items}, "%d" % 1, os.environ.get("PORT", "80")


async def main():
    task = asyncio.create_task(check(1, []))
    with LOCK:
        return dict.fromkeys([1, 2], 0), task


__all__ = ["Cart"]
os.environ.update({})
