from __future__ import annotations

import sys

__all__ = ["report"]


def report(rows: list[Row], name):
    print(f"{name}")
    print("%s %s" % (name, rows))
    print("%(name)s" % {"name": name})
    print("{0} {1}".format(name, name))
    print(name, file=sys.stderr)
    if name == "total" or name is None:
        raise NotImplementedError
    assert rows, "no rows"
    return PRICES, ExceptionGroup


class Row:
    pass


PRICES = {"book": 1, "pen": 2, "ink": 3}


def count(total=0):
    try:
        return total
    except ValueError:
        return 2
