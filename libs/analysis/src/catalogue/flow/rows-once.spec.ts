import { flowTools } from './index';
import type { FlowRows, FlowSettings } from './rows';

/** The rows of a tool that stand more than once in its files. */
const repeated = (rows: readonly FlowRows[]): string[] => {
  const all = rows.flatMap(({ sinks = [], settings = [], sanitizers = [] }) => [...sinks, ...settings, ...sanitizers]);
  const written = all.map((row) => JSON.stringify(row));
  return [...new Set(written.filter((row, index) => written.indexOf(row) !== index))];
};

/** The paths for which one file of a tool takes back the other name that another file gives. */
function renamed(rows: readonly FlowRows[]): string[] {
  const names = new Map<string, string>();
  return rows.flatMap(({ aliases = {} }) =>
    Object.entries(aliases).flatMap(([path, name]) => {
      const known = names.get(path) ?? name;
      names.set(path, name);
      return known === name ? [] : [`${path}: ${known} and ${name}`];
    }),
  );
}

describe.each(flowTools.map(({ id, settings }) => [id, (settings as unknown as FlowSettings).rows] as const))('the rows of %s', (_, rows) => {
  it('stand once each', () => expect(repeated(rows)).toEqual([]));

  it('give a path one other name', () => expect(renamed(rows)).toEqual([]));
});
