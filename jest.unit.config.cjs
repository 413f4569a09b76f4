const base = require('./jest.config.cjs');

// For the loop between editing and testing: rules of the business, projections, units and the contracts on SQLite. No
// spec here starts a process or the service, or needs seconds for large ledgers and backups.
module.exports = {
  ...base,
  roots: ['<rootDir>/apps', '<rootDir>/libs', '<rootDir>/projections', '<rootDir>/workflows'],
  testPathIgnorePatterns: [
    ...base.testPathIgnorePatterns,
    '<rootDir>/apps/cli/src/(baseline-reference|cli|program|unconfined).spec.ts',
    '<rootDir>/apps/cli/src/commands/',
    '<rootDir>/libs/analysis/src/engines/',
    '<rootDir>/libs/billing/test/opening-',
    '<rootDir>/libs/event-store/src/sqlite/(backup|processes|database-file).spec.ts',
    '<rootDir>/libs/runtime/',
    '<rootDir>/libs/sandbox/',
    '<rootDir>/libs/scanning/(test|src/activities)/',
    '<rootDir>/libs/targets/',
  ],
};
