from shapes import *


def texts(name, count):
    print("%(name)s %s" % {"name": name})
    print("%s is %s" % {"name": name})
    print("%(name)s" % (name,))
    print("%y" % count)
    print("%(name)s %s" % (name, count))
    print("%*s" % {"name": name})
    print("%s %" % name)
    print("{0} {}".format(name, count))
    print("{".format(name))
    print("{name}".format(name=name, count=count))
    print("%(name)s" % ("a", "b"))


def unpack():
    *first, *second = range(4)
    return first, second


def price(amount: "list[", count: int = 1) -> "int":
    return amount * count
