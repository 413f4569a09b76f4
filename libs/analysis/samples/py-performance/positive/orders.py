def summary(orders, prices):
    ids = set([order.id for order in orders])
    pairs = dict([(order.id, order) for order in orders])
    numbers = list([1, 2])
    latest = list(sorted(orders))
    copy = [order for order in orders]
    names = list(map(lambda order: order.name, orders))
    paid = any([order.paid for order in orders])
    first = list(orders)[0]
    odd = set([1, 3])
    totals = []
    for order in list(orders):
        if order.paid:
            totals.append(order.total)
    for name, _price in prices.items():
        print(name)
    for name in prices:
        print(prices[name])
    if "pen" in prices.keys():
        totals = sorted(list(totals))
    by_name = {}
    for order in orders:
        by_name[order.name] = order.total
    all_orders = []
    for order in orders:
        all_orders.append(order)
    return ids, pairs, numbers, latest, copy, names, paid, first, odd, by_name, all_orders
