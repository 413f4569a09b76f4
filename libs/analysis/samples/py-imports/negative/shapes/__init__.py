from .circle import *
from .square import Square

__version__ = "1"

from .late import Late
