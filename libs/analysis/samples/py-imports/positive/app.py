from __future__ import annotations

import os, sys
from shapes import *
import numpy
from typing import TYPE_CHECKING
import os.path as path
import json as json

if TYPE_CHECKING:
    from decimal import Decimal

print(os, sys, numpy, path, json, Decimal(3))

import late

print(late)
