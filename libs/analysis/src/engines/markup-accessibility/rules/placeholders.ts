import type { AtRule, ChildNode, Declaration } from 'postcss';
import { type MarkupElement, attributeOf, isHtml } from '../markup';
import { isDisabled } from '../semantics/focus';
import { isForScreens, parsedOrNothing, styleRulesIn } from '../style/cascade';
import { WHITE, blended, colourOf, contrastOf } from '../style/colour';
import { matcherOf, specificityOf } from '../style/selectors';
import { resolved } from '../style/text-style';
import type { Page } from './page';

const PLACEHOLDER = /::(?:placeholder|-webkit-input-placeholder)$/i;

interface PlaceholderRule {
  readonly matches: (element: MarkupElement) => boolean;
  readonly specificity: number;
  readonly colour: string | undefined;
  readonly hasMore: boolean;
}

const isOnScreens = ({ name, params }: AtRule): boolean =>
  name === 'media' ? isForScreens(params) : /^(?:layer|supports)$/.test(name);

function* rulesIn(nodes: readonly ChildNode[]): Generator<PlaceholderRule> {
  for (const node of styleRulesIn(nodes, isOnScreens)) {
    const declarations = node.nodes.filter((each): each is Declaration => each.type === 'decl');
    const colour = declarations.findLast(({ prop }) => prop.toLowerCase() === 'color')?.value;
    const hasMore = declarations.some(
      ({ prop, value }) =>
        /^(?:opacity|filter|-webkit-text-fill-color)$/i.test(prop) && !/^(?:1(?:\.0+)?|100%|none)$/.test(value.trim()),
    );
    for (const selector of node.selectors) {
      if (!PLACEHOLDER.test(selector)) continue;
      const matches = matcherOf(selector.replace(PLACEHOLDER, '') || '*');
      if (matches) yield { matches, specificity: specificityOf(selector), colour, hasMore };
    }
  }
}

/** Fields whose placeholder has too little contrast, with the contrast; where the style sheets say both colours. */
export function* faintPlaceholders(page: Page): Generator<{ readonly element: MarkupElement; readonly ratio: number }> {
  const rules = page.markup.sheets
    .filter(({ css, media }) => /::(?:placeholder|-webkit-input-placeholder)/.test(css) && isForScreens(media))
    .flatMap(({ css }) => [...rulesIn(parsedOrNothing(css))]);
  if (rules.length === 0) return;
  for (const element of page.elements) {
    const shown = attributeOf(element, 'placeholder') ?? '';
    if (!isHtml(element, 'input', 'textarea') || !/\p{L}/u.test(shown) || isDisabled(element)) continue;
    if (!page.exposures.isSeen(element)) continue;
    const matching = rules.filter(({ matches }) => matches(element)).sort((a, b) => a.specificity - b.specificity);
    const value = matching.findLast(({ colour }) => colour !== undefined)?.colour;
    if (value === undefined || matching.some(({ hasMore }) => hasMore)) continue;
    const text = colourOf(resolved(value.replace(/\s*!important$/, ''), element, page.cascade) ?? '');
    const ground = groundOf(element, page);
    if (!text || !ground) continue;
    const ratio = contrastOf(blended(text, ground), ground);
    if (ratio < 4.5) yield { element, ratio };
  }
}

/** The colour of a field; undefined if it cannot be told. Browsers draw fields white. */
function groundOf(element: MarkupElement, page: Page) {
  const style = page.cascade.styleOf(element);
  const image = style.get('background-image')?.value ?? '';
  if (/\(/.test(image.replace(/(?:rgb|hsl)a?\([^()]*\)/g, ''))) return undefined;
  const isWhole = page.markup.isPage && !page.markup.lacksSheets && !page.markup.isTemplate;
  const declared = style.get('background-color')?.value;
  if (declared === undefined) return isWhole ? WHITE : undefined;
  const colour = colourOf(resolved(declared, element, page.cascade) ?? '');
  return colour?.alpha === 1 ? colour : undefined;
}
