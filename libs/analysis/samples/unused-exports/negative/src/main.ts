import discounted, { price } from './price.js';
import { formatDate } from '@/dates';

export { rate } from './price.js';

console.log(discounted({ percent: 1 }), price(1), formatDate(new Date()));
