const base = require('./jest.config.cjs');

// Whole sessions with every tool on targets that attack, and on each kind of target that is fetched, from real servers,
// with the clones of hostile repositories: minutes of processor time, so not part of `npm test`.
module.exports = {
  ...base,
  roots: ['<rootDir>/test/hostile', '<rootDir>/test/targets', '<rootDir>/libs/targets/src/repository'],
  testPathIgnorePatterns: ['/node_modules/', '/samples/'],
  testTimeout: 240_000,
  // Each engine and browser of such a session takes a processor.
  maxWorkers: '100%',
};
