import { type Node, isMap } from 'yaml';
import { type YamlTree, at, entriesOf, textOf, valueOf } from '../kit/yaml-tree';
import { addsEntries } from './functions';

export interface Section {
  readonly name: string;
  readonly key: Node;
  readonly node: Node;
}

/** One template as it is written. */
export interface Template {
  readonly tree: YamlTree;
  readonly file: string;
  readonly parameters: ReadonlyMap<string, Section>;
  readonly conditions: ReadonlyMap<string, Section>;
  readonly resources: readonly Section[];
  readonly mappings: Node | undefined;
  /** The section `Globals`: common settings of functions and APIs in the Serverless Application Model. */
  readonly globals: Node | undefined;
  /** Whether a macro adds resources to it. */
  readonly open: boolean;
  /** Whether it is a service of the Serverless Framework, whose texts have variables such as `${self:stage}`. */
  readonly isService?: true;
}

/** The template in a document; undefined if it is not one. */
export function templateOf(tree: YamlTree, file: string): Template | undefined {
  const { root } = tree;
  const resources = at(tree, root, 'Resources');
  if (!isMap(resources)) return undefined;
  const all = entriesOf(tree, resources);
  const written = all.filter(({ key }) => !addsEntries(key));
  const isTemplate =
    at(tree, root, 'AWSTemplateFormatVersion') !== undefined ||
    textOf(at(tree, root, 'Transform'))?.startsWith('AWS::Serverless-') === true ||
    written.some(({ value }) => /^AWS::\w+::\w+/.test(textOf(at(tree, value, 'Type')) ?? ''));
  if (!isTemplate) return undefined;
  const section = (name: string) =>
    new Map(sections(tree, at(tree, root, name)).map((each) => [each.name, each] as const));
  return {
    tree,
    file,
    parameters: section('Parameters'),
    conditions: section('Conditions'),
    resources: sections(tree, resources),
    mappings: at(tree, root, 'Mappings'),
    globals: at(tree, root, 'Globals'),
    open: written.length < all.length,
  };
}

function sections(tree: YamlTree, node: Node | undefined): Section[] {
  return entriesOf(tree, node).flatMap(({ key, keyNode, value }) =>
    value === undefined || valueOf(value) === null || addsEntries(key)
      ? []
      : [{ name: key, key: keyNode, node: value }],
  );
}
