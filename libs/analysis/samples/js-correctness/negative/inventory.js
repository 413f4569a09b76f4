import { warehouse } from './warehouse.js';

const LIMIT = 100;

export function reserve(items, customer) {
  let total = 0;
  for (let i = items.length - 1; i >= 0; i--) {
    total += items[i].price;
  }
  if (customer === null || total > LIMIT) {
    return 0;
  }
  let match;
  const words = /\w+/g;
  while ((match = words.exec(customer.name))) {
    warehouse.log(match[0]);
  }
  return total;
}

export const defaults = {
  currency: 'EUR',
  region: 'eu',
  'currency-code': 978,
};

export function status(order) {
  switch (order.state) {
    case 'paid':
    case 'packed':
      return 'ready';
    default:
      return 'unknown';
  }
}

export const isMissing = (price) => Number.isNaN(price) || typeof price === 'undefined';

export function parse(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error('not an order', { cause: error });
  } finally {
    warehouse.log('parsed');
  }
}

export const has = (map, key) => !(key in map) && (map?.entries ?? []).length > 0;

export const withoutSecret = ({ secret, ...rest }) => rest;

export class Square {
  #side = 0;

  get side() {
    return this.#side;
  }

  set side(value) {
    this.#side = value;
  }
}

for (;;) {
  if (warehouse.closed()) break;
}
