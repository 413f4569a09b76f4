import { limit } from './limits.js';

export function check(order, rows) {
  debugger;
  if (order.total == '3') {
    return order.total === order.total;
  }
  if ((order = rows[0])) {
    order.then = 1;
  }
  switch (order.state) {
    case 'paid':
      order.send();
    case 'sent':
      return 1;
    case 'paid':
      return 2;
  }
  if (order.open) {
    return 3;
  } else if (order.open) {
    return 4;
  }
  try {
    order.save();
  } catch (error) {
    error = null;
  }
  if (!'name' in order || order.balance === -0) {
  }
  return rows.map((row) => {
    if (row.open) return row;
  });
}

export const defaults = { a: 1, b: 2, a: 3 };
export const points = [1, , 2];
export const label = 'Order ${defaults.a}';
export const circle = 3.14159;
export const load = new Promise(async (resolve) => resolve(1));

export class Order {
  get total() {
    this.count();
  }

  count() {}

  count() {
    return points instanceof Array && points.hasOwnProperty('a');
  }
}

limit = 3;
Order = null;
export const wide = /[👍]/;
let undefined = 1;

export function close(order, order) {
  order.total += order.total + 1;
  return { ...order } || null;
}

close = null;
Array = close;
var state = 1;
var state = 2;
