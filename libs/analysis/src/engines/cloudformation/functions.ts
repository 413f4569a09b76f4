import { type Node, isMap, isScalar } from 'yaml';
import { type YamlTree, entriesOf, resolved } from '../kit/yaml-tree';

/** A call of one of CloudFormation's functions: `!Sub text`, or `{ "Fn::Sub": "text" }`. */
export interface Call {
  readonly name: string;
  readonly argument: Node | undefined;
  /** Whether the function is the node's tag, and the node itself the argument. */
  readonly tagged: boolean;
}

const WITHOUT_PREFIX = new Set(['Ref', 'Condition']);
const SHORT_FORMS = new Set(
  'And Base64 Cidr Condition Equals FindInMap GetAtt GetAZs If ImportValue Join Not Or Ref Select Split Sub Transform'
    .split(' ')
    .map((name) => `!${name}`),
);

/** The function call that a node is; undefined if it is not one. */
export function callOf(tree: YamlTree, node: Node, withTag = true): Call | undefined {
  if (withTag && node.tag !== undefined && SHORT_FORMS.has(node.tag))
    return { name: fullName(node.tag.slice(1)), argument: node, tagged: true };
  if (!isMap(node) || node.items.length !== 1) return undefined;
  const key = isScalar(node.items[0]!.key) ? String(node.items[0]!.key.value) : '';
  if (!WITHOUT_PREFIX.has(key) && !isFunction(key)) return undefined;
  return { name: key, argument: resolved(tree, entriesOf(tree, node)[0]?.value), tagged: false };
}

const fullName = (short: string): string => (WITHOUT_PREFIX.has(short) ? short : `Fn::${short}`);

/** `Fn::Transform` and `Fn::ForEach::<name>` occur among other entries and add further ones. */
const isFunction = (key: string): boolean => key.startsWith('Fn::') && !addsEntries(key);

export const addsEntries = (key: string): boolean => key === 'Fn::Transform' || key.startsWith('Fn::ForEach::');

/** The parts of a text of `Fn::Sub`: literal text, and the names between `${` and `}`. */
export function partsOfSub(text: string): readonly { readonly text: string; readonly isName: boolean }[] {
  const parts: { text: string; isName: boolean }[] = [];
  let from = 0;
  for (const match of text.matchAll(/\$\{(!?)([^${}]{1,255})\}/g)) {
    parts.push({ text: text.slice(from, match.index), isName: false });
    parts.push(
      match[1] === '!' ? { text: `\${${match[2]}}`, isName: false } : { text: match[2]!.trim(), isName: true },
    );
    from = match.index + match[0].length;
  }
  return [...parts, { text: text.slice(from), isName: false }];
}
