import Table from 'cli-table3';
import type { Step } from './steps';
import type { Outcome } from './try-node';

/** Stands for a step that was not run or not reached. */
const NOTHING = '–';

/** The outcomes, one line per Node.js. */
export function tableOf(outcomes: readonly Outcome[]): string {
  const table = new Table({
    head: [
      'Node.js',
      'install',
      'warnings',
      'suites',
      'demo',
      'appends/s',
      'soak',
      'sessions',
      'audits',
      'collections',
    ],
    style: { head: [], border: [] },
    colAligns: ['left', 'left', 'right', 'left', 'left', 'right', 'left', 'right', 'right', 'right'],
  });
  for (const outcome of outcomes) {
    const { version, unsupported, appends, soak } = outcome;
    table.push([
      version,
      verdict(outcome, 'install'),
      unsupported?.length ?? NOTHING,
      suites(outcome),
      verdict(outcome, 'demo'),
      appends ? `${whole(appends.oneWriter)}; ${whole(appends.manyWriters)}` : verdict(outcome, 'appends'),
      verdict(outcome, 'soak'),
      soak?.sessions ?? NOTHING,
      soak?.audits ?? NOTHING,
      soak ? `${soak.forced} forced, ${soak.idle} idle` : NOTHING,
    ]);
  }
  return `${table.toString()}
Warnings: packages that say that they do not support the Node.js. Appends: durable ones a second by one writer; by 64.
Soak: passed means that the service ended with status 0 at SIGTERM and that its ledger was sound.`;
}

function suites(outcome: Outcome): string {
  const step = [...outcome.passed, ...outcome.failed].includes('platform') ? 'platform' : 'test';
  if (!outcome.suites) return verdict(outcome, step);
  const { passed, failed, total } = outcome.suites;
  return `${verdict(outcome, step)}: ${failed > 0 ? `${failed} failed, ` : ''}${passed} of ${total}`;
}

function verdict({ passed, failed }: Outcome, step: Step): string {
  if (failed.includes(step)) return 'FAILED';
  return passed.includes(step) ? 'passed' : NOTHING;
}

const whole = (value: number): string => Math.round(value).toLocaleString('en');
