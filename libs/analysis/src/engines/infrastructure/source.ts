import type { Node } from 'yaml';
import type { Budget } from './budget';
import type { Place } from './view';
import type { YamlTree } from '../kit/yaml-tree';

/** A document of YAML, and where what stands in it was written. */
export interface Source {
  readonly tree: YamlTree;
  readonly budget: Budget;
  /** @param value what stands there: in a template a value of the chart may decide it */
  placeOf(node: Node | undefined, value?: Node): Place;
  /** How many conditions that nobody knows decide whether the node is there. Always 0 in what is no template. */
  doubtsOf(node: Node): number;
}

export function sourceOf(tree: YamlTree, file: string, budget: Budget): Source {
  return {
    tree,
    budget,
    placeOf: (node) => ({ file, line: tree.lineOf(node), column: tree.columnOf(node) }),
    doubtsOf: () => 0,
  };
}
