import { type ChildProcess, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Followed, Given } from './test/hostile/follow-process';
import { shapesOf } from './test/hostile/shapes';
import { SYNTAXES } from './test/hostile/syntax';

const COMPILED = join(__dirname, '../../../../../test/support/compile-typescript.cjs');
const MEMORY_MB = 512;
/** The most statements and expressions that may be read, and that may be run, for one file of 1 MB at most. */
const MOST_WORK = 1_000_000;
/** The most questions and changes of the states of a run for such a file. */
const MOST_VISITS = 4_000_000;
const LEAST_SOURCES = 200;
/** `ASSAY_HOSTILE_PARTS=2` tries one half of the shapes, at random; `ASSAY_HOSTILE_PART=1` the second one. */
const PARTS = Number(process.env['ASSAY_HOSTILE_PARTS'] ?? 1);
const PART = Number(process.env['ASSAY_HOSTILE_PART'] ?? Math.floor(Math.random() * PARTS));
/** The time limit in milliseconds of a test whose answer never comes. */
const HUNG = 600_000;

const digestOf = (text: string | Buffer): string => createHash('sha1').update(text).digest('base64');

const LANGUAGES = SYNTAXES.map((syntax) => [syntax.language, syntax] as const);

describe.each(LANGUAGES)(`hostile sources of %s, part ${PART} of ${PARTS}`, (_, syntax) => {
  const shapes = shapesOf(syntax);
  let child: ChildProcess | undefined;
  afterAll(() => child?.kill('SIGKILL'));

  /** Asks a process with little memory about a file. If the process dies, the next file gets a new one. */
  async function followed(given: Given): Promise<Followed> {
    child ??= fork(join(__dirname, 'test/hostile/follow-process.ts'), {
      execArgv: [`--max-old-space-size=${MEMORY_MB}`, '-r', COMPILED],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const running = child;
    const abort = new AbortController();
    const died = once(running, 'exit', { signal: abort.signal }).then(([code, signal]): never => {
      child = undefined;
      throw new Error(`the process died: ${code ?? signal}`);
    });
    const answer = once(running, 'message', { signal: abort.signal }).then(([told]) => told as Followed);
    running.send(given);
    try {
      return await Promise.race([answer, died]);
    } finally {
      abort.abort();
      await Promise.allSettled([answer, died]);
    }
  }

  it(`are more than ${LEAST_SOURCES}, and all different`, () => {
    const all = shapes.flatMap(({ sizes, sourceOf }) => sizes.map((size) => digestOf(sourceOf(size).text)));
    expect(all.length).toBeGreaterThan(LEAST_SOURCES);
    expect(new Set(all).size).toBe(all.length);
  });

  it.each(shapes.filter((__, index) => index % PARTS === PART).map((shape) => [shape.what, shape] as const))(
    'are followed to their last statement, or named: %s',
    async (__, { sizes, sourceOf }) => {
      for (const size of sizes) {
        const { file, text, line } = sourceOf(size);
        const bytes = Buffer.from(text as string).toString('latin1');
        const { found, unfinished, failed, work, visits } = await followed({ tool: syntax.tool, file, bytes });
        const isFound = found.includes(`${line} command-injection`);
        const isNamed = unfinished.length > 0;
        const isBounded = work <= MOST_WORK && visits <= MOST_VISITS;
        expect({ size, failed, isFoundOrNamed: isFound || isNamed, isBounded }).toEqual({
          ...{ size, failed: [], isFoundOrNamed: true, isBounded: true },
        });
      }
    },
    HUNG,
  );
});
