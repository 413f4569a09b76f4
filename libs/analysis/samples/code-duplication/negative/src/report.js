import { summarise } from './orders.js';

export function report(orders) {
  const lines = [];
  for (const order of orders) {
    if (order.cancelled) continue;
    lines.push(`${order.customer} ${order.amount}`);
  }
  return { lines, best: summarise(orders) };
}
