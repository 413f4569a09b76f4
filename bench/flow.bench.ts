import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { ToolDefinition } from '@assay/analysis';
import { startChild } from './child-process';
import { namedTrees } from './command-line';
import { flowTools } from './flow/flow-tools';
import type { Followed } from './flow/follow';
import { writeGenerated } from './flow/generated-folder';
import { GENERATED } from './flow/programs';
import { type Measurement, compared, median } from './measurement';

const ROUNDS = 3;
/** Lines per second of processor time. */
const LEAST = 20_000;
/** A tree with fewer lines of the language tells how long a process takes to start: it has no goal. */
const JUDGED_LINES = 10_000;
const FEW_LINES = 4_000;
const MORE = 10;
/** Growth by n log n: log 40,000 / log 4,000, and a tenth for the constant work of a process. */
const MOST_GROWTH = (Math.log(FEW_LINES * MORE) / Math.log(FEW_LINES)) * 1.1;

/**
 * How many lines per second of processor time the data flow of each language follows, beside the time to parse the same
 * files into syntax trees, and the time for ten times the lines. It uses the folders in `ASSAY_BENCH_TREES`, or
 * generated programs.
 */
export async function benchFlow(): Promise<Measurement[]> {
  const measurements: Measurement[] = [];
  const trees = namedTrees();
  for (const tool of flowTools()) {
    for (const tree of trees) {
      const rounds = await roundsOn(tool, tree);
      if (rounds[0]!.files > 0) measurements.push(...speed(`${tool.id} on ${basename(tree)}`, rounds));
    }
    if (trees.length === 0) measurements.push(...(await onGenerated(tool)));
  }
  return measurements;
}

async function onGenerated(tool: ToolDefinition): Promise<Measurement[]> {
  const generate = GENERATED[String(tool.settings?.['language'])];
  if (!generate) {
    process.stderr.write(`no program is generated for ${tool.id}: name folders in ASSAY_BENCH_TREES\n`);
    return [];
  }
  const folder = await mkdtemp(join(tmpdir(), 'assay-bench-flow-'));
  try {
    const [few, many] = [join(folder, 'few'), join(folder, 'many')];
    await writeGenerated(few, FEW_LINES, generate);
    await writeGenerated(many, FEW_LINES * MORE, generate);
    const pairs: { readonly few: Followed; readonly many: Followed }[] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      pairs.push({ few: await follow(tool, few), many: await follow(tool, many) });
    return [
      ...speed(
        `${tool.id} on generated programs`,
        pairs.map(({ many: each }) => each),
      ),
      compared(
        `${tool.id}: ${MORE} times the lines / as many times the time`,
        's',
        pairs.map((pair) => ({ ours: pair.many.flowSeconds, baseline: pair.few.flowSeconds * MORE })),
        { atMost: MOST_GROWTH },
      ),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function roundsOn(tool: ToolDefinition, folder: string): Promise<Followed[]> {
  const rounds: Followed[] = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await follow(tool, folder));
  return rounds;
}

async function follow({ id }: ToolDefinition, folder: string): Promise<Followed> {
  const child = startChild('flow/follow');
  try {
    return await child.ask<Followed>({ tool: id, folder });
  } finally {
    await child.end();
  }
}

function speed(name: string, rounds: readonly Followed[]): Measurement[] {
  const [{ files, lines, findings, unreadable }] = rounds as readonly [Followed, ...Followed[]];
  const linesASecond = median(rounds.map(({ flowSeconds }) => lines / flowSeconds));
  const megabytes = Math.round(median(rounds.map(({ peakMegabytes }) => peakMegabytes)));
  return [
    {
      name,
      unit: 'lines/s',
      ours: linesASecond,
      result: linesASecond,
      ...(lines >= JUDGED_LINES && { goal: { atLeast: LEAST } }),
      notes: [
        `${lines.toLocaleString('en')} lines in ${files.toLocaleString('en')} files, ${findings} findings, ` +
          `${unreadable} files not followed to the end, ${megabytes} MB at most`,
      ],
    },
    compared(
      '… its processor time / that of reading the syntax trees alone',
      's',
      rounds.map(({ flowSeconds, treeSeconds }) => ({ ours: flowSeconds, baseline: treeSeconds })),
      undefined,
    ),
  ];
}
