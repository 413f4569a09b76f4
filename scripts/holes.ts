// Counts which of the holes of docs/holes a scan finds: `npm run holes -- <list> <result>`. What the list of published
// holes says: `npm run holes -- advisories`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type HolesOfAdvisories, linesOfAdvisories } from './holes/advisories';
import { type Hole, type HolesOfRepository, compareHoles } from './holes/count';

const HELP = `Usage: npm run holes -- <list> <result>
       npm run holes -- advisories

  <list>    a name of docs/holes, such as nodegoat
  <result>  what assay scan <clone> --profile strict --format json --output <result> wrote

Lists the holes that the application's documentation names, those that are
found, with their way or the reason why there is none, and those that are missed
with the reason, and ends with status 1 where the list says otherwise.

advisories tells what docs/holes-of-advisories.json says of published holes, by
language: it scans nothing.
`;

function main([list, path, ...others]: readonly string[]): void {
  if (list === 'advisories' && path === undefined) {
    const text = readFileSync(join(__dirname, '../docs/holes-of-advisories.json'), 'utf8');
    process.stdout.write(`${linesOfAdvisories(JSON.parse(text) as HolesOfAdvisories).join('\n')}\n`);
    return;
  }
  if (list === undefined || path === undefined || others.length > 0) throw new Error(HELP);
  const holes = JSON.parse(readFileSync(join(__dirname, '../docs/holes', `${list}.json`), 'utf8')) as HolesOfRepository;
  const { findings } = JSON.parse(readFileSync(path, 'utf8')) as { findings: Parameters<typeof compareHoles>[1] };
  const { found, missed, changed, ofVisible } = compareHoles(holes, findings);
  const lines = [
    `${holes.repository}: ${found.length} of ${holes.holes.length} holes are found`,
    `  ${ofVisible.found} of the ${ofVisible.all} that the code shows (${percent(ofVisible.found, ofVisible.all)})`,
    `  ${ofVisible.withWay} with their way, and with those of one place ${ofVisible.explained} ` +
      `(${percent(ofVisible.explained, ofVisible.all)})`,
    ...found.map(foundLine),
    ...missed.map(({ what, cwe, file, why }) => `  missed  ${cwe} ${file}: ${what} (${why})`),
    ...changed.map((hole) => `  the list says ${said(hole)}: ${hole.what}`),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  if (changed.length > 0) process.exitCode = 1;
}

const said = ({ found, onePlace, untoldWay }: Hole): string =>
  !found ? 'missed' : (onePlace ?? untoldWay) === undefined ? 'found with its way' : 'found without a way';

function foundLine({ what, cwe, file, hasWay, onePlace, untoldWay }: Hole & { readonly hasWay: boolean }): string {
  const why = hasWay ? undefined : (onePlace ?? untoldWay);
  return `  ${hasWay ? 'way   ' : 'found '}  ${cwe} ${file}: ${what}${why === undefined ? '' : ` (${why})`}`;
}

const percent = (some: number, all: number): string => `${Math.round((100 * some) / all)} %`;

try {
  main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
