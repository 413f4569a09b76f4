import { yieldToLoop } from '@assay/kernel';
import type { ToolDefinition } from '@assay/analysis';
import { type StagedTarget, partOf } from '@assay/targets';
import picomatch from 'picomatch';

/** The number of files that are matched with a tool's patterns in one slice: a millisecond. */
const SLICE = 5_000;

type Looks = Pick<ToolDefinition, 'files' | 'needs' | 'reads' | 'readsLeftOut'>;

/**
 * Why the tool has nothing to do in this target, so that its engine need not start; undefined if it has work. A hundred
 * tools are matched with a hundred thousand files, so the event loop gets turns in between.
 */
export async function idleReason(
  tool: Looks,
  target: StagedTarget,
  yielding: () => Promise<unknown> = yieldToLoop,
): Promise<string | undefined> {
  const { files, needs, reads = 'source', readsLeftOut } = tool;
  const staged = partOf(target, reads)
    .files.filter(({ leftOut }) => readsLeftOut || leftOut === undefined)
    .map((file) => file.staged);
  const lacks = async (patterns: readonly string[]) => {
    const matches = picomatch([...patterns], { dot: true });
    for (let at = 0; at < staged.length; at += SLICE) {
      const found = staged.slice(at, at + SLICE).some((path) => matches(path));
      await yielding();
      if (found) return false;
    }
    return true;
  };
  if (await lacks(files)) {
    if (reads === 'source') return lacking(files);
    return reads === 'history'
      ? 'nothing to look at: the target has no earlier versions of files'
      : 'nothing to look at: nothing of the kind is known of the target';
  }
  return needs && (await lacks(needs)) ? lacking(needs) : undefined;
}

const lacking = (patterns: readonly string[]): string => `nothing to look at: the target has no ${patterns.join(', ')}`;
