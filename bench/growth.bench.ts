import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ToolDefinition } from '@assay/analysis';
import { startChild } from './child-process';
import { flowTools } from './flow/flow-tools';
import type { FollowQuestion, Followed } from './flow/follow';
import { writeGenerated } from './flow/generated-folder';
import { GENERATED } from './flow/programs';
import { type Measurement, compared } from './measurement';

const SIZES = [10_000, 100_000, 1_000_000] as const;
const MOST_MEGABYTES = 1_500;
/** The rest is the parser's. Without a limit V8 collects later, and shows more than is needed. */
const HEAP_MEGABYTES = 1_200;

/**
 * How the processor time of data flow grows with the lines of a generated program, and how much memory it takes. Each
 * size is followed once, in a process of its own. Start and compilation weigh most on the smallest program, which
 * flatters the first step; the second step, from 100,000 lines to a million, has hardly any of it.
 */
export async function benchGrowth(): Promise<Measurement[]> {
  const measurements: Measurement[] = [];
  for (const tool of flowTools()) {
    const generate = GENERATED[String(tool.settings?.['language'])];
    if (!generate) continue;
    const followed: Followed[] = [];
    for (const lines of SIZES) followed.push(await followGenerated(tool, lines, generate));
    measurements.push(...stepsOf(tool, followed), memoryOf(tool, followed.at(-1)!));
  }
  return measurements;
}

async function followGenerated(
  { id }: ToolDefinition,
  lines: number,
  generate: (typeof GENERATED)[string],
): Promise<Followed> {
  const place = await mkdtemp(join(tmpdir(), 'assay-bench-growth-'));
  const child = startChild('flow/follow', [`--max-old-space-size=${HEAP_MEGABYTES}`]);
  try {
    const folder = join(place, 'program');
    await writeGenerated(folder, lines, generate);
    return await child.ask<Followed>({ tool: id, folder, trees: false } satisfies FollowQuestion);
  } finally {
    await child.end();
    await rm(place, { recursive: true, force: true });
  }
}

/** Each size beside the one before it, as the ratio of the times for one line. The goal is n log n. */
function stepsOf({ id }: ToolDefinition, followed: readonly Followed[]): Measurement[] {
  return followed.slice(1).map((more, index) => {
    const few = followed[index]!;
    return compared(
      `${id}: ${more.lines.toLocaleString('en')} lines / ${few.lines.toLocaleString('en')}, time for as many lines`,
      's',
      [{ ours: more.flowSeconds, baseline: (few.flowSeconds * more.lines) / few.lines }],
      { atMost: Math.log(more.lines) / Math.log(few.lines) },
    );
  });
}

function memoryOf({ id }: ToolDefinition, { lines, findings, unreadable, flowSeconds, peakMegabytes }: Followed) {
  return {
    name: `${id}: memory for ${lines.toLocaleString('en')} lines`,
    unit: 'MB',
    ours: peakMegabytes,
    result: peakMegabytes,
    goal: { atMost: MOST_MEGABYTES },
    notes: [
      `${Math.round(lines / flowSeconds).toLocaleString('en')} lines/s, ${findings} findings, ` +
        `${unreadable} files not followed to the end`,
    ],
  };
}
