import type { ToolDefinition } from '@assay/analysis';
import { type StagedTarget, partOf } from '@assay/targets';
import picomatch from 'picomatch';

type Looks = Pick<ToolDefinition, 'files' | 'needs' | 'reads' | 'readsLeftOut'>;

/** Why the tool has nothing to do in this target, so that its engine need not start; undefined if it has work. */
export function nothingToLookAt(tool: Looks, target: StagedTarget): string | undefined {
  const { files, needs, reads = 'source', readsLeftOut } = tool;
  const staged = partOf(target, reads)
    .files.filter(({ leftOut }) => readsLeftOut || leftOut === undefined)
    .map((file) => file.staged);
  const lacks = (patterns: readonly string[]) => {
    const matches = picomatch([...patterns], { dot: true });
    return !staged.some((path) => matches(path));
  };
  if (lacks(files)) {
    if (reads === 'source') return lacking(files);
    return reads === 'history'
      ? 'nothing to look at: the target has no earlier versions of files'
      : 'nothing to look at: nothing of the kind is known of the target';
  }
  return needs && lacks(needs) ? lacking(needs) : undefined;
}

const lacking = (patterns: readonly string[]): string => `nothing to look at: the target has no ${patterns.join(', ')}`;
