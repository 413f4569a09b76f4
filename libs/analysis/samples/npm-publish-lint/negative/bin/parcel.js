#!/usr/bin/env node
import { weigh } from '../lib/index.js';

console.log(weigh({ items: [{ grams: Number(process.argv[2]) }] }));
