import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { inheritedLoaders } from '@assay/kernel';
import { PARSERS } from './fuzz/parsers';

/** `ASSAY_FUZZ_SEED` repeats a run, and `ASSAY_FUZZ_INPUTS` makes it longer or shorter. */
const SEED = Number(process.env['ASSAY_FUZZ_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const INPUTS = Number(process.env['ASSAY_FUZZ_INPUTS'] ?? 10_000);
const MEMORY_MB = 256;
/** Far more than any parser takes for all its inputs: an input that never ends is found by it. */
const HUNG = 200_000;
const inputsOf = (parser: string): number => Math.ceil(INPUTS / (PARSERS[parser]!.effort ?? 1));

interface Ran {
  readonly code: number | string | undefined;
  readonly output: string;
  readonly at: string;
}

const run = (parser: string, folder: string): Promise<Ran> =>
  new Promise((done) => {
    mkdirSync(join(folder, 'own'));
    const script = resolve(__dirname, 'fuzz/run.ts');
    const given = [parser, String(SEED), String(inputsOf(parser)), folder];
    execFile(
      process.execPath,
      [...inheritedLoaders(), `--max-old-space-size=${MEMORY_MB}`, script, ...given],
      { timeout: HUNG * (PARSERS[parser]!.effort ?? 1), killSignal: 'SIGKILL' },
      (error, output, errorOutput) =>
        done({
          code: error ? (error.code ?? error.signal ?? 'unknown') : 0,
          output: `${output}${error ? errorOutput.slice(-2_000) : ''}`.trim(),
          at: readFileSync(join(folder, 'at'), 'utf8').trim(),
        }),
    );
  });

describe(`${INPUTS.toLocaleString('en')} mutated inputs (ASSAY_FUZZ_SEED=${SEED})`, () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'assay-fuzz-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it.each(Object.keys(PARSERS))(
    'end as they should, in the words of their parser or with a result: %s',
    async (parser) => {
      const { code, output, at } = await run(parser, folder);
      expect({ parser, seed: SEED, at, code, output }).toEqual({
        parser,
        seed: SEED,
        at: String(inputsOf(parser) - 1),
        code: 0,
        output: expect.stringMatching(/^\{"refused":\d+\}$/),
      });
    },
  );
});
