import type { AtRule, Rule as StyleRule } from 'postcss';
import type { Sheet } from '../markup';
import { parsedOrNothing, styleRulesIn } from './cascade';
import { type Matches, matcherOf } from './selectors';

/** The elements that style sheets show below the pointer, and those that they show with the focus. */
export interface HoverStyles {
  readonly byPointer: readonly Matches[];
  /** The selector of each of `byPointer`. */
  readonly selectorsByPointer: readonly string[];
  readonly byFocus: readonly Matches[];
}

const isInAnyMedia = ({ name }: AtRule): boolean => /^(?:media|layer|supports)$/.test(name);

const HOVER = /:hover\b/;
/** States in which something in an element has the focus, or a control for it is on. */
const STATE_OF_FOCUS = /:(?:focus(?:-within|-visible)?|target|checked|popover-open)|\[open\]/g;

/** @param shows a declaration that shows an element, as `property:value` in lower case */
export function hoverStylesOf(sheets: readonly Sheet[], shows: RegExp): HoverStyles {
  const rules = sheets
    .flatMap(({ css }) => (HOVER.test(css) ? [...styleRulesIn(parsedOrNothing(css), isInAnyMedia)] : []))
    .filter((rule) => declares(rule, shows))
    .flatMap(({ selectors }) => selectors);
  const pointed = rules
    .filter((each) => HOVER.test(each))
    .flatMap((selector) => {
      const matches = withoutHover(selector.trim());
      return matches ? [{ matches, selector }] : [];
    });
  return {
    byPointer: pointed.map(({ matches }) => matches),
    selectorsByPointer: pointed.map(({ selector }) => selector),
    byFocus: rules
      .filter((selector) => selector.search(STATE_OF_FOCUS) !== -1)
      .flatMap((selector) => matcherOf(selector.replace(STATE_OF_FOCUS, '')) ?? []),
  };
}

/** Those that a selector is about while the pointer is over another element around or before them. */
function withoutHover(selector: string): Matches | undefined {
  const [, trigger = '', rest = ''] = /^([^]*?):hover\b([^]*)$/.exec(selector) ?? [];
  if (rest.trim() === '' || HOVER.test(rest) || rest.startsWith(':')) return undefined;
  return matcherOf(`${trigger || '*'}${rest}`);
}

const declares = (rule: StyleRule, pattern: RegExp): boolean =>
  rule.nodes.some((each) => each.type === 'decl' && pattern.test(`${each.prop}:${each.value}`.toLowerCase()));
