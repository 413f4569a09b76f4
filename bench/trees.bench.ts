import { basename, dirname, join } from 'node:path';
import { catalogue } from '@assay/analysis';
import { type Scanned, namedTrees, scan, timed } from './command-line';
import { type Measurement, compared } from './measurement';

const ROUNDS = 3;
/** Two processors: what the other engines take runs beside the slowest one. */
const MOST = 2;
const SHOWN_ENGINES = 5;

/**
 * Scans of repositories that `ASSAY_BENCH_TREES` names: against the slowest engine that a scan needs, and beside
 * linters on the same files. A linter runs its own rules of one language; the scan runs all that concern the target.
 */
export async function benchTrees(): Promise<Measurement[]> {
  const trees = namedTrees();
  if (trees.length === 0)
    process.stderr.write(
      'ASSAY_BENCH_TREES names no folders, such as clones of express and vue core: none is scanned\n',
    );
  const measurements: Measurement[] = [];
  for (const tree of trees) measurements.push(...(await ofTree(tree)));
  return measurements;
}

async function ofTree(tree: string): Promise<Measurement[]> {
  const name = basename(tree);
  const semgrepRules = process.env['ASSAY_BENCH_SEMGREP'] ?? '';
  const rounds: { scanned: Scanned; oxlint: number; biome: number; semgrep: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push({
      oxlint: await oxlint(tree),
      biome: await biome(tree),
      semgrep: semgrepRules === '' ? 0 : await semgrep(tree, semgrepRules),
      scanned: await scan(tree),
    });
  const beside = (label: string, goal: number | undefined, baseline: (round: (typeof rounds)[number]) => number) =>
    compared(
      `assay scan ${name} / ${label}`,
      's',
      rounds.map((round) => ({ ours: round.scanned.seconds, baseline: baseline(round) })),
      goal === undefined ? undefined : { atMost: goal },
      goal === undefined ? [] : slowest(rounds.at(-1)!.scanned),
    );
  return [
    beside('its slowest engine', MOST, ({ scanned }) => enginesOf(scanned)[0]?.seconds ?? 0),
    beside('oxlint', undefined, (round) => round.oxlint),
    beside('biome lint', undefined, (round) => round.biome),
    ...(semgrepRules === '' ? [] : [beside('semgrep', undefined, (round) => round.semgrep)]),
  ];
}

/** The seconds of each engine from its start to its last outcome, the slowest first. */
function enginesOf({ tools }: Scanned): { readonly engine: string; readonly seconds: number }[] {
  const engines = new Map<string, number>();
  for (const { toolName, duration } of tools) {
    const engine = catalogue.find(({ id }) => id === toolName)?.engine ?? toolName;
    engines.set(engine, Math.max(engines.get(engine) ?? 0, duration / 1_000));
  }
  return [...engines].map(([engine, seconds]) => ({ engine, seconds })).sort((a, b) => b.seconds - a.seconds);
}

const slowest = (scanned: Scanned): string[] => [
  ...enginesOf(scanned)
    .slice(0, SHOWN_ENGINES)
    .map(({ engine, seconds }) => `${engine.padEnd(20)} ${seconds.toFixed(1).padStart(6)} s`),
  ...scanned.tools
    .filter(({ status }) => status !== 'completed')
    .map(({ toolName, status }) => `${toolName}: ${status}`),
];

// Both end with 1 where they find errors.
const oxlint = async (tree: string): Promise<number> =>
  (await timed(process.execPath, [programOf('oxlint', 'bin/oxlint'), '--disable-nested-config'], [0, 1], tree)).seconds;

const biome = async (tree: string): Promise<number> =>
  (await timed(process.execPath, [programOf('@biomejs/biome', 'bin/biome'), 'lint'], [0, 1], tree)).seconds;

/** The one on the PATH, with the rules that `ASSAY_BENCH_SEMGREP` names: it has none of its own without the network. */
const semgrep = async (tree: string, rules: string): Promise<number> => {
  const args = ['scan', '--metrics', 'off', '--disable-version-check', '--quiet', '--json', '--config', rules, '.'];
  return (await timed('semgrep', args, [0, 1], tree)).seconds;
};

const programOf = (name: string, program: string): string =>
  join(dirname(require.resolve(`${name}/package.json`)), program);
