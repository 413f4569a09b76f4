import sys


def names(items):
    found = list(item.name for item in items)
    unique = set(item.name for item in items)
    by_name = dict((item.name, item) for item in items)
    pair = tuple([1, 2])
    copied = list([item for item in items])
    ordered = sorted([item for item in items])
    newest = sorted(items[::-1])
    for size in list((1, 2, 3)):
        print(size, newest)
    prices = {}
    for name, price in items:
        prices[name] = price
    for name in prices:
        print(prices[name])
    return found, unique, by_name, pair, copied, ordered
