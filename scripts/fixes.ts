// Measures which holes that applications have fixed in the past are reported, before and after their fix:
// `npm run fixes -- --help`.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Fix, type FixesOfRepository, SHARES, readFixes, shareOf } from './fixes/list';
import { type Measured, measure } from './fixes/measure';
import { linesOfFixes } from './fixes/report';

const HELP = `Usage: npm run fixes
       npm run fixes -- <clones> [options]

Holes that applications have fixed are listed in docs/fixes: the commit, the
weakness, and the dangerous call. Without clones, the script tells what the lists
say. With them, it scans the tree before each commit for data flow and, where the
hole is reported, the tree after it. Run npm run build before.

  <clones>              a folder with the clones, each in <owner>+<name>, or bare
                        in <owner>+<name>/repo, with their history

  --share <name>        only holes of this share: development or kept-apart
  --language <name>     only holes of this language, such as php
  --repository <name>   only holes of this repository, <owner>/<name>
  --fix <hash>          only the hole of this commit
  --missed              only holes of development that the lists say are missed
  --command <main.js>   a built command of Assay. Default: the one in dist
  --write               writes what was measured of development into the lists

Which holes of the share that is kept apart are missed is neither shown nor
written, so that the rules are not written on them.
`;

const LISTS = join(__dirname, '../docs/fixes');

interface Options {
  readonly share?: string;
  readonly language?: string;
  readonly repository?: string;
  readonly fix?: string;
  readonly missed?: boolean;
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      share: { type: 'string' },
      language: { type: 'string' },
      repository: { type: 'string' },
      fix: { type: 'string' },
      missed: { type: 'boolean' },
      command: { type: 'string' },
      write: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  const [clones, ...others] = positionals;
  if (values.help) return void process.stdout.write(HELP);
  if (others.length > 0) throw new Error(HELP);
  if (values.share !== undefined && !(SHARES as readonly string[]).includes(values.share))
    throw new Error(`there is no share ${values.share}: ${SHARES.join(', ')}`);
  const lists = readFixes(LISTS);
  const command = values.command ?? join(__dirname, '../dist/apps/cli/src/main.js');
  const fixes: Fix[] = [];
  for (const [name, list] of lists) {
    const measured = clones === undefined ? list : await measureList(list, clones, command, values);
    const isAsked = (fix: Fix) => isWanted(fix, list, { ...values, missed: false });
    fixes.push(...measured.fixes.filter(isAsked));
    if (values.write && measured !== list)
      writeFileSync(join(LISTS, name), `${JSON.stringify(withoutKept(measured), null, 2)}\n`);
  }
  process.stdout.write(`${linesOfFixes(fixes).join('\n')}\n`);
}

const withoutKept = ({ repository, fixes }: FixesOfRepository): FixesOfRepository => ({
  repository,
  fixes: fixes.map((fix) => (shareOf(fix) === 'development' ? fix : { ...fix, before: undefined, after: undefined })),
});

const isWanted = (fix: Fix, { repository }: FixesOfRepository, wanted: Options): boolean =>
  [undefined, shareOf(fix)].includes(wanted.share as never) &&
  [undefined, fix.language].includes(wanted.language as never) &&
  (wanted.repository === undefined || wanted.repository === repository) &&
  (wanted.fix === undefined || fix.fix.startsWith(wanted.fix)) &&
  (!wanted.missed || (shareOf(fix) === 'development' && (fix.before ?? null) === null));

async function measureList(list: FixesOfRepository, clones: string, command: string, wanted: Options) {
  if (!list.fixes.some((fix) => isWanted(fix, list, wanted))) return list;
  const clone = cloneOf(clones, list.repository);
  if (clone === undefined) {
    process.stderr.write(`${list.repository} has no clone in ${clones}: left out\n`);
    return list;
  }
  const fixes: Fix[] = [];
  for (const fix of list.fixes) {
    if (!isWanted(fix, list, wanted)) {
      fixes.push(fix);
      continue;
    }
    const measured = await measure(fix, clone, command);
    process.stderr.write(`${lineOf(list, fix, measured)}\n`);
    fixes.push({ ...fix, ...measured });
  }
  return { ...list, fixes };
}

function cloneOf(clones: string, repository: string): string | undefined {
  const folder = join(clones, repository.replace('/', '+'));
  return [join(folder, 'repo'), folder].find((each) => existsSync(each));
}

/** The measurement of a hole that the rules may be written on; of the others, that it was measured. */
function lineOf({ repository }: FixesOfRepository, fix: Fix, { before, after }: Measured): string {
  const place = `${repository} ${fix.fix.slice(0, 10)} ${fix.weakness}`;
  if (shareOf(fix) === 'kept-apart') return `${place}: measured`;
  const then = before === null || fix.lineAfter === null ? '' : `, after the fix ${after ?? 'not reported'}`;
  return `${place} ${fix.file}:${fix.line}: ${before ?? 'missed'}${then}`;
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
});
