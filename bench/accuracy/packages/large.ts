// `npm run bench:accuracy:packages -- --large`: how long, and with how much memory, 5,000 packages of a lockfile are
// looked up among 200,000 advisories, in a process of its own as a scan has it.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importAdvisories, openAdvisories } from '../../../libs/advisories/src';
import { holesOf } from '../../../libs/analysis/src/engines/advisories/known-holes';
import { READERS } from '../../../libs/analysis/src/engines/advisories/lockfiles';
import { WRITTEN } from '../../../libs/analysis/test/hole-shapes';
import { systemClock } from '../../../libs/kernel/src';
import { zip } from '../../../test/support/archives/zip-writer';

const PACKAGES = 5_000;
const ADVISORIES = 200_000;
/** A zip of all would outgrow what a buffer of its writer holds. */
const OF_ZIP = 20_000;
const { nameOf, file, lockfile } = WRITTEN.npm!;

/** Every fourth package of the lockfile has advisories that hold for its version. */
const advisory = (at: number): object => ({
  schema_version: '1.6.0',
  id: `LARGE-${at}`,
  modified: '2026-01-01T00:00:00Z',
  summary: `Hole ${at} of a package that is made up, in a sentence as long as they usually are`,
  affected: [
    {
      package: { ecosystem: 'npm', name: nameOf(`large-${at % (4 * PACKAGES)}`) },
      ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: at % 4 === 0 ? '2.0.0' : '1.0.0' }] }],
    },
  ],
});

const numbers = (from: number, count: number): number[] => Array.from({ length: count }, (_, index) => from + index);

async function prepare(home: string): Promise<void> {
  mkdirSync(join(home, 'osv'));
  for (let from = 0; from < ADVISORIES; from += OF_ZIP)
    writeFileSync(
      join(home, 'osv', `${from}.zip`),
      zip(numbers(from, OF_ZIP).map((at) => ({ name: `LARGE-${at}.json`, content: JSON.stringify(advisory(at)) }))),
    );
  await importAdvisories({ path: join(home, 'osv'), folder: join(home, 'databases'), clock: systemClock });
  writeFileSync(join(home, file), lockfile(numbers(0, PACKAGES).map((at) => [nameOf(`large-${at}`), '1.5.0'])));
}

function lookUp(home: string): void {
  const began = performance.now();
  const text = readFileSync(join(home, file), 'utf8');
  const source = openAdvisories(join(home, 'databases'));
  const holes = holesOf(READERS.find(({ reads }) => reads(file, file))!.read(text), file, source);
  source.close();
  const seconds = (performance.now() - began) / 1_000;
  const megabytes = process.resourceUsage().maxRSS / 1_024;
  const [packages, advisories] = [PACKAGES, ADVISORIES].map((each) => each.toLocaleString('en'));
  console.log(
    `${packages} packages among ${advisories} advisories: ${holes.length} holes in ${seconds.toFixed(2)} s, ` +
      `${megabytes.toFixed(0)} MB at most (goal: 10 s, 500 MB)`,
  );
}

export async function measureLarge(): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'assay-large-'));
  try {
    await prepare(home);
    const args = [...process.execArgv, __filename, home];
    process.stdout.write(execFileSync(process.execPath, args, { encoding: 'utf8' }));
  } finally {
    rmSync(home, { recursive: true });
  }
}

if (require.main === module) lookUp(process.argv[2]!);
