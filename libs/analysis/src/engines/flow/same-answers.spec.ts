import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const COMPILED = join(__dirname, '../../../../../test/support/compile-typescript.cjs');

/** The findings about the files of a process with so many kilobytes of stack, three times. */
async function saidWith(stack: number, tree: Readonly<Record<string, string>>): Promise<string[][]> {
  const child = fork(join(__dirname, 'test/said-process.ts'), { execArgv: [`--stack-size=${stack}`, '-r', COMPILED] });
  try {
    child.send(tree);
    const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`it ended with ${code}`)));
    const [said] = (await Promise.race([once(child, 'message'), ended])) as [string[][]];
    return said;
  } finally {
    child.kill('SIGKILL');
  }
}

const many = <Item>(length: number, item: (index: number) => Item): Item[] =>
  Array.from({ length }, (_, index) => item(index));

const FILES = 400;
const numbered = (index: number): string => String(index).padStart(3, '0');
/** Each file imports the next one. */
const chain = many(FILES, (index) => [
  `m${numbered(index)}.js`,
  `const { run${numbered(index + 1)} } = require('./m${numbered(index + 1)}');
const { exec } = require('node:child_process');
const app = require('express')();
function run${numbered(index)}(rows) {
  exec('ls -l');
  return run${numbered(index + 1)}(rows);
}
app.get('/', (req) => {
  exec(req.query.q);
});
module.exports = { run${numbered(index)} };
`,
]);

const nested = (open: string, within: string, close: string, times: number): string =>
  `${`${open}\n`.repeat(times)}${within}\n${`${close}\n`.repeat(times)}`;

const call = (index: number) => nested('g(1,', `f${index + 1}(x)`, ')', 60);
/** Each function calls the next one within sixty other calls. */
const calls = many(13, (index) => `function f${index}(x) { return ${call(index)}; }\n`).join('');

const TREE: Readonly<Record<string, string>> = {
  ...Object.fromEntries(chain),
  'calls.js': `${calls}export { f0 };\n`,
  'callbacks.js': nested('g(() => {', 'g();', '});', 220),
  'ifs.js': `export function f(x) {\n${nested('if (x) {', 'g(x);', '}', 450)}}\n`,
  'sums.js': `export const f = (x) => ${'x && '.repeat(700)}x;\n`,
};

describe('data flow', () => {
  it('says the same, whatever the stack holds, the order of files is, and was compiled before', async () => {
    const small = await saidWith(650, TREE);
    const large = await saidWith(3_900, TREE);
    const [first, ...others] = [...small, ...large] as [string[], ...string[][]];
    for (const each of others) expect(each).toEqual(first);
    const ofKind = (kind: string) => first.filter((each) => each.startsWith(`["${kind}"`));
    expect(ofKind('finding')).toHaveLength(FILES);
    expect(ofKind('safe').length).toBeGreaterThanOrEqual(FILES);
    const unfinished = ofKind('unreadable').map((each) => (JSON.parse(each) as string[]).slice(2));
    expect(unfinished).toEqual([
      ['callbacks.js', 'nested too deeply'],
      ['ifs.js', 'nested too deeply'],
      ['calls.js', expect.stringMatching(/^not followed to the end, because it takes too many steps or/)],
      ['sums.js', expect.stringMatching(/^not followed to the end, because it takes too many steps or/)],
    ]);
  }, 120_000);
});
