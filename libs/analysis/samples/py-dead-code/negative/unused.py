import os
import sys

__all__ = ["os", "total"]


def total(rows):
    # The rows of a total add up: see the second part of the report.
    count = len(rows)
    first, _second = rows
    for row in rows:
        if row:
            break
    else:
        print("nothing", count)
    print(first)


class Empty:
    pass


class Order:
    name = "a"

    def size(self):
        return sys.getsizeof(self)

    def clear(self):
        raise NotImplementedError


def has_http2() -> bool:
    try:
        import h2
    except ImportError:
        return False
    return True
