import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isHelpAsked } from '../help';
import { type LabelledRepository, folderOf, labelledRepositories } from './labels';
import { type ReportedLines, SEARCHERS } from './searchers';

const HELP = `Usage: npm run bench:accuracy:secrets -- <folder> [options]

How many labelled lines with a secret are reported, and how many without one. The
folder has the repositories at the commits of their labels:

${labelledRepositories().map(broughtBy).join('\n')}

  --unseen  only the half whose lines were first measured blind
  --wrong   lists the lines of the other half that a tool is wrong about, and
            never one that is unseen

gitleaks (go install github.com/zricethezav/gitleaks/v8@v8.24.3) and
detect-secrets (pip install detect-secrets) are measured beside it where they are
on the PATH.
`;

function broughtBy(each: LabelledRepository): string {
  const [address, folder] = [`https://github.com/${each.repository}`, folderOf(each)];
  return `  git clone -q ${address} ${folder} &&\n    git -C ${folder} checkout -q ${each.commit}`;
}

interface Count {
  secrets: number;
  found: number;
  others: number;
  misfires: number;
}

const none = (): Count => ({ secrets: 0, found: 0, others: 0, misfires: 0 });

function countOf({ half, lines }: LabelledRepository, reported: readonly ReportedLines[]): Count {
  const count = none();
  for (const { file, line, secret } of lines) {
    const isReported = reported.some((each) => each.file === file && each.from <= line && line <= each.to);
    if (process.argv.includes('--wrong') && half === 'seen' && isReported !== secret)
      console.log(secret ? 'missed' : 'misfire', file, line);
    count[secret ? 'secrets' : 'others'] += 1;
    if (isReported) count[secret ? 'found' : 'misfires'] += 1;
  }
  return count;
}

const sum = (counts: readonly Count[]): Count =>
  counts.reduce(
    (total, each) => ({
      secrets: total.secrets + each.secrets,
      found: total.found + each.found,
      others: total.others + each.others,
      misfires: total.misfires + each.misfires,
    }),
    none(),
  );

function rates(name: string, { secrets, found, others, misfires }: Count): string {
  const [rate, wrong] = [found / secrets, misfires / others];
  const told = [`${found} of ${secrets}`, `${misfires} of ${others}`].map((text) => text.padStart(10));
  const counted = `true ${rate.toFixed(3)}${told[0]}   false ${wrong.toFixed(3)}${told[1]}`;
  return `${name.padEnd(16)} ${counted}   difference ${(rate - wrong).toFixed(3)}`;
}

/** @throws Error unless the folder has all repositories at the commits whose lines are labelled */
function checkFolder(folder: string, repositories: readonly LabelledRepository[]): void {
  const absent = repositories.filter((each) => !existsSync(join(folder, folderOf(each))));
  if (absent.length > 0) throw new Error(`not in ${folder}: ${absent.map(folderOf).join(', ')}; see --help`);
  const others = repositories.filter((each) => {
    const own = join(folder, folderOf(each));
    if (!existsSync(join(own, '.git'))) return false;
    return execFileSync('git', ['-C', own, 'rev-parse', 'HEAD'], { encoding: 'utf8' }).trim() !== each.commit;
  });
  if (others.length > 0) throw new Error(`at another commit: ${others.map(folderOf).join(', ')}; see --help`);
}

async function main(): Promise<void> {
  if (isHelpAsked(HELP)) return;
  const folder = process.argv.slice(2).find((each) => !each.startsWith('--'));
  if (folder === undefined) throw new Error('name the folder with the repositories; see --help');
  const repositories = labelledRepositories();
  checkFolder(folder, repositories);
  for (const half of ['seen', 'unseen'] as const) {
    if (process.argv.includes('--unseen') && half === 'seen') continue;
    const own = repositories.filter((each) => each.half === half);
    console.log(`${half}: ${own.map(({ repository }) => repository).join(', ')}`);
    for (const { name, search } of SEARCHERS) {
      const counts: Count[] = [];
      for (const each of own) {
        const reported = await search(join(folder, folderOf(each)), each.lines);
        if (reported !== undefined) counts.push(countOf(each, reported));
      }
      console.log(counts.length === own.length ? rates(name, sum(counts)) : `${name.padEnd(16)} is not installed`);
    }
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
