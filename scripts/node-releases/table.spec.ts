import { tableOf } from './table';
import type { Outcome } from './try-node';

/** The cells of the line that begins with this version. */
const cells = (outcome: Outcome): string[] =>
  tableOf([outcome])
    .split('\n')
    .find((line) => line.includes(outcome.version))!
    .split('│')
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '');

describe('the table', () => {
  it('has a line of figures for each Node.js', () => {
    expect(
      cells({
        version: '24.21.0',
        unsupported: [],
        suites: { passed: 249, failed: 0, total: 249 },
        appends: { oneWriter: 2_268.1, manyWriters: 19_509.7 },
        soak: { sessions: 200, audits: 51, forced: 400, idle: 12 },
        passed: ['install', 'test', 'demo', 'appends', 'soak'],
        failed: [],
      }),
    ).toEqual([
      '24.21.0',
      'passed',
      '0',
      'passed: 249 of 249',
      'passed',
      '2,268; 19,510',
      'passed',
      '200',
      '51',
      '400 forced, 12 idle',
    ]);
  });

  it('tells what failed from what was not run', () => {
    expect(
      cells({
        version: '26.10.0',
        unsupported: [],
        suites: { passed: 247, failed: 2, total: 249 },
        passed: ['install'],
        failed: ['test', 'soak'],
      }),
    ).toEqual(['26.10.0', 'passed', '0', 'FAILED: 2 failed, 247 of 249', '–', '–', 'FAILED', '–', '–', '–']);
  });
});
