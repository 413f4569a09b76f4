const base = require('./jest.test.config.cjs');
const { beyondUnit, globs } = require('./test/support/lanes.cjs');

// For the loop between editing and testing: rules of the business, projections and units. No spec here starts a process
// or the service, or needs seconds for large ledgers and backups.
module.exports = {
  ...base,
  roots: ['<rootDir>/apps', '<rootDir>/libs', '<rootDir>/projections', '<rootDir>/workflows'],
  // Each worker loads the sources, and none of them waits for anything but a processor.
  maxWorkers: '100%',
  testMatch: [...base.testMatch, ...globs({ beyondUnit }).map((glob) => `!${glob}`)],
};
