/** A node of any language. */
export type Node = Readonly<Record<string, unknown>>;

export interface Options {
  readonly nodeTypeKey?: string;
}

/**
 * Whether a node matches. The first `depth` of `above` are the nodes above it, the root first and its parent last: what
 * follows them does not count.
 */
export type Matcher = (node: Node, above: readonly Node[], depth: number, options: Options | undefined) => boolean;

/** The function that esquery exports. In `ancestry`, the parent comes first. */
type Matches = (node: Node, selector: ParsedSelector, ancestry: readonly Node[], options?: Options) => boolean;

/** A selector as esquery has parsed it. */
export interface ParsedSelector {
  readonly type: string;
  readonly value?: unknown;
  readonly operator?: string;
  readonly left?: ParsedSelector;
  readonly right?: ParsedSelector;
  readonly selectors?: readonly ParsedSelector[];
}

export interface Matchers {
  matcherOf(selector: ParsedSelector): Matcher;
  /** Forgets the nodes that were asked about. */
  forget(): void;
}

const hastened = new WeakSet<object>();

/**
 * Replaces esquery's matcher, by which plugins ask for each node which selectors match it, with a quicker one. Rules
 * that ask for each identifier in a function or a loop had esquery copy the list of ancestors once for each of them: on
 * Vue that was a sixth of the pass. The matches stay the same.
 *
 * @returns the matchers for those who go through a tree themselves
 */
export function hastenSelectors(): Matchers {
  const path = require.resolve('esquery', { paths: [require.resolve('eslint')] });
  const esquery = require(path) as { matches: Matches };
  if (!hastened.has(esquery)) {
    hastened.add(esquery);
    matchersOfEsquery = matchers(esquery.matches);
    esquery.matches = quickMatches(esquery.matches);
  }
  return matchersOfEsquery!;
}

let matchersOfEsquery: Matchers | undefined;

/** @param own that of esquery */
export function quickMatches(own: Matches): Matches {
  const { matcherOf } = matchers(own);
  return (node, selector, ancestry, options) =>
    selector && node && ancestry
      ? matcherOf(selector)(node, ancestry.toReversed(), ancestry.length, options)
      : own(node, selector, ancestry, options);
}

/** @param own that of esquery */
export function matchers(own: Matches): Matchers {
  const known = new WeakMap<ParsedSelector, Matcher>();
  const belowParts = new Map<string, Below>();
  const matcherOf = (selector: ParsedSelector): Matcher => {
    let matcher = known.get(selector);
    if (!matcher) known.set(selector, (matcher = quick(selector) ?? bySelf(selector)));
    return matcher;
  };
  const bySelf =
    (selector: ParsedSelector): Matcher =>
    (node, above, depth, options) =>
      own(node, selector, above.slice(0, depth).reverse(), options);
  /** Selectors of many rules have the same part above, such as a function's body. */
  const belowPart = (part: ParsedSelector): Below => {
    if (!isAboutPlace(part)) return below(matcherOf(part));
    const key = JSON.stringify(part);
    let isBelow = belowParts.get(key);
    if (!isBelow) belowParts.set(key, (isBelow = rememberedBelow(matcherOf(part))));
    return isBelow;
  };

  function quick(selector: ParsedSelector): Matcher | undefined {
    switch (selector.type) {
      case 'wildcard':
        return () => true;
      case 'identifier':
        return ofType(String(selector.value));
      case 'matches': {
        const any = selector.selectors!.map(matcherOf);
        return (...asked) => any.some((matcher) => matcher(...asked));
      }
      case 'compound': {
        const all = cheapestFirst(selector.selectors!).map(matcherOf);
        return (...asked) => all.every((matcher) => matcher(...asked));
      }
      case 'child': {
        const [left, right] = [matcherOf(selector.left!), matcherOf(selector.right!)];
        return (node, above, depth, options) =>
          depth > 0 && right(node, above, depth, options) && left(above[depth - 1]!, above, depth - 1, options);
      }
      case 'descendant': {
        const right = matcherOf(selector.right!);
        const { isBelow } = belowPart(selector.left!);
        return (node, above, depth, options) => right(node, above, depth, options) && isBelow(above, depth, options);
      }
      default:
        return undefined;
    }
  }
  return { matcherOf, forget: () => belowParts.forEach(({ forget }) => forget?.()) };
}

function ofType(name: string): Matcher {
  const lower = name.toLowerCase();
  return (node, _, __, options) => {
    const type = node[options?.nodeTypeKey ?? 'type'] as string;
    return type === name || type.toLowerCase() === lower;
  };
}

/** Rules ask for `[arguments!='']` first, which writes all arguments of a call as one text. */
const cheapestFirst = (selectors: readonly ParsedSelector[]): readonly ParsedSelector[] =>
  selectors.toSorted((a, b) => costOf(a) - costOf(b));

function costOf({ type, operator }: ParsedSelector): number {
  if (type === 'identifier') return 0;
  if (type === 'attribute') return operator === '!=' ? 2 : 1;
  return 3;
}

interface Below {
  isBelow(above: readonly Node[], depth: number, options: Options | undefined): boolean;
  forget?(): void;
}

const below = (left: Matcher): Below => ({
  isBelow: (above, depth, options) => {
    for (let at = depth - 1; at >= 0; at -= 1) if (left(above[at]!, above, at, options)) return true;
    return false;
  },
});

/**
 * The same for all nodes in one place, so it is found out once for each node that has others in it. Nodes come in the
 * order of the tree, so the answers for the nodes above the last one serve the next.
 */
function rememberedBelow(left: Matcher): Below {
  /** Whether a node in this one, at this depth, matches. */
  let known: { readonly node: Node; readonly isIn: boolean }[] = [];
  const isIn = (above: readonly Node[], at: number, options: Options | undefined): boolean => {
    const last = known[at];
    if (last !== undefined && last.node === above[at]) return last.isIn;
    const answer = (at > 0 && isIn(above, at - 1, options)) || left(above[at]!, above, at, options);
    known[at] = { node: above[at]!, isIn: answer };
    return answer;
  };
  return {
    isBelow: (above, depth, options) => depth > 0 && isIn(above, depth - 1, options),
    forget: () => {
      known = [];
    },
  };
}

/** Whether only the types of nodes and their places count, which nothing changes while a file is linted. */
const isAboutPlace = ({ type, left, right, selectors }: ParsedSelector): boolean => {
  switch (type) {
    case 'wildcard':
    case 'identifier':
      return true;
    case 'matches':
    case 'compound':
      return selectors!.every(isAboutPlace);
    case 'child':
    case 'descendant':
      return isAboutPlace(left!) && isAboutPlace(right!);
    default:
      return false;
  }
};
