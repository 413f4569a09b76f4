import type { ChildNode, Rule } from 'postcss';
import { textsOfTarget } from '../texts-of-target';
import { isForScreens, parsedOrNothing } from './cascade';

/** How style sheets hide every element of a class. */
export type Hiding = 'not displayed' | 'out of sight';

const SHEETS = { names: /\.(?:css|scss|less)$/, maxFileBytes: 1024 * 1024, maxBytes: 8 * 1024 * 1024 };

/**
 * The classes by which style sheets of a target hide elements, wherever they are linked. A template does not say which
 * sheets the page around it has. A class that any rule shows as well is not one of them. The sheets are read when the
 * first class is asked for.
 * @param root the absolute path of the staged target
 */
export function hiddenClassesIn(root: string): (name: string) => Hiding | undefined {
  let known: ReadonlyMap<string, Hiding> | undefined;
  return (name) => (known ??= readClasses(root)).get(name);
}

function readClasses(root: string): ReadonlyMap<string, Hiding> {
  const hidden = new Map<string, Hiding>();
  const shown = new Set<string>();
  for (const css of textsOfTarget(root, SHEETS)) readRules(parsedOrNothing(css), true, hidden, shown);
  for (const name of shown) hidden.delete(name);
  return hidden;
}

/** @param isSeen whether a screen gets the rules: what only paper hides is to be seen, and what a phone shows too */
function readRules(
  nodes: readonly ChildNode[],
  isSeen: boolean,
  hidden: Map<string, Hiding>,
  shown: Set<string>,
): void {
  for (const node of nodes) {
    if (node.type === 'atrule' && node.nodes)
      readRules(node.nodes, isSeen && (node.name !== 'media' || isForScreens(node.params)), hidden, shown);
    if (node.type !== 'rule') continue;
    const values = valuesOf(node);
    const hiding = hidingBy(values);
    const display = values.get('display');
    for (const selector of node.selectors) {
      const classes = classesOfLast(selector);
      if (display !== undefined && display !== 'none') for (const name of classes) shown.add(name);
      const [only] = classes;
      if (hiding !== undefined && isSeen && only !== undefined && isPlain(selector)) hidden.set(only, hiding);
    }
    readRules(node.nodes, isSeen, hidden, shown);
  }
}

const valuesOf = (rule: Rule): ReadonlyMap<string, string> =>
  new Map(
    rule.nodes.flatMap((node) =>
      node.type === 'decl' ? [[node.prop.toLowerCase(), node.value.trim().toLowerCase()] as const] : [],
    ),
  );

function hidingBy(values: ReadonlyMap<string, string>): Hiding | undefined {
  if (values.get('display') === 'none') return 'not displayed';
  const isPlaced = ['absolute', 'fixed'].includes(values.get('position') ?? '');
  if (!isPlaced) return undefined;
  const isAway = ['left', 'top', 'right'].some((side) => /^-\d{3,}/.test(values.get(side) ?? ''));
  return isAway || /^0(?:\.0+)?%?$/.test(values.get('opacity') ?? '') ? 'out of sight' : undefined;
}

const lastOf = (selector: string): string => selector.split(/[\s>+~]+/).pop() ?? '';

const classesOfLast = (selector: string): string[] =>
  [...lastOf(selector).matchAll(/\.([\w-]+)/g)].map(([, name]) => name!);

/** Whether a class alone, or with the name of an element, is what the rule is about. */
const isPlain = (selector: string): boolean => /^(?:[a-z]+)?\.[\w-]+$/.test(lastOf(selector));
