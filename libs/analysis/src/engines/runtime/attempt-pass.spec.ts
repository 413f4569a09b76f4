import { timeToBegin, withScriptedPass } from '../../../test/scripted-pass';
import type { EnginePass } from '../engine';
import { type PassLimits, attemptPass } from './attempt-pass';

const failed = (reason: unknown, timedOut = false) => ({ status: 'failed', reason, timedOut });

/** One attempt of a pass, with the runs of all its tools in their order. */
async function attempt(pass: EnginePass, limits: PassLimits) {
  const { engine, settled, unsettled, end } = await attemptPass(pass, limits);
  const runs = new Map([...settled.values(), ...unsettled].map((run) => [run.tool, run]));
  return { engine, tools: pass.tools.map(({ id }) => runs.get(id)!), workingOn: end.workingOn };
}

describe('an attempt of a pass', () => {
  const outcomes = (does: Record<string, string>, limits: object = {}, files?: readonly string[]) =>
    withScriptedPass({ does, ...(files && { files }) }, async (pass, defaults) => {
      const run = await attempt(pass, { ...defaults, ...limits });
      return { ...run, outcomes: Object.fromEntries(run.tools.map(({ tool, outcome }) => [tool, outcome])) };
    });

  it('gives each tool its own outcome and findings, and reports each outcome at once', async () => {
    const told: string[] = [];
    const run = await outcomes(
      { finder: 'find', faulty: 'fail', idle: 'skip' },
      { onTool: ({ tool }: { tool: string }) => told.push(tool) },
    );
    expect(run.engine).toEqual({ name: 'Scripted', version: '1.0.0' });
    expect(run.outcomes).toEqual({
      finder: { status: 'completed' },
      faulty: failed('its rule threw'),
      idle: { status: 'skipped', reason: 'nothing to look at' },
    });
    expect(run.tools[0]).toMatchObject({
      findings: [{ rule: 'rule', file: 'a.js', line: 1, message: 'in a.js' }],
      findingsCount: 1,
      truncated: false,
      filesChecked: 1,
    });
    expect(told).toEqual(['finder', 'faulty', 'idle']);
  });

  it('gives on why a tool is skipped that lacks a database, and no other cause', async () => {
    const run = await outcomes({ unable: 'skip without a database', off: 'skip for a cause that is none' });
    expect(run.outcomes).toEqual({
      unable: { status: 'skipped', reason: 'no database', cause: 'no-database' },
      off: { status: 'skipped', reason: 'no browser' },
    });
  });

  it('keeps 5,000 findings of a tool and counts the others', async () => {
    const {
      tools: [run],
    } = await outcomes({ noisy: 'find 6000' });
    expect(run).toMatchObject({ outcome: { status: 'completed' }, findingsCount: 6_000, truncated: true });
    expect(run!.findings.map(({ line }) => line)).toEqual(Array.from({ length: 5_000 }, (_, index) => index + 1));
    expect(run!.notKept).toEqual({ critical: 0, high: 0, medium: 0, low: 1_000, info: 0 });
  });

  it('makes one printable line of bounded length of each text of the engine', async () => {
    const {
      tools: [run],
    } = await outcomes({ quoting: 'find hostile words' });
    const [finding] = run!.findings;
    expect(finding).toEqual({ rule: 'rule', column: 2, message: expect.stringMatching(/^a \[31m b x+…$/) });
    expect(finding!.message).toHaveLength(2_000);
  });

  it('keeps the findings from before a timeout', async () => {
    const timeout = await timeToBegin();
    const {
      tools: [run],
    } = await outcomes({ slow: 'find, then hang' }, { timeout });
    expect(run).toMatchObject({
      outcome: failed(`timed out after ${timeout} ms`, true),
      findings: [{ message: 'before the end' }],
      findingsCount: 1,
    });
  });

  it('ends an engine that has reported the outcome of its last tool', async () =>
    expect((await outcomes({ idle: 'skip', last: 'complete, then linger' })).outcomes).toEqual({
      idle: { status: 'skipped', reason: 'nothing to look at' },
      last: { status: 'completed' },
    }));

  it('fails the tools that an engine had not completed before it threw, with the reason of the error', async () => {
    expect((await outcomes({ finder: 'find', thrower: 'throw', after: 'find' })).outcomes).toEqual({
      finder: { status: 'completed' },
      thrower: failed('the engine broke'),
      after: failed('the engine broke'),
    });
  });

  it('fails tools without an outcome if the engine ends normally', async () => {
    expect((await outcomes({ finder: 'find', silent: 'say nothing' })).outcomes).toEqual({
      finder: { status: 'completed' },
      silent: failed('the engine ended with code 0 before it finished'),
    });
  });

  it('names the file on which the engine died', async () => {
    const run = await outcomes({ finder: 'find' }, {}, ['a.js', 'deadly.js', 'b.js']);
    expect(run.workingOn).toBe('deadly.js');
    expect(run.outcomes).toEqual({ finder: failed(expect.stringMatching(/^the engine was ended by SIG/)) });
    expect(run.tools[0]!.findings).toHaveLength(1);
  });

  it('reports that an engine needed more memory than its limit', async () => {
    expect((await outcomes({ hungry: 'fill the memory' }, { memoryMb: 200 })).outcomes).toEqual({
      hungry: failed('needed more than 200 MB of memory'),
    });
  });

  it.each([
    ['print garbage', 'Warning: deprecated'],
    ['print a number', '42'],
    ['print without end', 'a line of more than 8388608 bytes'],
  ])('fails clearly when what comes is no result: %s', async (does, what) => {
    const before = process.memoryUsage().rss;
    expect((await outcomes({ finder: 'find', babbling: does, after: 'find' })).outcomes).toEqual({
      finder: { status: 'completed' },
      babbling: failed(`the engine's process wrote something that is not a result: ${what}`),
      after: failed(`the engine's process wrote something that is not a result: ${what}`),
    });
    expect(process.memoryUsage().rss - before).toBeLessThan(512 << 20); // of what would be without end;
  });

  it('skips the tools that are not completed when it is canceled', async () => {
    const controller = new AbortController();
    const run = await outcomes(
      { finder: 'find', slow: 'find, then hang' },
      { signal: controller.signal, onTool: () => controller.abort() },
    );
    expect(run.outcomes).toEqual({ finder: { status: 'completed' }, slow: { status: 'skipped', reason: 'canceled' } });
    expect(run.tools[1]!.findings.length).toBeLessThanOrEqual(1);
  });

  it('rejects an engine id that is a path', async () => {
    const run = await withScriptedPass({ does: { finder: 'find' } }, ({ ...pass }, { host: _, ...limits }) =>
      attempt({ ...pass, engine: '../../x' }, limits),
    );
    expect(run.tools[0]!.outcome).toEqual(failed('not the id of an engine: ../../x'));
  });
});
