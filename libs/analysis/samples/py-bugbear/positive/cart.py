import asyncio
import functools
import itertools
import logging
import os
import threading
from abc import ABC

import pytest


class Cart(ABC):
    __slots__ = ("items",)

    def __init__(self):
        self.total = 0
        return None

    def __len__(self, extra):
        return extra

    def __str__(self):
        return 1

    def clear(self):
        pass

    @functools.lru_cache
    def price(self, item):
        return item


def add(item, cart=[], now=os.getcwd()):
    cart.append(item)
    item.count == 1
    item.name
    ++item.count
    getattr(item, "name")
    setattr(item, "name", now)
    return cart


def callbacks(items):
    found = []
    for item in items:
        found.append(lambda: item.name)
    for items in items:
        print(items)
    return found


def check(value, items):
    name = value.strip("www.")
    assert (value, "must not be empty") or "always"
    assert "text"
    value = value
    if value == value:
        raise "no value"
    with pytest.raises(Exception):
        logging.info("%s %s", value)
        logging.info("%s", value, name)
    for _key, group in itertools.groupby(items):
        print(list(group))
        print(list(group))
    try:
        os.getenv(1)
    except (ValueError or TypeError):
        pass
    except ():
        pass
    return {1, 2, 1}, {"key": item for item in items}, "%d" % "one", os.environ.get("PORT", 80)


async def main():
    asyncio.create_task(check(1, []))
    with threading.Lock():
        return dict.fromkeys([1, 2], [])


__all__ = ["Cart", 3]
os.environ = {}
