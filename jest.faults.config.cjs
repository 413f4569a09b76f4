const base = require('./jest.config.cjs');

// Each test starts the service as a process of its own and kills it, or takes its disk away.
module.exports = {
  ...base,
  roots: ['<rootDir>/test/faults'],
  testPathIgnorePatterns: ['/node_modules/', '/samples/'],
  testTimeout: 240_000,
};
