def summary(orders, prices):
    ids = {order.id for order in orders}
    pairs = {order.id: order for order in orders}
    latest = sorted(orders)
    names = [order.name for order in orders]
    paid = any(order.paid for order in orders)
    first = next(iter(orders))
    second = list(orders)[1]
    odd = {1, 3}
    totals = [order.total for order in orders if order.paid]
    for order in list(orders):
        if order.late:
            orders.remove(order)
    for name in prices:
        print(name)
    for name, price in prices.items():
        print(name, price)
    if "pen" in prices:
        totals = sorted(totals)
    all_orders = list(orders)
    return ids, pairs, latest, names, paid, first, second, odd, totals, all_orders
