import { warehouse } from './warehouse.js';

const LIMIT = 100;
const debugLevel = 2;

export function reserve(items, customer) {
  debugger;
  LIMIT = items.length;
  let total = 0;
  for (let i = items.length; i > 0; i++) {
    total += items[i].price;
  }
  if (total > 0 || (customer = null)) {
    return 0;
  }
  return total;
  warehouse.log(total);
}

export const defaults = {
  currency: 'EUR',
  region: 'eu',
  currency: 'USD',
};

export function status(order) {
  switch (order.state) {
    case 'paid':
      return 'ready';
    case 'packed':
      return 'ready';
    case 'paid':
      return 'done';
    default:
      return 'unknown';
  }
}

export function isMissing(price) {
  return price === NaN || typeof price === 'undefned';
}

export function parse(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw error;
  } finally {
    return undefined;
  }
}

export function has(map, key) {
  if (!key in map) return false;
  return (map?.entries)[key].length > 0 && (map?.index).first;
}

warehouse.total === 3;
