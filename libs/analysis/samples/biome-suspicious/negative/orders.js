import { limit } from './limits.js';

export function check(order, rows) {
  if (order.total === 3 || order.note == null) {
    return Number.isNaN(order.total);
  }
  const first = rows[0];
  switch (first.state) {
    case 'paid':
    case 'packed':
      order.send();
      break;
    case 'sent':
      return 1;
  }
  try {
    order.save();
  } catch (error) {
    // saved the next time
  }
  if (!('name' in order)) return limit;
  rows.forEach((row) => row.open());
  return rows.map((row) => row.total);
}

export const defaults = { a: 1, b: 2 };
export const label = `Order ${defaults.a}`;
export const circle = Math.PI;
export const load = new Promise((resolve) => resolve(1));

export class Order {
  get total() {
    return this.count();
  }

  count() {
    return Array.isArray(defaults) && Object.hasOwn(defaults, 'a');
  }
}
