import sys

from __future__ import annotations

__all__ = ["report", "missing"]


def report(rows, name):
    print(f"no placeholder")
    print("%s %s" % (name,))
    print("%(name)s" % {"nam": name})
    print("{} {1}".format(name, name))
    print("{} {}".format(name))
    print("{}".format(name, rows))
    print >> sys.stderr, name
    if name is "total":
        return undefined_name
    if (name, "must not be empty"):
        assert (rows, "no rows")
    for sys in rows:
        print(sys)
    raise NotImplemented


PRICES = {"book": 1, "pen": 2, "book": 3}


def count():
    print(total)
    total = 3
    try:
        return total
    except:
        return 1
    except ValueError:
        return 2
