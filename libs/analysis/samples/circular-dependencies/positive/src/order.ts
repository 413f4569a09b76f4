import { customerName } from './customer';

export const total = (prices: number[]) => prices.reduce((sum, price) => sum + price, 0);

export const describeOrder = (id: number) => `Order of ${customerName(id)}`;
