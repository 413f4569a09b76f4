import type { AtRule, ChildNode, Declaration } from 'postcss';
import { type MarkupElement, ancestorsOf, attributeOf, contentOf, isHtml, textOf } from '../markup';
import { isDisabled } from '../semantics/focus';
import { parsedOrNothing } from '../style/cascade';
import { contrastOf } from '../style/colour';
import { utilitiesOf } from '../style/utilities';
import { resolved } from '../style/text-style';
import { foregroundOf } from './contrast';
import { type Fault, type Page, type Rule, tagOf } from './page';

const BLOCKS = ['p', 'li', 'td', 'dd', 'blockquote', 'figcaption'];
/** Properties that tell a link from the text around it, beside its colour. */
const TELLS = ['background-color', 'background-image', 'border', 'border-bottom', 'box-shadow', 'outline', 'display'];

/** A link within a text that only its colour tells from the text. */
function* linksByColour(page: Page): Generator<Fault> {
  if (!page.markup.isPage || page.markup.lacksSheets || page.markup.isTemplate) return;
  for (const link of page.inTree()) {
    if (page.roleOf(link) !== 'link' || !page.exposures.isSeen(link) || textOf(link).trim() === '') continue;
    const block = [...ancestorsOf(link)].find((each) => isHtml(each, ...BLOCKS));
    if (!block || !hasTextBeside(block, link) || !isPlainLink(link, page)) continue;
    const [own, around] = [foregroundOf(link, page), foregroundOf(block, page)];
    if (
      own &&
      around &&
      own.colour.alpha === 1 &&
      around.colour.alpha === 1 &&
      contrastOf(own.colour, around.colour) < 3
    )
      yield { element: link, message: `Only its colour tells ${tagOf(link)} from the text around it` };
  }
}

const hasTextBeside = (block: MarkupElement, link: MarkupElement): boolean =>
  block.children.some((child) => child.kind === 'text' && /\p{L}{2}/u.test(child.text ?? '')) &&
  textOf(block).length > textOf(link).length + 8;

function isPlainLink(link: MarkupElement, { cascade }: Page): boolean {
  const style = cascade.styleOf(link);
  const line = (style.get('text-decoration') ?? style.get('text-decoration-line'))?.value.trim().toLowerCase();
  if (line === undefined || !/^none\b/.test(line) || TELLS.some((property) => style.has(property))) return false;
  if (/bold|[6-9]00/.test(style.get('font-weight')?.value ?? '') || style.has('font')) return false;
  return !link.children.some((child) => child.kind === 'element');
}

/** Text whose size only the window decides: nobody can enlarge it. */
const BY_WINDOW = /^(?:\d*\.?\d+)(?:vw|vh|vmin|vmax|dvw|svw)$/i;

function* sizedByWindow(page: Page): Generator<Fault> {
  const told = new Set<string>();
  for (const element of page.elements) {
    if (
      !page.exposures.isSeen(element) ||
      !element.children.some((child) => child.kind === 'text' && (child.text ?? 'text').trim() !== '')
    )
      continue;
    const sized = [element, ...ancestorsOf(element)].find((each) => page.cascade.styleOf(each).has('font-size'));
    const size = sized && resolved(page.cascade.styleOf(sized).get('font-size')!.value, sized, page.cascade)?.trim();
    if (!size || !BY_WINDOW.test(size) || told.has(`${sized.name} ${size}`)) continue;
    told.add(`${sized.name} ${size}`);
    yield { element: sized, message: `The text of ${tagOf(sized)} is ${size} high: it does not grow with the page` };
  }
}

/** A side of less than this is too small to hit, unless nothing else is near. */
const LEAST_SIDE = 24;

/** Two controls side by side of which neither is large enough to hit. */
function* smallTargets(page: Page): Generator<Fault> {
  // In a component two elements side by side may stand for one another.
  if (!page.markup.isPage && page.markup.sheets.length > 0) return;
  for (const element of page.inTree()) {
    const { parent } = element;
    if (!parent || !isSmallControl(element, page)) continue;
    const siblings = contentOf(parent);
    const next = siblings[siblings.indexOf(element) + 1];
    const isApart = page.cascade.styleOf(parent).has('gap') || classesOf(parent).some((name) => OF_GAPS.test(name));
    if (next?.kind === 'element' && isSmallControl(next, page) && !isApart)
      yield {
        element,
        message: `${tagOf(element)} and the control beside it are less than ${LEAST_SIDE} px wide and high`,
      };
  }
}

