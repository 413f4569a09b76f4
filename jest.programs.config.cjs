const { delimiter, join } = require('node:path');
const base = require('./jest.config.cjs');
const { globs, programs } = require('./test/support/lanes.cjs');

// Where `npm run programs:install` puts what apt-get does not.
process.env.PATH += `${delimiter}${join(__dirname, 'node_modules/.cache/programs')}`;

// Engines that start programs of others: see test/support/lanes.cjs.
module.exports = { ...base, testMatch: globs({ programs }) };
