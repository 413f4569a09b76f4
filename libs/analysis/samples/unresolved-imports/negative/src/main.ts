import { readFile } from 'node:fs';
import lodash from 'lodash';
import { total } from './total.js';
import { price } from '@/price';
import './main.css';
import icon from './icon.svg?inline';
import { client } from '../generated/client';
import { outside } from '../../outside';

console.log(readFile, lodash, total, price, icon, client, outside, await import('./lazy'));
