import { dirname, join } from 'node:path';
import {
  type Matcher,
  type Matchers,
  type Node,
  type Options,
  type ParsedSelector,
  hastenSelectors,
} from './quick-selectors';

type Listener = (...asked: readonly unknown[]) => void;

/** A selector as ESLint keeps it. */
interface Selector {
  readonly source: string;
  readonly isExit: boolean;
  readonly root: ParsedSelector;
  /** The types of nodes that may match. Null: any type. */
  readonly nodeTypes: readonly string[] | null;
  /** Below zero where the listeners of this one come first. */
  compare(other: Selector): number;
}

/** ESLint's list of the listeners of each selector and each event. */
interface Visitor {
  get(name: string): readonly Listener[];
  forEachName(receive: (name: string) => void): void;
}

interface Language {
  readonly visitorKeys?: unknown;
  readonly nodeTypeKey: string;
  readonly matchesSelectorClass?: (name: string, node: Node, ancestry: readonly Node[]) => boolean;
}

interface SourceCode {
  readonly visitorKeys?: unknown;
  traverse(): Iterable<Step>;
}

type Step = VisitStep | { readonly kind: 2; readonly target: string; readonly args: readonly unknown[] };

interface VisitStep {
  readonly kind: 1;
  readonly target: Node;
  /** 1 where the node is entered, 2 where it is left. */
  readonly phase: 1 | 2;
  readonly args?: readonly unknown[];
}

interface Traverser {
  traverseSync(sourceCode: SourceCode, visitor: Visitor, more?: { readonly steps?: Iterable<Step> }): void;
}

/** The parts of ESLint that go through a tree and tell rules of its nodes. Its package does not export them. */
interface Internals {
  readonly SourceCodeTraverser: { getInstance(language: Language): Traverser };
  readonly parse: (selector: string) => Selector;
  readonly getKeys: (node: Node) => readonly string[];
}

const hastened = new WeakSet<object>();

/**
 * Has ESLint tell rules of nodes in a quicker way. For each node it asked again which of all selectors match it. Most
 * name nothing but types, so that their listeners are found once for each type. Rules hear of the same nodes in the
 * same order.
 */
export function hastenTraversal(): void {
  const internals = internalsOfEslint();
  const { SourceCodeTraverser } = internals;
  if (hastened.has(SourceCodeTraverser)) return;
  hastened.add(SourceCodeTraverser);
  const matchers = hastenSelectors();
  const known = new WeakMap<Language, Traverser>();
  SourceCodeTraverser.getInstance = (language) => {
    let traverser = known.get(language);
    if (!traverser) known.set(language, (traverser = quickTraverser(language, internals, matchers)));
    return traverser;
  };
}

/** @throws where this release of ESLint keeps them elsewhere */
export function internalsOfEslint(): Internals {
  const linter = join(dirname(require.resolve('eslint/package.json')), 'lib', 'linter');
  const { SourceCodeTraverser } = require(join(linter, 'source-code-traverser.js')) as Internals;
  const { parse } = require(join(linter, 'esquery.js')) as Internals;
  const keys = require.resolve('eslint-visitor-keys', { paths: [linter] });
  return { SourceCodeTraverser, parse, getKeys: (require(keys) as Internals).getKeys };
}

export function quickTraverser(language: Language, { parse, getKeys }: Internals, matchers: Matchers): Traverser {
  const key = language.nodeTypeKey;
  return {
    traverseSync(sourceCode, visitor, { steps } = {}) {
      const options = {
        visitorKeys: sourceCode.visitorKeys ?? language.visitorKeys,
        fallback: getKeys,
        matchClass: language.matchesSelectorClass ?? (() => false),
        nodeTypeKey: key,
      };
      const plan = planOf(visitor, parse, matchers);
      const above: Node[] = [];
      for (const step of steps ?? sourceCode.traverse()) {
        if (step.kind !== 1) {
          for (const listener of visitor.get(step.target)) listener(...step.args);
          continue;
        }
        const { target, args } = step;
        try {
          if (step.phase === 2) above.pop();
          const hearing = plan[step.phase](target[key] as string);
          tell(heard(hearing, target, above, options), target, args);
          if (step.phase === 1) above.push(target);
        } catch (error) {
          (error as { currentNode?: unknown }).currentNode = target;
          throw error;
        }
      }
      matchers.forget();
    },
  };
}

/** The listeners of a selector. Without a matcher, the type of the node is all that it asks for. */
interface Hearing {
  readonly matcher: Matcher | undefined;
  readonly listeners: readonly Listener[];
}

type HearingsOf = (type: string) => readonly Hearing[];

function planOf(visitor: Visitor, parse: Internals['parse'], { matcherOf }: Matchers): Record<1 | 2, HearingsOf> {
  const selectors: Selector[] = [];
  visitor.forEachName((name) => selectors.push(parse(name)));
  const hearings = (chosen: readonly Selector[]): HearingsOf => {
    const byType = byTypes(chosen);
    const ofAnyType = chosen.filter(({ nodeTypes }) => !nodeTypes);
    const known = new Map<string, readonly Hearing[]>();
    return (type) => {
      let hearing = known.get(type);
      if (!hearing) {
        const sorted = [...(byType.get(type) ?? []), ...ofAnyType].sort((one, other) => one.compare(other));
        hearing = joined(
          sorted.map(({ source, root }) => ({
            matcher: asksForTypeAlone(root) ? undefined : matcherOf(root),
            listeners: visitor.get(source),
          })),
        );
        known.set(type, hearing);
      }
      return hearing;
    };
  };
  return {
    1: hearings(selectors.filter(({ isExit }) => !isExit)),
    2: hearings(selectors.filter(({ isExit }) => isExit)),
  };
}

function byTypes(selectors: readonly Selector[]): ReadonlyMap<string, readonly Selector[]> {
  const byType = new Map<string, Selector[]>();
  for (const selector of selectors)
    for (const type of selector.nodeTypes ?? []) {
      const before = byType.get(type);
      if (before) before.push(selector);
      else byType.set(type, [selector]);
    }
  return byType;
}

/** Whether a selector matches each node of the types that ESLint lists it under. */
const asksForTypeAlone = ({ type, selectors }: ParsedSelector): boolean =>
  type === 'identifier' || type === 'wildcard' || (type === 'matches' && selectors!.every(asksForTypeAlone));

/** Puts neighbours together that ask for the type alone. */
function joined(hearings: readonly Hearing[]): readonly Hearing[] {
  const together: Hearing[] = [];
  for (const hearing of hearings) {
    const last = together.at(-1);
    if (last && !last.matcher && !hearing.matcher)
      together[together.length - 1] = { matcher: undefined, listeners: [...last.listeners, ...hearing.listeners] };
    else together.push(hearing);
  }
  return together;
}

/** Who hears of a node is found out before the first one hears of it. */
function heard(hearings: readonly Hearing[], node: Node, above: readonly Node[], options: Options): readonly Hearing[] {
  let few: Hearing[] | undefined;
  for (let at = 0; at < hearings.length; at += 1) {
    const hearing = hearings[at]!;
    const hears = !hearing.matcher || hearing.matcher(node, above, above.length, options);
    if (hears) few?.push(hearing);
    else few ??= hearings.slice(0, at);
  }
  return few ?? hearings;
}

function tell(hearings: readonly Hearing[], target: Node, args: readonly unknown[] | undefined): void {
  const first = args && args.length === 1 ? args[0] : target;
  const isOne = !args || args.length === 1;
  for (const { listeners } of hearings)
    for (const listener of listeners) {
      if (isOne) listener(first);
      else listener(...args);
    }
}
