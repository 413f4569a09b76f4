import functools
import subprocess
import sys
from unittest import mock


class Order:
    def __init__(self, name):
        super().__init__()
        self.name = "order"
        self.kind = str
        self.title = f"{name} {self.name}"
        self.template = "{} {}".format
        self.text = str(name)


@functools.cache
def read(path: str | None, other: int | str) -> list[int]:
    try:
        with open(path, "w") as file:
            print(file.name)
    except OSError:
        subprocess.run(["ls"], text=True, capture_output=True)
    if sys.version_info < (3, 12):
        return [other]
    return mock.seen


def each(rows: dict[str, int]):
    yield from rows
