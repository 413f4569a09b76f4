import os
import sys
from decimal import Decimal


def total(rows):
    # old = rows.total()
    # return old + 1
    count = len(rows)
    limit: int
    first, second = rows
    for row in rows:
        print(row)
    else:
        print("done")
    print(first)
    return


def total(rows):
    """Sum the rows."""
    pass


class Order:
    name = "a"
    name = "b"

    def size(self):
        return sys.getsizeof(self)
