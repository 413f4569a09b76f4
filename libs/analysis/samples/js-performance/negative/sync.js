const ADMINS = new Set(['ada', 'grace', 'linus']);

export async function sync(orders) {
  await Promise.all(orders.map((order) => fetch(`/orders/${order.id}`)));
  for await (const chunk of (await fetch('/orders')).body) {
    orders.push(chunk);
  }
  const byId = Object.fromEntries(orders.map((order) => [order.id, order]));
  const first = orders.find((order) => order.paid);
  const lines = orders.flatMap((order) => order.lines);
  const late = orders.some((order) => order.late);
  const customers = new Set(orders.map((order) => order.customer)).size;
  return { byId, first, lines, late, customers, copy: [...orders, first] };
}

export const isAdmin = (users) => users.filter((user) => ADMINS.has(user.name));
