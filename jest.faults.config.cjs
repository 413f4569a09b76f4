const base = require('./jest.config.cjs');
const { globs, tries } = require('./test/support/lanes.cjs');

/** ASSAY_FAULT_CRASHES=50 ASSAY_FAULT_LEDGERS=150 is what a release is tried with. */
const { ASSAY_FAULT_CRASHES: crashes = 20, ASSAY_FAULT_LEDGERS: ledgers = 60 } = process.env;

// Each test starts the service as a process of its own and kills it, or takes its disk away. Beside these, properties
// that let processes die at random, or try random ledgers or years of schedules.
module.exports = {
  ...base,
  roots: [
    '<rootDir>/test/faults',
    '<rootDir>/libs/automations/test',
    '<rootDir>/libs/scanning/test',
    '<rootDir>/libs/billing/test',
  ],
  testMatch: ['<rootDir>/test/faults/**/*.spec.ts', ...globs({ tries })],
  testPathIgnorePatterns: ['/node_modules/', '/samples/'],
  globals: { crashRuns: Number(crashes), ledgerRuns: Number(ledgers), openCharges: 5_000, dueTimes: 10_000 },
  testTimeout: 240_000,
  // Each test has folders and ports of its own, so that two may run beside each other.
  maxWorkers: 2,
  // What a test that failed half way leaves open must not keep the others' result from being told.
  forceExit: true,
};
