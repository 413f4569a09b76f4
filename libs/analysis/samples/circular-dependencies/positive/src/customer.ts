import { total } from './order.js';

export const customerName = (id: number) => `customer ${id}`;

export const spent = (prices: number[]) => total(prices);
