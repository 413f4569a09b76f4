def names(items):
    found = [item.name for item in items]
    unique = {item.name for item in items}
    prices = {item.name: item.price for item in items}
    for name, price in prices.items():
        print(name, price)
    for item in items:
        print(item)
    return found, unique, sorted(items, reverse=True), (1, 2)
