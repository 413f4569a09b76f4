import { type Options, compile } from 'css-select';
import { type MarkupElement, type MarkupNode, ancestorsOf } from '../markup';

export type Matches = (element: MarkupElement) => boolean;

const isTag = (node: MarkupNode): node is MarkupElement => node.kind === 'element';

/** Stands in selectors for the component of a file that writes an element. */
export const OF_COMPONENT = 'assay-component';

const ADAPTER: NonNullable<Options<MarkupNode, MarkupElement>['adapter']> = {
  isTag,
  getAttributeValue: (element, name) =>
    name === OF_COMPONENT ? element.handlers.get('component') : (element.attributes.get(name) ?? undefined),
  getChildren: (node) => (isTag(node) ? node.children : []),
  getName: (element) => element.name,
  getParent: (node) => node.parent ?? null,
  getSiblings: (node) => (node.parent ? node.parent.children : [node]),
  getText: () => '',
  hasAttrib: (element, name) =>
    name === OF_COMPONENT ? element.handlers.has('component') : element.attributes.has(name),
  removeSubsets: (nodes) =>
    nodes.filter((node) => !isTag(node) || ![...ancestorsOf(node)].some((each) => nodes.includes(each))),
};

/** States that a page does not begin in, and parts that are no elements. */
const NOT_AT_REST = new RegExp(
  ':(?:hover|focus|focus-visible|focus-within|active|visited|target|checked|invalid|user-invalid|fullscreen|-)|' +
    String.raw`::|:(?:before|after|first-line|first-letter|placeholder|host|slotted|part)\b`,
  'i',
);

/** Selectors that were compiled, undefined for those that only a browser can judge. */
const COMPILED = new Map<string, Matches | undefined>();
/** More than those of three large frameworks, some kilobytes each. */
const MOST_COMPILED = 10_000;

/**
 * Compiles one selector of a list; undefined for a selector that only a browser can judge. The pages of a site share
 * most of theirs, and a page is judged in several states.
 */
export function matcherOf(selector: string): Matches | undefined {
  if (COMPILED.has(selector)) return COMPILED.get(selector);
  const compiled = compiledSelector(selector);
  if (COMPILED.size >= MOST_COMPILED) COMPILED.clear();
  COMPILED.set(selector, compiled);
  return compiled;
}

function compiledSelector(selector: string): Matches | undefined {
  if (NOT_AT_REST.test(selector)) return undefined;
  const plain = selector.replace(/:(?:link|any-link)\b/gi, '[href]');
  try {
    return compile<MarkupNode, MarkupElement>(plain, { adapter: ADAPTER, cacheResults: false });
  } catch {
    return undefined; // a selector that this version of css-select does not know selects nothing, as in a browser
  }
}

const PSEUDO_ARGUMENTS = /:(?:is|where|not|has|nth-[a-z-]+|lang|dir)\([^()]*\)/gi;

/** Pseudo-classes may stand in the arguments of others, so the inner ones go first. */
function withoutArguments(selector: string): string {
  const plain = selector.replace(PSEUDO_ARGUMENTS, '');
  return plain === selector || !plain.includes('(') ? plain : withoutArguments(plain);
}

/** The key that an element must have so that the selector can match it: the rarest of an id, a class and a tag. */
export function keyOf(selector: string): string {
  const last =
    withoutArguments(selector)
      .split(/[\s>+~]+(?![^[]*\])/)
      .pop() ?? '';
  const [id] = /#[\w-]+/.exec(last) ?? [];
  const [className] = /\.[\w-]+/.exec(last) ?? [];
  const [tag] = /^[a-z][\w-]*/i.exec(last) ?? [];
  return id ?? className ?? tag?.toLowerCase() ?? '*';
}

/** The keys under which rules for an element are found. */
export const keysOf = (element: MarkupElement): readonly string[] => [
  '*',
  element.name,
  ...(element.attributes.get('id') ? [`#${element.attributes.get('id')}`] : []),
  ...(element.attributes.get('class') ?? '').split(/\s+/).flatMap((each) => (each === '' ? [] : [`.${each}`])),
];

/** As CSS compares them; enough for a simple cascade. */
export function specificityOf(selector: string): number {
  const bare = selector.replace(/:where\([^()]*\)/g, '').replace(/:(?:is|not|has)\(([^()]*)\)/g, ' $1');
  const ids = bare.match(/#[\w-]+/g)?.length ?? 0;
  const classes = bare.match(/\.[\w-]+|\[[^\]]*\]|:(?!:)[\w-]+/g)?.length ?? 0;
  const tags = bare.match(/(?:^|[\s>+~(,])[a-z][\w-]*/gi)?.length ?? 0;
  return Math.min(ids, 999) * 1e6 + Math.min(classes, 999) * 1e3 + Math.min(tags, 999);
}
