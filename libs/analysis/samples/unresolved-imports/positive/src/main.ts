import { price } from './prices';
import { total } from './Total';

export { refund } from '../lib/refund.js';

console.log(price, total, await import('./lazy'));
