const { weigh } = require('../lib/index.js');

console.log(weigh({ items: [{ grams: Number(process.argv[2]) }] }));