function isSmallControl(element: MarkupElement, page: Page): boolean {
  const isControl = isHtml(element, 'button') || (isHtml(element, 'a') && element.attributes.has('href'));
  if (!isControl || isDisabled(element) || element.mayHaveMore || !page.exposures.isSeen(element)) return false;
  if (isSmallByClasses(element)) return true;
  const style = page.cascade.styleOf(element);
  const isBox = isHtml(element, 'button') || /block|flex|grid/.test(style.get('display')?.value ?? '');
  const isApart = ['margin', 'margin-left', 'margin-right', 'padding', 'min-width', 'min-height', 'transform'].some(
    (property) => !/^(?:|0(?:px)?)$/.test(style.get(property)?.value.trim() ?? ''),
  );
  return isBox && !isApart && ['width', 'height'].every((property) => isShort(style.get(property)?.value ?? ''));
}

/** Classes of Tailwind that move what is in an element apart, or that give it more room than its size says. */
const OF_GAPS = /^(?:gap|space)-|^justify-(?:between|around|evenly)$/;
const OF_ROOM = /^(?:[pm][trblxyse]?|min-[wh]|scale|absolute|fixed|relative|before|after)(?:-|$)/;
const classesOf = (element: MarkupElement): readonly string[] => (utilitiesOf(element) ?? []).map(({ name }) => name);

/** Whether classes of Tailwind make a button smaller than it should be: `h-4 w-4`. A step of them is 4 px. */
function isSmallByClasses(element: MarkupElement): boolean {
  const utilities = utilitiesOf(element) ?? [];
  if (
    !isHtml(element, 'button') ||
    utilities.some(({ variants, name }) => variants.length > 0 && /^(?:[wh]|size)-/.test(name))
  )
    return false;
  const names = utilities.map(({ name }) => name).filter((name) => !/^[pm][trblxyse]?-0$/.test(name));
  const isSmall = (kinds: string): boolean =>
    names.some((name) => new RegExp(`^(?:${kinds}|size)-(?:[1-4](?:\\.5)?|5)$`).test(name));
  return isSmall('w') && isSmall('h') && !names.some((name) => OF_ROOM.test(name));
}

const isShort = (value: string): boolean => {
  const [, digits, unit] = /^(\d*\.?\d+)(px|rem)$/.exec(value.trim()) ?? [];
  return digits !== undefined && Number(digits) * (unit === 'rem' ? 16 : 1) < LEAST_SIDE;
};

/** Words in a component that are there for more than the time in which something is loaded. */
const LASTS = /^(?![^]*(?:loading|saving|waiting|\.\.\.|…))[^]*\p{L}{3}/iu;

/** Text that an animation hides and shows without an end. */
function* blinkingTexts(page: Page): Generator<Fault> {
  const blinking = new Set(page.markup.sheets.flatMap(({ css }) => [...blinksIn(parsedOrNothing(css))]));
  for (const element of page.elements) {
    if (!page.exposures.isSeen(element) || textOf(element).trim() === '') continue;
    const style = page.cascade.styleOf(element);
    const animation = ['animation', 'animation-name', 'animation-iteration-count', 'animation-timing-function']
      .map((property) => style.get(property)?.value ?? '')
      .join(' ');
    const isAnimated = /\binfinite\b/.test(animation) && animation.split(/[\s,]+/).some((word) => blinking.has(word));
    const blinks = isAnimated || /\bblink\b/.test(style.get('text-decoration')?.value ?? '');
    if (!page.markup.isPage && !LASTS.test(textOf(element))) continue;
    if (blinks && !element.attributes.has('aria-busy'))
      yield { element, message: `The text of ${tagOf(element)} blinks for ever` };
  }
}

/** Signs without words, such as a dot for what is live, that an animation makes come and go without an end. */
function* blinkingSigns(page: Page): Generator<Fault> {
  const { isPage, isTemplate, lacksSheets, sheets } = page.markup;
  const all = sheets.map(({ css }) => css).join('\n');
  if (!isPage || isTemplate || lacksSheets || /prefers-reduced-motion|animation-play-state/.test(all)) return;
  const blinking = new Set(sheets.flatMap(({ css }) => [...blinksIn(parsedOrNothing(css), FAINT)]));
  if (blinking.size === 0) return;
  for (const element of page.elements) {
    if (!isHtml(element, 'span', 'i', 'b', 'div') || contentOf(element).length > 0 || !page.exposures.isSeen(element))
      continue;
    const style = page.cascade.styleOf(element);
    const animation = ['animation', 'animation-name', 'animation-iteration-count']
      .map((property) => style.get(property)?.value ?? '')
      .join(' ');
    const isShown = style.has('background-color') && style.has('width') && style.has('height');
    const said = `${attributeOf(element, 'class') ?? ''} ${attributeOf(element, 'id') ?? ''}`;
    if (!isShown || !/\binfinite\b/.test(animation) || LOADS.test(said)) continue;
    if (!animation.split(/[\s,]+/).some((word) => blinking.has(word))) continue;
    yield { element, message: `${tagOf(element)} comes and goes for ever beside a text`, isMild: true };
    return;
  }
}

