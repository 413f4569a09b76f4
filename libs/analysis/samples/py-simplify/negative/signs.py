def differs(left, right):
    return left == right


def name(given, fallback):
    return given if given else fallback
