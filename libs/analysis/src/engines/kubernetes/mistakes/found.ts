import type { Node } from 'yaml';
import { type Mistake, MISTAKES } from '../../../catalogue/kubernetes-rules/mistake';
import type { Source } from '../../infrastructure/source';
import { bounded, isWhole } from '../../infrastructure/value';
import type { Found } from '../../infrastructure/view';
import { at, textOf } from '../../kit/yaml-tree';

/** Mistakes by the names by which rules ask for them. */
export type Mistakes = Readonly<Record<string, Found>>;

/** Collects mistakes; of each kind the first one counts, as a rule tells one of a resource. */
export class MistakesFound {
  readonly all: Record<string, Found> = {};

  constructor(private readonly source: Source) {}

  add(kind: keyof typeof MISTAKES, about: string, node: Node | undefined): void {
    const name: Mistake = MISTAKES[kind];
    if (!Object.hasOwn(this.all, name)) this.all[name] = { value: bounded(about), at: this.source.placeOf(node) };
  }
}

/** A text that is known to its end. A text with parts that another program fills in is not. */
export function knownText(source: Source, node: Node | undefined, ...path: readonly string[]): string | undefined {
  const text = textOf(path.length === 0 ? node : at(source.tree, node, ...path));
  return text !== undefined && isWhole(text) && !/\$[({]|\{\{/.test(text) ? text : undefined;
}

/** The first node whose name an earlier one has. Nothing is said of names that are not known. */
export function firstTwice(names: readonly (readonly [name: string | undefined, node: Node])[]) {
  const seen = new Set<string>();
  for (const [name, node] of names) {
    if (name === undefined) continue;
    if (seen.has(name)) return { name, node };
    seen.add(name);
  }
  return undefined;
}
