import { connect } from 'some-database';

interface Order { id: number; amount: number; note: unknown }

export function total(orders: readonly Order[]) {
  return orders.reduce((sum, order) => sum + order.amount, 0);
}

export function load(id: number): Promise<Order> {
  return connect().load(id).then((row) => row.order);
}

export const parse = (text: string): unknown => JSON.parse(text) as unknown;
