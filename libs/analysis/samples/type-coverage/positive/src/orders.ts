import { connect } from 'some-database';

interface Order { id: number; note: any }

export function total(orders: any[]) {
  return orders.reduce((sum, order) => sum + order.amount, 0);
}

export function load(id) {
  return connect().load(id);
}

export const parse = (text: string): Order => {
  const value: any = JSON.parse(text);
  return value;
};