/** Words of what is shown only until something is there. */
const LOADS = /load|spin|skeleton|progress|placeholder|wait|cursor|caret|typing|dot-?\d|bounce|wave|bubble|star|snow/i;
/** An opacity at which something is nearly gone. */
const FAINT = /^(?:0?\.[0-4]\d*|[0-4]?\d%)$/;
const GONE = /^0(?:\.0+)?%?$/;

/** The names of animations that hide what they show, at once or slowly. */
function* blinksIn(nodes: readonly ChildNode[], faint: RegExp = GONE): Generator<string> {
  for (const node of nodes) {
    if (node.type !== 'atrule') continue;
    if (/keyframes$/i.test(node.name)) {
      if (hides(node, faint)) yield node.params.trim();
    } else if (node.nodes && !/prefers-reduced-motion/.test(node.params)) yield* blinksIn(node.nodes, faint);
  }
}

const hides = ({ nodes = [] }: AtRule, faint: RegExp): boolean =>
  nodes.some(
    (frame) =>
      frame.type === 'rule' &&
      frame.nodes.some(
        (each): each is Declaration =>
          each.type === 'decl' &&
          ((each.prop === 'opacity' && (GONE.test(each.value.trim()) || faint.test(each.value.trim()))) ||
            (each.prop === 'visibility' && each.value.trim() === 'hidden')),
      ),
  );

const BLOCKS_OF_TEXT = ['blockquote', 'p', 'section', 'article', 'div', 'li', 'td', 'h1', 'h2', 'h3', 'h4'];
const WRITTEN_TO_LEFT = /[\u0590-\u07bf]{2}/;

/** A block in a language that runs from right to left, in a page that runs the other way. */
function* lostDirectionOfParts(page: Page): Generator<Fault> {
  if (page.markup.lacksSheets || page.markup.sheets.some(({ css }) => /direction\s*:\s*rtl/.test(css))) return;
  for (const element of page.inTree()) {
    if (!isHtml(element, ...BLOCKS_OF_TEXT) || !RIGHT_TO_LEFT.test(attributeOf(element, 'lang') ?? '')) continue;
    if (!WRITTEN_TO_LEFT.test(textOf(element))) continue;
    const around = [...ancestorsOf(element)];
    const isSaid = [element, ...around].some(
      (each) => each.attributes.has('dir') || (each.mayHaveMore && each.parent?.parent),
    );
    const isOfPage = around.some((each) => RIGHT_TO_LEFT.test(attributeOf(each, 'lang') ?? ''));
    if (!isSaid && !isOfPage && !/direction/.test(attributeOf(element, 'style') ?? ''))
      yield { element, message: `${tagOf(element)} runs from right to left, and does not say so` };
  }
}

const RIGHT_TO_LEFT = /^(?:ar|he|fa|ur|yi|ps|sd|ug|dv)(?:-|$)/i;

/** Values of `dir` that browsers do not know, so that the text runs as it would without them. */
function* unknownDirections(page: Page): Generator<Fault> {
  for (const element of page.elements) {
    const dir = attributeOf(element, 'dir')?.trim() ?? '';
    if (element.namespace === 'html' && dir !== '' && !/^(?:ltr|rtl|auto)$/i.test(dir) && /^[a-z-]+$/i.test(dir))
      yield { element, message: `dir of ${tagOf(element)} cannot be "${dir}"` };
  }
}

/** A page in a script that runs from right to left, of which nothing says so. */
function* lostDirection(page: Page): Generator<Fault> {
  yield* unknownDirections(page);
  yield* lostDirectionOfParts(page);
  const { root, isPage, sheets, lacksSheets } = page.markup;
  const inPart = isPage ? undefined : page.elements.find((each) => isHtml(each, 'html'));
  if (inPart && RIGHT_TO_LEFT.test(attributeOf(inPart, 'lang') ?? '')) {
    if (!page.markup.elements.some((each) => each.attributes.has('dir')))
      yield { element: inPart, message: 'The page runs from right to left, and does not say so' };
    return;
  }
  if (!isPage || lacksSheets || root.mayHaveMore || !RIGHT_TO_LEFT.test(attributeOf(root, 'lang') ?? '')) return;
  if (page.markup.elements.some((each) => each.attributes.has('dir'))) return;
  if (sheets.some(({ css }) => /direction\s*:\s*rtl/.test(css))) return;
  if (/[\u0590-\u07bf]{3}/.test(textOf(root)))
    yield { element: root, message: 'The page runs from right to left, and does not say so' };
}

export const appearanceRules: Readonly<Record<string, Rule>> = {
  'link-by-colour': linksByColour,
  'text-sized-by-window': sizedByWindow,
  'target-small': smallTargets,
  'text-blinks': function* (page) {
    yield* blinkingTexts(page);
    yield* blinkingSigns(page);
  },
  'direction-missing': lostDirection,
};
