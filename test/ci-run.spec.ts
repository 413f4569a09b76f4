import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, createReadStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

const RUN = join(__dirname, '..', '.ci', 'run');

/**
 * npm and npx that only say how they were called, and fail where the call is `FAILING`. A call that `MEETING` names
 * waits for the other one at the pipe `MEET`; `STAYING` opens that and stays, so that the pipe ends with it.
 */
const STAND_IN = `#!/usr/bin/env bash
call="$(basename "$0") $*"
echo "called: $call"
case "$call" in
  "$STAYING") exec 3>"$MEET"; echo here >&3; exec tail -f /dev/null ;;
  "\${MEETING%%,*}"*) echo here >"$MEET" ;;
  "\${MEETING##*,}"*) read -r <"$MEET" ;;
esac
echo "done: $call"
[ "$call" != "$FAILING" ]
`;

/** Calls of neither are made. */
const NONE = { FAILING: 'no call', MEETING: 'no call,no call', STAYING: 'no call' };

interface Ended {
  readonly status: number;
  readonly output: string;
  readonly errors: string;
  readonly calls: readonly string[];
}

describe('.ci/run', () => {
  let programs: string;
  let pipe: string;

  beforeAll(() => {
    programs = mkdtempSync(join(tmpdir(), 'assay-ci-run-'));
    for (const name of ['npm', 'npx']) {
      writeFileSync(join(programs, name), STAND_IN);
      chmodSync(join(programs, name), 0o755);
    }
    pipe = join(programs, 'meet');
    execFileSync('mkfifo', [pipe]);
  });

  afterAll(() => rmSync(programs, { recursive: true }));

  const start = (args: readonly string[], said: Partial<typeof NONE> = {}) => {
    const PATH = `${programs}${delimiter}${process.env['PATH']}`;
    let end: (ended: Ended) => void;
    const ended = new Promise<Ended>((resolve) => (end = resolve));
    const env = { ...process.env, ...NONE, ...said, PATH, MEET: pipe, XDG_CACHE_HOME: programs };
    const child = execFile('bash', [RUN, ...args], { env }, (error, output, errors) =>
      end({
        status: Number(error?.code ?? 0),
        output,
        errors,
        calls: [...output.matchAll(/^called: (.*)$/gm)].map(([, call]) => call!),
      }),
    );
    return { child, ended };
  };
  const run = (args: readonly string[], FAILING = NONE.FAILING) => start(args, { FAILING }).ended;

  it('runs every step without a lane, the installation first, and counts them', async () => {
    const { status, output, calls } = await run([]);
    expect(calls[0]).toBe('npm ci');
    expect(calls).toEqual(expect.arrayContaining(['npm run lint', 'npm test', 'npm run test:faults']));
    // Two steps run at a time, so either of the last two may begin later.
    expect(calls.slice(-2)).toContain('npx assay doctor');
    expect(output.trimEnd().split('\n').at(-1)).toBe(`${calls.length} passed, 0 failed`);
    expect(status).toBe(0);
  });

  it('takes one and the same quarter of the longest lanes, which the commit decides', async () => {
    const sharded = async () => {
      const { calls, output } = await run([]);
      const shards = calls.flatMap((call) => /^npm run (\S+) -- --shard=(\d\/4)$/.exec(call)?.slice(1, 3) ?? []);
      expect(output).toContain(`take quarter number ${shards[1]![0]} of their specs`);
      return shards;
    };
    const shards = await sharded();
    expect(shards.filter((_, at) => at % 2 === 0).sort()).toEqual(['test:engines', 'test:hostile', 'test:long']);
    expect(new Set(shards.filter((_, at) => at % 2 === 1)).size).toBe(1);
    expect((await sharded()).sort()).toEqual(shards.sort());
  });

  it.each(['1', '2', '3', '4'])(
    'takes quarter number %s, and tries optional programs in one of them',
    async (quarter) => {
      const { calls } = await run(['--quarter', quarter]);
      expect(calls).toContain(`npm run test:long -- --shard=${quarter}/4`);
      expect(calls.includes('npm run test:programs')).toBe(quarter === '1');
    },
  );

  it.each([
    { args: ['--whole'], of: 'whole' },
    { args: ['long', 'hostile', 'engines', 'programs'], of: 'named' },
  ])('takes all specs of the lanes where they are $of', async ({ args }) => {
    const { calls } = await run(args);
    expect(calls).toEqual(
      expect.arrayContaining([
        'npm run test:long',
        'npm run test:hostile',
        'npm run test:engines',
        'npm run test:programs',
      ]),
    );
  });

  it.each(['0', '5', 'two', ''])('refuses the quarter %j', async (quarter) => {
    const { status, errors, calls } = await run(['--quarter', quarter]);
    expect(errors).toContain(`--quarter takes 1, 2, 3 or 4, not "${quarter}".`);
    expect([status, calls]).toEqual([3, []]);
  });

  it('runs the installation and the steps of one lane', async () => {
    const { calls, output } = await run(['lint']);
    expect(calls).toEqual(['npm ci', 'npm run lint', 'npm run lint:boundaries', 'npm run typecheck']);
    expect(output).toMatch(/^4 passed, 0 failed$/m);
  });

  it('runs several lanes in the order of the whole run', async () => {
    const { calls } = await run(['hostile', 'faults']);
    expect(calls).toEqual(['npm ci', 'npm run chromium:install', 'npm run test:hostile', 'npm run test:faults']);
  });

  it('takes no lane for another one whose name begins the same', async () => {
    expect((await run(['faults-distributed'])).calls).toEqual([
      'npm ci',
      'npm run engines:install',
      'npm run test:faults:distributed',
    ]);
  });

  it('goes on after a step that failed, and fails at the end', async () => {
    const { status, calls, output } = await run(['lint'], 'npm run lint');
    expect(calls).toHaveLength(4);
    expect(output.trimEnd().split('\n').at(-1)).toBe('3 passed, 1 failed');
    const times = readFileSync(join(programs, 'assay/ci-times.tsv'), 'utf8');
    expect(output).toContain(times);
    expect(times.split('\n').map((line) => line.split('\t').at(-1))).toEqual(
      expect.arrayContaining(['step', 'lint', 'boundaries', 'type-check', 'all, 1 steps at a time']),
    );
    expect(status).toBe(1);
  });

  it('runs two steps at a time, and shows what each of them printed as a whole', async () => {
    const { status, output } = await start(['--jobs', '2', 'nodes', 'faults-distributed'], {
      MEETING: 'npm run test:nodes,npm run test:faults:distributed',
    }).ended;
    for (const [name, call] of [
      ['Node.js 24', 'npm run test:nodes -- .*'],
      ['fault tests on the distributed engines', 'npm run test:faults:distributed'],
    ])
      expect(output).toMatch(
        new RegExp(`^=== ${name}\\ncalled: ${call}\\ndone: ${call}\\n=== ${name}: passed \\(\\d+ s, \\d+ s of `, 'm'),
      );
    expect(output).toMatch(/^4 passed, 0 failed$/m);
    expect(status).toBe(0);
  });

  it('counts a step that failed beside another one', async () => {
    const { status, output } = await run(['--jobs', '2', 'faults', 'demo'], 'npm run test:faults');
    expect(output).toMatch(/^=== fault tests: FAILED with status 1 /m);
    expect(output).toMatch(/^2 passed, 1 failed$/m);
    expect(status).toBe(1);
  });

  it('starts the tests when the installation and the browser are there', async () => {
    const { calls } = await run(['--jobs', '2', '--whole']);
    const place = (call: string) => calls.indexOf(call);
    expect(place('npm ci')).toBe(0);
    expect(place('npm run chromium:install')).toBeLessThan(place('npm test'));
    expect(place('npm run engines:install')).toBeLessThan(place('npm run test:engines'));
    // Either of the last two steps may be the first to say that it was called.
    expect(place('npx assay doctor')).toBeGreaterThanOrEqual(calls.length - 2);
  });

  it('starts a step that needs another one when that has ended, and others before', async () => {
    const { calls, output } = await start(['--jobs', '3', 'engines', 'unit', 'faults'], {
      MEETING: 'npm run engines:install,npm test',
    }).ended;
    expect(calls).toHaveLength(5);
    const place = (line: string) => output.indexOf(line);
    expect(place('=== unit, contract and end-to-end tests: started')).toBeLessThan(
      place('=== servers for the distributed engines: passed'),
    );
    expect(place('=== servers for the distributed engines: passed')).toBeLessThan(
      place('=== distributed engines: started'),
    );
  });

  it('ends all that runs when it is ended, and shows what that printed', async () => {
    const STAYING = 'npm run test:faults';
    const { child, ended } = start(['--jobs', '2', 'faults'], { STAYING });
    const stays = createReadStream(pipe);
    await once(stays, 'data');
    child.kill('SIGTERM');
    const [{ status, output }] = await Promise.all([ended, once(stays, 'end')]);
    expect(output).toContain(`=== fault tests\ncalled: ${STAYING}\n=== fault tests: INTERRUPTED`);
    expect(output).toMatch(/: 1 passed, 0 failed$/m);
    expect(status).toBe(143);
  });

  it.each(['0', '10', 'two', ''])('refuses %j steps at a time', async (jobs) => {
    const { status, errors, calls } = await run(['--jobs', jobs, 'lint']);
    expect(errors).toContain(`--jobs takes a number from 1 to 9, not "${jobs}".`);
    expect([status, calls]).toEqual([3, []]);
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
    expect((await run([...lanes])).calls).toEqual((await run(['--jobs', '1', '--whole'])).calls);
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
