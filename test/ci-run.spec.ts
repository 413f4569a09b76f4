import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

const RUN = join(__dirname, '..', '.ci', 'run');

/** npm and npx that only say how they were called, and fail where the call is `FAILING`. */
const STAND_IN = `#!/usr/bin/env bash
echo "called: $(basename "$0") $*"
[ "$(basename "$0") $*" != "$FAILING" ]
`;

interface Ended {
  readonly status: number;
  readonly output: string;
  readonly errors: string;
  readonly calls: readonly string[];
}

describe('.ci/run', () => {
  let programs: string;

  beforeAll(() => {
    programs = mkdtempSync(join(tmpdir(), 'assay-ci-run-'));
    for (const name of ['npm', 'npx']) {
      writeFileSync(join(programs, name), STAND_IN);
      chmodSync(join(programs, name), 0o755);
    }
  });

  afterAll(() => rmSync(programs, { recursive: true }));

  const run = (lanes: readonly string[], failing = ''): Promise<Ended> =>
    new Promise((resolve) => {
      const env = { ...process.env, PATH: `${programs}${delimiter}${process.env['PATH']}`, FAILING: failing };
      execFile('bash', [RUN, ...lanes], { env }, (error, output, errors) =>
        resolve({
          status: Number(error?.code ?? 0),
          output,
          errors,
          calls: [...output.matchAll(/^called: (.*)$/gm)].map(([, call]) => call!),
        }),
      );
    });

  it('runs every step without a lane, the installation first, and counts them', async () => {
    const { status, output, calls } = await run([]);
    expect(calls[0]).toBe('npm ci');
    expect(calls).toEqual(expect.arrayContaining(['npm run lint', 'npm test', 'npm run test:faults:distributed']));
    expect(calls.at(-1)).toBe('npx assay doctor');
    expect(output.trimEnd().split('\n').at(-1)).toBe(`${calls.length} passed, 0 failed`);
    expect(status).toBe(0);
  });

  it('runs the installation and the steps of one lane', async () => {
    const { calls, output } = await run(['lint']);
    expect(calls).toEqual(['npm ci', 'npm run lint', 'npm run lint:boundaries', 'npm run typecheck']);
    expect(output).toMatch(/^4 passed, 0 failed$/m);
  });

  it('runs several lanes in the order of the whole run', async () => {
    const { calls } = await run(['hostile', 'faults']);
    expect(calls).toEqual(['npm ci', 'npm run chromium:install', 'npm run test:faults', 'npm run test:hostile']);
  });

  it('takes no lane for another one whose name begins the same', async () => {
    expect((await run(['faults-distributed'])).calls).toEqual(['npm ci', 'npm run test:faults:distributed']);
  });

  it('goes on after a step that failed, and fails at the end', async () => {
    const { status, calls, output } = await run(['lint'], 'npm run lint');
    expect(calls).toHaveLength(4);
    expect(output.trimEnd().split('\n').at(-1)).toBe('3 passed, 1 failed');
    expect(status).toBe(1);
  });

  it('lists its lanes, and runs nothing', async () => {
    const { status, output, calls } = await run(['--help']);
    expect(output).toMatch(/^ {2}lint +type-check$/m);
    expect([status, calls]).toEqual([0, []]);
  });

  it('takes every lane that it lists', async () => {
    const { output } = await run(['--help']);
    const lanes = new Set([...output.matchAll(/^ {2}(\S+)/gm)].map(([, name]) => name!));
    expect(lanes.size).toBeGreaterThan(0);
    expect((await run([...lanes])).calls).toEqual((await run([])).calls);
  });

  it.each(['everything', '', 'lint unit', '-h'])(
    'refuses the lane %j with status 3, and runs nothing',
    async (lane) => {
      const { status, errors, calls } = await run(['lint', lane]);
      expect(errors).toContain(`There is no lane "${lane}"`);
      expect([status, calls]).toEqual([3, []]);
    },
  );
});
