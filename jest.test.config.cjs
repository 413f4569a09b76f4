const base = require('./jest.config.cjs');
const { globs, long, programs, tries } = require('./test/support/lanes.cjs');

// What every change passes before it is pushed: see test/support/lanes.cjs.
module.exports = {
  ...base,
  // One load of each source a process, instead of one a spec file.
  runtime: '<rootDir>/test/support/shared-modules/runtime.cjs',
  testEnvironment: '<rootDir>/test/support/shared-modules/environment.cjs',
  testMatch: ['**/*.spec.ts', ...globs({ ...long, programs, tries }).map((glob) => `!${glob}`)],
};
