const base = require('./jest.test.config.cjs');
const { globs, ofRules } = require('./test/support/lanes.cjs');

// What another Node.js may break: the drivers of the stores, threads and processes, the whole service.
module.exports = {
  ...base,
  testMatch: [...base.testMatch, ...globs({ ofRules }).map((glob) => `!${glob}`)],
};
