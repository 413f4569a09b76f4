import { timeToBegin, withScriptedPass } from '../../../test/scripted-pass';
import { runPassWithRepair } from './run-with-repair';

const completed = { status: 'completed' };
const died = { status: 'failed', reason: expect.stringMatching(/^the engine was ended by SIG/), timedOut: false };

describe('a pass with repair', () => {
  const run = (does: Record<string, string>, options: { files?: readonly string[]; limits?: object } = {}) =>
    withScriptedPass({ does, ...(options.files && { files: options.files }) }, async (pass, limits) => {
      const told: string[] = [];
      const result = await runPassWithRepair(pass, {
        ...limits,
        onTool: ({ tool }) => told.push(tool),
        ...options.limits,
      });
      expect([...told].sort()).toEqual(pass.tools.map(({ id }) => id).sort()); // each once
      return { ...result, outcomes: Object.fromEntries(result.tools.map(({ tool, outcome }) => [tool, outcome])) };
    });

  it('is one run if nothing breaks', async () => {
    const { outcomes, engine } = await run({ one: 'find', two: 'skip' });
    expect({ outcomes, engine }).toEqual({
      outcomes: { one: completed, two: { status: 'skipped', reason: 'nothing to look at' } },
      engine: { name: 'Scripted', version: '1.0.0' },
    });
  });

  it('continues without the tool that the engine blamed before it died', async () => {
    const { outcomes } = await run({ faulty: 'fail, then die', one: 'find', two: 'find' });
    expect(outcomes).toEqual({
      faulty: { status: 'failed', reason: 'its rule threw', timedOut: false },
      one: completed,
      two: completed,
    });
  });

  it('finds the tool that kills the engine, so that only this tool fails', async () => {
    const { outcomes, tools } = await run({
      one: 'find',
      two: 'find',
      three: 'find',
      guilty: 'die',
      four: 'find',
      five: 'find',
    });
    expect(outcomes).toEqual({
      one: completed,
      two: completed,
      three: completed,
      guilty: died,
      four: completed,
      five: completed,
    });
    expect(tools.map(({ findings }) => findings.length)).toEqual([1, 1, 1, 0, 1, 1]);
  });

  it('finds a tool that makes the engine throw, and a tool that fills its memory', async () => {
    const { outcomes } = await run(
      { thrower: 'throw', one: 'find', hungry: 'fill the memory', two: 'find' },
      { limits: { memoryMb: 200 } },
    );
    expect(outcomes).toEqual({
      thrower: { status: 'failed', reason: 'the engine broke', timedOut: false },
      one: completed,
      hungry: { status: 'failed', reason: 'needed more than 200 MB of memory', timedOut: false },
      two: completed,
    });
  });

  it('leaves out a file that kills the engine, lists it as unreadable, and analyses the other files', async () => {
    const { outcomes, tools } = await run({ one: 'find', two: 'find' }, { files: ['a.js', 'deadly.js', 'z.js'] });
    expect(outcomes).toEqual({ one: completed, two: completed });
    for (const { findings, unreadable, unreadableCount } of tools) {
      expect(findings.map(({ file }) => file)).toEqual(['a.js', 'z.js']);
      expect(unreadable).toEqual([
        {
          file: 'deadly.js',
          reason: expect.stringMatching(/^the engine died on this file: the engine was ended by SIG/),
        },
      ]);
      expect(unreadableCount).toBe(1);
    }
  });

  it('leaves out only a few files for an engine that dies on every file', async () => {
    const { outcomes, tools } = await run(
      { one: 'find' },
      { files: Array.from({ length: 10 }, (_, index) => `deadly-${index}.js`) },
    );
    expect(outcomes).toEqual({ one: died });
    expect(tools[0]!.unreadable).toHaveLength(3);
  });

  it('is not repeated after a timeout, and keeps its findings', async () => {
    const timeout = await timeToBegin();
    const { outcomes, tools } = await run({ one: 'find', slow: 'find, then hang' }, { limits: { timeout } });
    expect(outcomes).toEqual({
      one: completed,
      slow: { status: 'failed', reason: `timed out after ${timeout} ms`, timedOut: true },
    });
    expect(tools[1]!.findings).toHaveLength(1);
  });

  it('ends in bounded time if all of many tools are guilty', async () => {
    const many = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`tool-${index}`, 'die']));
    const { outcomes } = await run(many);
    expect(new Set(Object.values(outcomes).map((outcome) => outcome.status))).toEqual(new Set(['failed']));
  });

  it('gives each attempt an empty scratch folder', async () => {
    const { outcomes } = await run({ untidy: 'leave things in scratch', one: 'find' });
    expect(outcomes).toEqual({ untidy: died, one: completed });
  });

  it('skips the tools that are not completed when it is canceled', async () => {
    const { outcomes } = await run({ one: 'find', two: 'find' }, { limits: { signal: AbortSignal.abort() } });
    expect(outcomes).toEqual({
      one: { status: 'skipped', reason: 'canceled' },
      two: { status: 'skipped', reason: 'canceled' },
    });
  });
});
