import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { flowTools } from '../../catalogue/flow';
import { engine } from './flow.engine';
import { Run } from './interpret/run';

const JAVASCRIPT = flowTools.filter(({ id }) => id === 'js-data-flow');

/** How often a function was given something from outside, only to see what it makes safe. */
const probes = async (text: string): Promise<number> => (await probed(text)).asked;

/** The same, with the names of the functions that were run for it. */
async function probed(text: string): Promise<{ readonly asked: number; readonly ran: readonly string[] }> {
  const root = mkdtempSync(join(tmpdir(), 'assay-flow-'));
  const asked = jest.spyOn(Run.prototype, 'safeBy');
  const ran: string[] = [];
  // eslint-disable-next-line @typescript-eslint/unbound-method -- it is called on the run
  const { execute } = Run.prototype;
  const executed = jest.spyOn(Run.prototype, 'execute').mockImplementation(function (this: Run, statements) {
    if (this.isProbing && statements === this.frame.form.body) ran.push(this.frame.form.name);
    execute.call(this, statements);
  });
  try {
    writeFileSync(join(root, 'a.js'), text);
    const file = { staged: 'a.js', path: 'a.js', size: text.length, lines: text.split('\n').length };
    const nothing = () => undefined;
    await engine.run({ engine: 'flow', tools: JAVASCRIPT, root, files: [file], scratch: root } as never, {
      engine: nothing,
      finding: nothing,
      unreadable: nothing,
      completed: nothing,
      failed: nothing,
      skipped: nothing,
      progress: nothing,
      working: nothing,
    });
    return { asked: asked.mock.calls.length, ran };
  } finally {
    asked.mockRestore();
    executed.mockRestore();
    rmSync(root, { recursive: true, force: true });
  }
}

const PARSER =
  'function term(x) {\n  return x > 0 ? factor(x.slice(1)) : x;\n}\nfunction factor(x) {\n  return term(x);\n}\n';

describe('a function that calls itself', () => {
  it('is not asked what it makes safe where nothing comes from outside', async () =>
    expect(await probes(`${PARSER}factor('three');\n`)).toBe(0));

  it('is asked for what does', async () =>
    expect(
      await probes(`${PARSER}require('express')().get('/', (req, res) => res.send(factor(req.query.q)));\n`),
    ).toBeGreaterThan(0));
});

describe('a function that calls itself with input', () => {
  const walk = (body: string) =>
    `function later(x) {\n  return x;\n}\nfunction walk(x, done) {\n  if (x.last) return done(x);\n${body}\n}\n` +
    "require('express')().get('/', (req, res) => res.send(walk(req.query.q)));\n";

  it('is not run to see what it makes safe if it returns nothing, or constants', async () =>
    expect(
      await probes(
        'function walk(x) {\n  if (x.last) return;\n  if (x.next) return null;\n' +
          '  const y = walk(x.next);\n  use(y);\n}\n' +
          "require('express')().get('/', (req, res) => res.send(walk(req.query.q)));\n",
      ),
    ).toBe(0));

  it('is run for that until it has returned the input as it was', async () =>
    expect((await probed(walk('  const y = walk(x.next);\n  return later(y);'))).ran).toEqual(['walk']));

  it('is run to its end if it has not', async () =>
    expect(
      (await probed(walk('  const y = walk(x.next);\n  return later(y);').replace('done(x)', 'Number(x)'))).ran,
    ).toEqual(['walk', 'later']));
});
