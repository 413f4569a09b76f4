import type { ChildNode, Declaration } from 'postcss';
import type { MarkupElement } from '../markup';
import { isInTabOrder } from '../semantics/focus';
import { parsedOrNothing } from '../style/cascade';
import { type Matches, matcherOf } from '../style/selectors';
import { type Fault, type Page, type Rule, tagOf } from './page';

/** A rule of a style sheet about an element that has the focus. */
interface FocusRule {
  readonly matches: Matches;
  readonly hidesOutline: boolean;
  readonly showsSomething: boolean;
}

const FOCUS = /:focus(?:-visible|-within)?\b/gi;

function* focusRules(page: Page): Generator<FocusRule> {
  for (const { css } of page.markup.sheets) {
    const open: (readonly ChildNode[])[] = [parsedOrNothing(css)];
    for (let nodes = open.pop(); nodes !== undefined; nodes = open.pop()) {
      for (const node of nodes) {
        if (node.type === 'atrule' && node.nodes) open.push(node.nodes);
        if (node.type !== 'rule') continue;
        const declarations = node.nodes.filter((each): each is Declaration => each.type === 'decl');
        const hidesOutline = declarations.some(isNoOutline);
        const showsSomething = declarations.some((each) => !isNoOutline(each));
        for (const selector of node.selectors) {
          if (selector.search(FOCUS) === -1) continue;
          const matches = matcherOf(selector.replace(FOCUS, '').replace(/(^|[\s>+~])(?=[\s>+~]|$)/g, '$1*') || '*');
          if (matches) yield { matches, hidesOutline, showsSomething };
        }
      }
    }
  }
}

const isNoOutline = ({ prop, value }: Declaration): boolean =>
  /^outline(?:-style|-width)?$/i.test(prop) && /^(?:none|0(?:px)?|0 none|none 0)$/i.test(value.trim());

/** An element that the Tab key reaches, of which the style sheets take the outline away and put nothing instead. */
function* invisibleFocus(page: Page): Generator<Fault> {
  if (page.markup.lacksSheets || !page.markup.isPage) return;
  const rules = [...focusRules(page)];
  if (!rules.some(({ hidesOutline }) => hidesOutline)) return;
  const isShown = (element: MarkupElement) => rules.some((rule) => rule.showsSomething && rule.matches(element));
  for (const element of page.elements) {
    if (!isInTabOrder(element, page.exposures) || !page.exposures.isSeen(element)) continue;
    if (!rules.some((rule) => rule.hidesOutline && rule.matches(element)) || isShown(element)) continue;
    yield { element, message: `Nothing shows when ${tagOf(element)} has the focus` };
    return;
  }
}

export const focusRulesOfPages: Readonly<Record<string, Rule>> = { 'focus-invisible': invisibleFocus };
