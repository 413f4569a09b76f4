import { price } from './price';
import * as dates from './dates';

console.log(price(1), dates.today());
