import { suitesOf } from './jest-summary';

describe('the closing lines of Jest', () => {
  it('say how many suites passed', () => {
    const output = `PASS test/e2e/a.spec.ts

Test Suites: 249 passed, 249 total
Tests:       2 skipped, 3120 passed, 3122 total
Snapshots:   0 total
`;
    expect(suitesOf(output)).toEqual({ passed: 249, failed: 0, total: 249 });
  });

  it('say how many failed, beside those that were left out', () => {
    expect(suitesOf('Test Suites: 2 failed, 1 skipped, 246 passed, 248 of 249 total\n')).toEqual({
      passed: 246,
      failed: 2,
      total: 249,
    });
  });

  it('are the last ones, where a test prints some of its own', () => {
    expect(suitesOf('Test Suites: 1 passed, 1 total\nTest Suites: 3 passed, 3 total\n')).toEqual({
      passed: 3,
      failed: 0,
      total: 3,
    });
  });

  it('are missing where Jest was ended', () => {
    expect(suitesOf('PASS test/e2e/a.spec.ts\n')).toBeUndefined();
  });
});
