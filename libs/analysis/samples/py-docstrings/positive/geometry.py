class Shape:
    pass


def area(width, height):
    return width * height


def volume(width, height, depth):
    """ compute the volume of a box.

    args:
        width: along the x axis
        height: along the y axis

    Returns
    --
    """
    return width * height * depth


def distance(a, b):
    """distance(a, b) -> float"""
    return b - a


def escape(text):
    """Replaces \d by digits."""
    return text


def nothing():
    """"""
