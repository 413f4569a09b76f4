import { customerName } from './customer';

export interface Order { id: number; prices: number[] }

export const describeOrder = (order: Order) => `Order of ${customerName(order.id)}`;
