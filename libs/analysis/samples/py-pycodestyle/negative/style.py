def check(value, other):
    if value is None:
        return 1
    if other:
        x = 1
        y = 2
    if value not in other:
        def line():
            return 3
    if value is not other:
        return isinstance(value, type(other))
    pattern = r"\d+"
    return pattern, x, y, line, "a line of a length that nobody needs to scroll for, even if it is a bit longer than others"


class Item:
    def open(self):
        return self == None.__class__
