import contextlib
import re
import warnings


def describe(item):
    f"""What is in {item}."""
    return item


def usable(item):
    return hasattr(item, "__call__")


def load(read, names):
    try:
        return read()
    except (ValueError,):
        warnings.warn("no stock")
    try:
        return read(*names, key=1)
    except ValueError:
        return 1
    except OSError:
        return 2
    except ValueError:
        return 3


def close(stock):
    with contextlib.suppress():
        stock.close()


def pairs(names):
    order(total=1, *names)
    for first, second in zip(names, names[1:]):
        print(first, second)


def order(total, names):
    names["a"]: 3
    return re.sub("a+", "b", total, re.IGNORECASE)


def lowest(a, b, c):
    return min(a, min(b, c))


class Shelf:
    def __init__(self):
        return 1


class Shelves(Shelf, Shelf):
    def close(self):
        return super.close()


class Box:
    __slots__ = ("size",)

    def __init__(self):
        self.width = 1


first, first = 1, 2
third = [1, 2, 3][3]
(size := 3)
assert (count := 3) > 2
print(size, count, " a".strip("  a"))


def reload(read):
    try:
        return read()
    except "no stock":
        return None
