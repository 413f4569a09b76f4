def texts(name, count):
    print("%(name)s is there" % {"name": name})
    print("%s is %d" % (name, count))
    print("%*d" % (count, 3))
    print("100 %% %s" % name)
    print("{0} {1}".format(name, count))
    print("{{ {name}".format(name=name))


def unpack():
    first, *rest = range(4)
    return first, rest


def price(amount: "list[int]", count: int = 1) -> "list[int]":
    return amount * count
