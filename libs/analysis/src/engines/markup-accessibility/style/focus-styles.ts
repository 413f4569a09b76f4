import type { ChildNode } from 'postcss';
import { textsOfTarget } from '../texts-of-target';
import { parsedOrNothing } from './cascade';

/** The styles of the focus in the sheets of a target, wherever they are linked. */
export interface FocusStyles {
  /** Whether they say how every element of a kind looks when it has the focus. */
  readonly ofElements: boolean;
  /** The classes of which a rule says so. */
  readonly ofClasses: ReadonlySet<string>;
}

const SHEETS = { names: /\.(?:css|scss|sass|less|pcss|postcss|styl)$/, maxFileBytes: 1024 * 1024 };
const OF_FOCUS = /:focus|\bfocus(?:-visible|-within)?:|\bring\b/;
const ALL_BYTES = 8 * 1024 * 1024;

/**
 * Reads them when the first element asks.
 * @param root the absolute path of the staged target
 */
export function focusStylesIn(root: string): () => FocusStyles {
  let known: FocusStyles | undefined;
  return () => (known ??= readStyles(root));
}

function readStyles(root: string): FocusStyles {
  const classes = new Set<string>();
  let ofElements = false;
  const read = (nodes: readonly ChildNode[], around: string): void => {
    for (const node of nodes) {
      if (node.type === 'atrule' && node.nodes) read(node.nodes, around);
      if (node.type !== 'rule') continue;
      const selector = `${around} ${node.selector}`;
      read(node.nodes, selector);
      const own = node.nodes.filter((each) => each.type !== 'rule').map(String);
      if (!OF_FOCUS.test([selector, ...own].join('\n'))) continue;
      const named = [...selector.matchAll(/\.([\w-]+)/g)].map(([, name]) => name!);
      if (named.length === 0) ofElements = true;
      for (const name of named) classes.add(name);
    }
  };
  for (const css of textsOfTarget(root, { ...SHEETS, maxBytes: ALL_BYTES })) read(parsedOrNothing(css), '');
  return { ofElements, ofClasses: classes };
}
