import { type Alias, type Node, isScalar, visit } from 'yaml';
import { Unreadable } from '../kit/per-file';
import type { YamlTree } from '../kit/yaml-tree';

/** Characters by which aliases may lengthen a file. */
const MAX_GROWTH = 256 * 1024;

export interface Expanded {
  readonly text: string;
  /** Whether a place, counted from 1, is within the expansion of an alias, and so is also in its anchor. */
  readonly isRepeated: (line: number, column: number) => boolean;
}

/**
 * Replaces each alias with its value, on one line, so that all later text keeps its line number. GitHub reads anchors
 * and aliases since 2025, and actionlint does not. An alias within its own anchor stays as it is, and so do merge keys,
 * which GitHub refuses.
 * @throws Unreadable if the text would grow too far
 */
export function withoutAliases(text: string, trees: readonly YamlTree[]): Expanded {
  const parts: string[] = [];
  const repeated: { readonly start: number; readonly end: number }[] = [];
  let copied = 0;
  let growth = 0;
  for (const { document } of trees)
    visit(document, {
      Alias(_, alias) {
        const [start, end] = alias.range!;
        const target = alias.resolve(document);
        if (target === undefined || holds(target, alias)) return;
        const value = flowText(target, document);
        const at = start + growth;
        repeated.push({ start: at, end: at + value.length });
        growth += value.length - (end - start);
        if (growth > MAX_GROWTH) throw new Unreadable('its aliases make it too long');
        parts.push(text.slice(copied, start), value);
        copied = end;
      },
      Pair(_, { key }) {
        return isScalar(key) && key.value === '<<' ? visit.SKIP : undefined;
      },
    });
  const expanded = parts.join('') + text.slice(copied);
  const lineStarts = [0, ...[...expanded.matchAll(/\n/g)].map(({ index }) => index + 1)];
  return {
    text: expanded,
    isRepeated: (line, column) => {
      const at = (lineStarts[line - 1] ?? NaN) + column - 1;
      return repeated.some(({ start, end }) => start <= at && at < end);
    },
  };
}

const holds = (target: Node, alias: Alias): boolean =>
  target.range![0] <= alias.range![0] && alias.range![1] <= target.range![1];

/** @throws Unreadable if the value contains itself, or too many aliases */
function flowText(target: Node, document: YamlTree['document']): string {
  try {
    return JSON.stringify(target.toJS(document, { maxAliasCount: 100 })) ?? 'null';
  } catch (error) {
    throw new Unreadable(`its aliases cannot be followed: ${(error as Error).message.split('\n')[0]}`);
  }
}
