import Table from 'cli-table3';
import { type Measurement, reached } from './measurement';

export interface Machine {
  readonly processors: number;
  readonly model: string;
  readonly node: string;
  readonly loadBefore: number;
}

export const machineLine = ({ processors, model, node, loadBefore }: Machine): string =>
  `${processors} processors (${model}), Node ${node.slice(1)}, load before the run ` +
  `${loadBefore.toFixed(1)}${loadBefore > 0.5 ? ': something else is running, only the ratios mean anything' : ''}`;

export function tableOf(measurements: readonly Measurement[]): string {
  const table = new Table({
    head: ['measured', 'ours', 'compared with', 'result', 'goal', ''],
    style: { head: [], border: [] },
    colAligns: ['left', 'right', 'right', 'right', 'right', 'left'],
  });
  for (const measurement of measurements) {
    const { name, unit, ours, baseline, result } = measurement;
    const shown = baseline === undefined ? amount(result, unit) : result.toFixed(2);
    table.push([
      name,
      amount(ours, unit),
      baseline === undefined ? '' : amount(baseline, unit),
      shown,
      goalText(measurement),
      VERDICT[String(reached(measurement))],
    ]);
  }
  const notes = measurements.flatMap(({ name, notes = [] }) =>
    notes.length === 0 ? [] : ['', name, ...notes.map((note) => `  ${note}`)],
  );
  return [table.toString(), ...notes].join('\n');
}

const amount = (value: number, unit: string): string =>
  `${unit === 's' ? value.toFixed(1) : Math.round(value).toLocaleString('en')} ${unit}`;

const VERDICT: Readonly<Record<string, string>> = { true: 'pass', false: 'FAIL', undefined: '' };

function goalText({ goal, baseline, unit }: Measurement): string {
  if (!goal) return '';
  const value = 'atLeast' in goal ? goal.atLeast : goal.atMost;
  return `${'atLeast' in goal ? '≥' : '≤'} ${baseline === undefined ? amount(value, unit) : value.toFixed(2)}`;
}
