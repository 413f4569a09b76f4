import { type MarkupElement, attributeOf, tokensOf } from '../markup';

/** A class of Tailwind and its kind, taken apart: `md:group-hover:opacity-100`. */
export interface Utility {
  /** The states and screens that it is for: `md`, `group-hover`. */
  readonly variants: readonly string[];
  /** The declaration that it stands for: `opacity-100`. */
  readonly name: string;
}

/** The classes of an element; undefined if a program may give it others. */
export function utilitiesOf(element: MarkupElement): readonly Utility[] | undefined {
  if (element.attributes.get('class') === null || element.choices.has('class')) return undefined;
  return tokensOf(attributeOf(element, 'class')).map(utilityOf);
}

/** A colon in brackets is part of a value: `[&:hover]:underline`, `bg-[url(https:…)]`. */
function utilityOf(token: string): Utility {
  const parts = token.replace(/^!|!$/g, '').split(/:(?![^[]*\]|[^(]*\))/);
  return { variants: parts.slice(0, -1), name: parts.at(-1) ?? '' };
}

const WORDS =
  'flex|inline|block|grid|table|hidden|contents|static|fixed|absolute|relative|sticky|visible|invisible|isolate|' +
  'truncate|underline|italic|uppercase|lowercase|capitalize|antialiased|border|rounded|shadow|ring|outline|' +
  'transition|transform|filter|blur|container|group|peer|grow|shrink|resize|prose|not-italic|no-underline|sr-only';
const PREFIXES =
  '[mp][trblxyse]?|w|h|size|min|max|text|bg|border|rounded|flex|grid|items|justify|content|self|place|gap|space|font|' +
  'leading|tracking|shadow|ring|opacity|transition|duration|delay|ease|cursor|select|inline|block|table|top|right|' +
  'bottom|left|inset|start|end|z|order|col|row|overflow|overscroll|object|align|whitespace|break|divide|fill|stroke|' +
  'scale|rotate|translate|skew|origin|animate|pointer-events|outline|appearance|from|to|via|line-clamp|list|aspect|' +
  'decoration|underline-offset|backdrop|touch|will-change|float|clear|grow|shrink|basis|hover|accent|caret|columns';
const KNOWN = new RegExp(String.raw`^-?(?:(?:${WORDS})|(?:${PREFIXES})-[\w./%\[\]#(),-]+)$|^(?:group|peer)\/`);

/** Whether a class does what Tailwind says, so that no style sheet of the project gives it another meaning. */
export const isKnownUtility = ({ name }: Utility): boolean => KNOWN.test(name) || name.startsWith('[');
