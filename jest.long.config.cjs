const base = require('./jest.config.cjs');
const { globs, long } = require('./test/support/lanes.cjs');

// What takes long and concerns one subject: see test/support/lanes.cjs.
module.exports = { ...base, testMatch: globs(long) };
