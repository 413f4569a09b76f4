import { price } from './price';
console.log(price(1));
