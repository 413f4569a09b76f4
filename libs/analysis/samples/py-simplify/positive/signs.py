def differs(left, right):
    return not left != right


def name(given, fallback):
    return fallback if not given else given
