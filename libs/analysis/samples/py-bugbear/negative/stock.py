import contextlib
import itertools
import re
import warnings


def describe(item):
    """What is in an item."""
    return callable(item)


def load(read, names):
    try:
        return read()
    except (ValueError, OSError):
        warnings.warn("no stock", stacklevel=2)
    with contextlib.suppress(ValueError):
        read(*names)
    for first, second in itertools.pairwise(names):
        print(first, second)


def order(total, names):
    names["a"] = 3
    return re.sub("a+", "b", total, flags=re.IGNORECASE)


def lowest(a, b, c):
    return min(a, b, c)


class Shelf:
    def close(self):
        return True


class Box(Shelf):
    __slots__ = ("size",)

    def __init__(self):
        self.size = 1

    def close(self):
        return super().close()


first, second = 1, 2
third = [1, 2, 3][2]
