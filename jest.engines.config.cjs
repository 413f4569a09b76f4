const base = require('./jest.config.cjs');

// The adapters on real servers, which `npm run engines:install` puts into a cache folder: see scripts/engines.
module.exports = {
  ...base,
  testMatch: ['**/*.engines.spec.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/samples/'],
  globalSetup: '<rootDir>/test/support/engines/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/engines/global-teardown.ts',
  testTimeout: 240_000,
  // The servers need a processor, too.
  maxWorkers: 1,
};
