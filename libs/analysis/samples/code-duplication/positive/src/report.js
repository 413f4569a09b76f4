import { format } from './format.js';

export const title = (name) => format(name);

export function summarise(orders) {
  const totals = new Map();
  for (const order of orders) {
    // Nobody pays for these.
    if (order.cancelled) continue;
    const known = totals.get(order.customer) ?? { count: 0, amount: 0 };
    totals.set(order.customer, { count: known.count + 1, amount: known.amount + order.amount });
  }
  const rows = [...totals].map(([customer, total]) => ({ customer, ...total }));
  rows.sort((a, b) => b.amount - a.amount || a.customer.localeCompare(b.customer));
  return rows.slice(0, 10).map((row, index) => ({ rank: index + 1, ...row }));
}
