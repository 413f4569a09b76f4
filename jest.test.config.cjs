const base = require('./jest.config.cjs');
const { globs, long, tries } = require('./test/support/lanes.cjs');

// What every change passes before it is pushed: see test/support/lanes.cjs.
module.exports = {
  ...base,
  testMatch: ['**/*.spec.ts', ...globs({ ...long, tries }).map((glob) => `!${glob}`)],
};
