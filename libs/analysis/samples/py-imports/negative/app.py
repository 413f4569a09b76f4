"""An application."""
from __future__ import annotations

import json
import os
import sys
from os import path
from typing import TYPE_CHECKING

import numpy as np
from shapes import circle

try:
    import late
except ImportError:
    late = None

if TYPE_CHECKING:
    from decimal import Decimal


def total(price: Decimal) -> Decimal:
    import lazy

    return lazy.total(price, json, os, sys, path, np, circle, late)
