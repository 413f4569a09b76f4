import { runWithMadeUpPrograms } from '../../../test/made-up-program';
import { flowTools } from '../../catalogue/flow';
import { engine } from './flow.engine';
import { State } from './interpret/state';
import { type Methods, countedCalls } from './test/counted';

const javascript = flowTools.find(({ id }) => id === 'js-data-flow')!;
const sizes = [150, 300, 600] as const;

const times = (size: number, line: (at: number) => string, between = '\n') =>
  Array.from({ length: size }, (_, at) => line(at)).join(between);

const list = (size: number) => `const all = [${times(size, () => '\nq', ',')}];`;
const map = (size: number) => `const all = {${times(size, (at) => `\nk${at}: q`, ',')}};`;

/** Maps and states that are asked, and entries of maps that are visited. */
const VISITS: Methods = [
  [Object.getPrototypeOf(new Map().entries()), 'next'],
  [Map.prototype, 'get'],
  [State.prototype, 'object'],
];

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
      visits.push(await countedCalls(VISITS, () => runWithMadeUpPrograms(engine, javascript, {}, { 'a.js': text })));
    }
    // Twice the size takes twice the work, or a little more; if each statement looked through all, four times.
    const [small, middle, large] = visits as [number, number, number];
    expect((large - middle) / (middle - small)).toBeLessThan(3);
  });
});
