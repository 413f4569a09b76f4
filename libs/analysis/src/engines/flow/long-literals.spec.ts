import { runWithMadeUpPrograms } from '../../../test/made-up-program';
import { flowTools } from '../../catalogue/flow';
import { engine } from './flow.engine';
import { State } from './interpret/state';

const javascript = flowTools.find(({ id }) => id === 'js-data-flow')!;
const sizes = [150, 300, 600] as const;

const times = (size: number, line: (at: number) => string, between = '\n') =>
  Array.from({ length: size }, (_, at) => line(at)).join(between);

const list = (size: number) => `const all = [${times(size, () => '\nq', ',')}];`;
const map = (size: number) => `const all = {${times(size, (at) => `\nk${at}: q`, ',')}};`;

/** Calls work, and counts how often maps and states are asked meanwhile, and how many entries of maps are visited. */
async function counted(work: () => Promise<unknown>): Promise<number> {
  let visits = 0;
  const entries = Object.getPrototypeOf(new Map().entries());
  const methods = [
    [entries, 'next'],
    [Map.prototype, 'get'],
    [State.prototype, 'object'],
  ] as const;
  const real = methods.map(([of, name]) => of[name]);
  for (const [index, [of, name]] of methods.entries())
    of[name] = function (this: unknown, ...args: unknown[]) {
      visits += 1;
      return real[index].apply(this, args);
    };
  try {
    await work();
  } finally {
    for (const [index, [of, name]] of methods.entries()) of[name] = real[index];
  }
  return visits;
}

const programOf = (body: string) =>
  `import express from 'express';\nimport { exec } from 'child_process';\n` +
  `express().get('/', (req, res) => {\nconst q = req.query.q;\n${body}\nexec(q);\n});\n`;

describe('long literals', () => {
  it.each([
    [
      'a list of lists that is given to calls',
      (size: number) => list(size).replaceAll('\nq', '\n[q]'),
      () => 'use(all);',
    ],
    ['a list that loops go through', list, () => 'for (const each of all) use(each);'],
    ['a list whose elements are joined', list, () => "use(all.join(','));"],
    ['a list whose elements are given to functions', list, () => 'all.map((each) => each);'],
    ['a list that is copied', list, (at: number) => `const x${at} = [...all];`],
    ['a map that is copied', map, (at: number) => `const x${at} = { ...all };`],
    ['a map that is asked for any key', map, () => 'use(all[q]);'],
  ])('are looked through once, however many statements use them: %s', async (_, literal, statement) => {
    const visits: number[] = [];
    for (const size of sizes) {
      const text = programOf(`${literal(size * 4)}\n${times(size, statement)}`);
      visits.push(await counted(() => runWithMadeUpPrograms(engine, javascript, {}, { 'a.js': text })));
    }
    // Twice the size takes twice the work, or a little more; if each statement looked through all, four times.
    const [small, middle, large] = visits as [number, number, number];
    expect((large - middle) / (middle - small)).toBeLessThan(3);
  });
});
