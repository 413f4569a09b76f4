# -*- coding: utf-8 -*-
from __future__ import unicode_literals

import functools
import subprocess
import sys
from typing import Dict, List, Optional, Union

import mock


class Order(object):
    def __init__(self, name):
        super(Order, self).__init__()
        self.name = u"order"
        self.kind = type("")
        self.label = "%s-%s" % (name, name)
        self.title = "{} {}".format(name, self.label)
        self.empty = str()


@functools.lru_cache(maxsize=None)
def read(path: Optional[str], other: Union[int, str]) -> List[int]:
    try:
        with open(path, "r") as file:
            print((file.read()))
    except EnvironmentError:
        subprocess.run(["ls"], universal_newlines=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if sys.version_info < (3, 6):
        return [other]
    return mock.seen


def each(rows: Dict[str, int]):
    for row in rows:
        yield row
