import type { Row } from './score';

const percent = (rate: number | undefined): string => (rate === undefined ? '–' : rate.toFixed(2));
const cells = ({ rates: { found, mistaken, difference } }: Row): string =>
  [found, mistaken, difference].map(percent).join(' / ');

/** A row for each weakness and share, with three rates of each tool: found, mistaken, and their difference. */
export function tableOf(tools: readonly { readonly name: string; readonly rows: readonly Row[] }[]): string {
  const [first] = tools;
  if (first === undefined) return 'no tool was run\n';
  const heading = ['weakness', 'share', 'real', 'safe', ...tools.map(({ name }) => name)];
  const lines = first.rows.flatMap((row, index) => {
    const { weakness, share, rates } = row;
    if (rates.real + rates.safe === 0) return [];
    return [[weakness, share, String(rates.real), String(rates.safe), ...tools.map(({ rows }) => cells(rows[index]!))]];
  });
  return [heading, heading.map(() => '---'), ...lines].map((line) => `| ${line.join(' | ')} |\n`).join('');
}
