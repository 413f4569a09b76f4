import { type Node, Pair, Scalar, YAMLMap, isMap } from 'yaml';
import { type Entry, type YamlTree, at, entriesOf, itemsOf, textOf } from '../kit/yaml-tree';
import type { Section, Template } from './template';

/**
 * A service of the Serverless Framework as the template that it becomes: its functions, the rights of their roles, and
 * the resources that it adds.
 */
export function serviceOf(tree: YamlTree, file: string): Template | undefined {
  const provider = at(tree, tree.root, 'provider');
  if ((textOf(at(tree, provider, 'name')) ?? textOf(provider)) !== 'aws') return undefined;
  const parts = partsOf(tree, at(tree, tree.root, 'resources'));
  const section = (name: string) =>
    new Map(parts.flatMap((part) => sectionsIn(tree, part, name)).map((each) => [each.name, each] as const));
  return {
    tree,
    file,
    parameters: section('Parameters'),
    conditions: section('Conditions'),
    resources: [...section('Resources').values(), ...madeSections(tree, provider)],
    mappings: parts.map((part) => at(tree, part, 'Mappings')).find((each) => each !== undefined),
    globals: undefined,
    open: true,
    isService: true,
  };
}

/** `resources` is one template, or a list of parts of one. */
const partsOf = (tree: YamlTree, resources: Node | undefined): readonly Node[] =>
  isMap(resources) ? [resources] : itemsOf(tree, resources);

const sectionsIn = (tree: YamlTree, part: Node, name: string): Section[] =>
  entriesOf(tree, at(tree, part, name)).flatMap(({ key, keyNode, value }) =>
    isMap(value) ? [{ name: key, key: keyNode, node: value }] : [],
  );

/** The resources that the framework makes of functions and their roles. */
function madeSections(tree: YamlTree, provider: Node | undefined): Section[] {
  const functions = functionsOf(tree);
  const ofProvider = entryOf(tree, tree.root, 'provider');
  const common = functions.length === 0 || ofProvider === undefined ? [] : [ofProvider];
  return [
    ...[...common, ...functions].map((each) => functionSection(tree, each)),
    ...rightsOf(tree, 'provider', provider),
    ...rightsOf(tree, 'provider', at(tree, provider, 'iam', 'role')),
    ...functions.flatMap(({ key, value }) => rightsOf(tree, key, value)),
  ];
}

/** The functions of a map, or of a list of maps. */
function functionsOf(tree: YamlTree): Entry[] {
  const functions = at(tree, tree.root, 'functions');
  const maps = isMap(functions) ? [functions] : itemsOf(tree, functions);
  return maps.flatMap((map) => entriesOf(tree, map)).filter(({ value }) => isMap(value));
}

function functionSection(tree: YamlTree, { key, keyNode, value }: Entry): Section {
  const environment = entryOf(tree, value, 'environment');
  const properties = mapOf(
    keyNode,
    renamed(entryOf(tree, value, 'runtime'), 'Runtime'),
    environment && [placed('Environment', environment.keyNode), mapOf(keyNode, renamed(environment, 'Variables'))],
  );
  return sectionOf('AWS::Lambda::Function', key, keyNode, properties);
}

/** Statements and policies, which the framework attaches to a role. Plug-ins do so for a function. */
function rightsOf(tree: YamlTree, name: string, holder: Node | undefined): Section[] {
  const statements = entryOf(tree, holder, 'statements') ?? entryOf(tree, holder, 'iamRoleStatements');
  const policies = entryOf(tree, holder, 'managedPolicies') ?? entryOf(tree, holder, 'iamManagedPolicies');
  return [
    ...(statements === undefined ? [] : [policySection(name, statements)]),
    ...(policies === undefined
      ? []
      : [
          sectionOf(
            'AWS::IAM::Role',
            name,
            policies.keyNode,
            mapOf(policies.keyNode, renamed(policies, 'ManagedPolicyArns')),
          ),
        ]),
  ];
}

function policySection(name: string, statements: Entry): Section {
  const { keyNode } = statements;
  const document = mapOf(keyNode, renamed(statements, 'Statement'));
  return sectionOf('AWS::IAM::Policy', name, keyNode, mapOf(keyNode, [placed('PolicyDocument', keyNode), document]));
}

const entryOf = (tree: YamlTree, node: Node | undefined, name: string): Entry | undefined =>
  entriesOf(tree, node).find(({ key, value }) => key === name && value !== undefined);

type Made = readonly [key: Scalar, value: Node];

const renamed = (entry: Entry | undefined, name: string): Made | undefined =>
  entry?.value && [placed(name, entry.keyNode), entry.value];

/** A text that stands where a node of the file does. */
function placed(value: string, { range }: Node): Scalar {
  const scalar = new Scalar(value);
  if (range) scalar.range = range;
  return scalar;
}

function mapOf(at: Node, ...made: readonly (Made | undefined)[]): YAMLMap {
  const map = new YAMLMap();
  if (at.range) map.range = at.range;
  for (const pair of made) if (pair) map.items.push(new Pair(...pair));
  return map;
}

const sectionOf = (type: string, name: string, key: Node, properties: Node): Section => ({
  name,
  key,
  node: mapOf(key, [placed('Type', key), placed(type, key)], [placed('Properties', key), properties]),
});
