import { price } from './price';
import { formatDate } from '@/dates';

console.log(price(1), formatDate(new Date()));
