class Shape:
    """Something with an area."""


def area(width, height):
    """Compute the area of a rectangle.

    Args:
        width: along the x axis
        height: along the y axis

    Returns:
        The area, in square metres.
    """
    return width * height


def distance(a, b):
    """Return how far b is from a."""
    return _sign(b - a)


def _sign(number):
    return number > 0


def escape(text):
    r"""Replace \d by digits."""
    return text
