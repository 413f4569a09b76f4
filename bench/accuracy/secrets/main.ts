// `npm run bench:accuracy:secrets -- FOLDER`: how many labelled lines with a secret are reported, and how many without
// one. FOLDER has the repositories at their commits, each in `owner+name`. gitleaks and detect-secrets are measured
// beside it where they are on the PATH.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type LabelledRepository, folderOf, labelledRepositories } from './labels';
import { type ReportedLines, SEARCHERS } from './searchers';

interface Count {
  secrets: number;
  found: number;
  others: number;
  misfires: number;
}

const none = (): Count => ({ secrets: 0, found: 0, others: 0, misfires: 0 });

function countOf({ lines }: LabelledRepository, reported: readonly ReportedLines[]): Count {
  const count = none();
  for (const { file, line, secret } of lines) {
    const isReported = reported.some((each) => each.file === file && each.from <= line && line <= each.to);
    if (process.argv.includes('--wrong') && isReported !== secret)
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

async function main(): Promise<void> {
  const folder = process.argv[2];
  if (folder === undefined) throw new Error('say the folder with the repositories');
  const repositories = labelledRepositories();
  const absent = repositories.filter((each) => !existsSync(join(folder, folderOf(each))));
  if (absent.length > 0) throw new Error(`not in ${folder}: ${absent.map(folderOf).join(', ')}`);
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

void main();
