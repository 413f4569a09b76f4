import * as handlers from './handlers.js';

const ORDER = /^order-\d+$/;

export async function sync(orders, name) {
  await Promise.all(orders.map((order) => fetch(`/orders/${order.id}`)));
  const byId = Object.fromEntries(orders.map((order) => [order.id, order]));
  return ORDER.test(name) ? handlers.open(byId) : null;
}

export const Page = () => <script src="https://example.com/late.js" async />;
