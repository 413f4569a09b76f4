const { weigh } = require('../lib/index.js');

if (weigh({ items: [{ grams: 2 }] }) !== 2) throw new Error('weighs wrong');
