// A type is gone before the modules run.
import type { Order } from './order';

export const customerName = (id: Order['id']) => `customer ${id}`;
