import type { AtRule, ChildNode, Declaration } from 'postcss';
import { type MarkupElement, ancestorsOf, attributeOf, contentOf, elementsIn, isHtml, textOf } from '../markup';
import { parsedOrNothing } from '../style/cascade';
import { contrastOf } from '../style/colour';
import { utilitiesOf } from '../style/utilities';
import { resolved } from '../style/text-style';
import { foregroundOf } from './contrast';
import { type Fault, type Page, type Rule, tagOf } from './page';

const BLOCKS = ['p', 'li', 'td', 'th', 'dd', 'dt', 'div', 'blockquote', 'figcaption', 'address', 'small', 'label'];
/** Properties that tell a link from the text around it, beside its colour. */
const TELLS = [
  ...['background-color', 'background-image', 'border', 'border-bottom', 'border-style', 'box-shadow', 'outline'],
  ...['display', 'font-style', 'text-transform', 'letter-spacing', 'font-size'],
];
/** Values that leave a text as it is. */
const TELLS_NOTHING = /^(?:none|0(?:px)?|transparent|inherit|initial|unset|normal|inline|0 none|none 0)\b/i;

/** A link within a text that only its colour tells from the text. */
function* linksByColour(page: Page): Generator<Fault> {
  const { isPage, isTemplate, lacksSheets } = page.markup;
  if (lacksSheets || (isPage && isTemplate)) return;
  for (const link of page.inTree()) {
    if (page.roleOf(link) !== 'link' || !page.exposures.isSeen(link) || textOf(link).trim() === '') continue;
    const block = [...ancestorsOf(link)].find((each) => isHtml(each, ...BLOCKS));
    if (!block || !hasTextBeside(block, link) || !isPlainLink(link, page)) continue;
    const [own, around] = [foregroundOf(link, page), foregroundOf(block, page)];
    if (
      own &&
      around &&
      (isPage || (own.isDeclared && around.isDeclared)) &&
      own.colour.alpha === 1 &&
      around.colour.alpha === 1 &&
      contrastOf(own.colour, around.colour) < 3
    )
      yield { element: link, message: `Only its colour tells ${tagOf(link)} from the text around it` };
  }
}

/** A link after a sign stands apart from what is before it. */
const APART = /[|·•—–»›/:-]\s*$/;

const hasTextBeside = (block: MarkupElement, link: MarkupElement): boolean =>
  !APART.test(textBefore(block, link)) &&
  block.children.some((child) => child.kind === 'text' && /\p{L}{2}/u.test(child.text ?? '')) &&
  textOf(block).length > textOf(link).length + 8;

function textBefore(block: MarkupElement, link: MarkupElement): string {
  const whole = block.children.indexOf(link);
  const before = block.children[whole - 1];
  return before?.kind === 'text' ? (before.text ?? '') : '';
}

function isPlainLink(link: MarkupElement, page: Page): boolean {
  const { cascade } = page;
  const style = cascade.styleOf(link);
  const declared = (style.get('text-decoration') ?? style.get('text-decoration-line'))?.value;
  const line = declared === undefined ? undefined : resolved(declared, link, cascade)?.trim().toLowerCase();
  const tint = style.get('text-decoration-color')?.value.trim() ?? '';
  const isUnseen = /^(?:transparent|rgba\([^)]*,\s*0\))$/.test(tint) || /\btransparent\b/.test(line ?? '');
  if (!isUnseen && (line === undefined || !/^none\b/.test(line))) return false;
  const inside = contentOf(link);
  const isWrapped = inside.every((each) => each.kind === 'text' || (isHtml(each, 'span') && !hasLook(each, page)));
  return !hasLook(link, page) && isWrapped && [...elementsIn(link)].length <= 1;
}

/** Whether an element has looks of its own beside its colour. */
function hasLook(element: MarkupElement, { cascade }: Page): boolean {
  const style = cascade.styleOf(element);
  const tells = TELLS.some((property) => {
    const value = style.get(property)?.value;
    return value !== undefined && !TELLS_NOTHING.test((resolved(value, element, cascade) ?? 'unknown').trim());
  });
  const isStrong = /bold|[6-9]00/.test(style.get('font-weight')?.value ?? '');
  return tells || isStrong || style.has('font') || style.get('text-decoration')?.value.includes('underline') === true;
}

/** Text whose size only the window decides: nobody can enlarge it. */
const OF_WINDOW = String.raw`\d*\.?\d+(?:[sld]?v(?:w|h|i|b|min|max))`;
const BY_WINDOW = new RegExp(
  String.raw`^(?:${OF_WINDOW}|calc\(\s*${OF_WINDOW}(?:\s*[-+*/]\s*(?:${OF_WINDOW}|\d*\.?\d+))*\s*\))$`,
  'i',
);
/** The least of several sizes is no larger than the one that the window decides. */
const isByWindow = (size: string): boolean => {
  const [, parts] = /^min\(([^()]*)\)$/i.exec(size) ?? [];
  return (parts === undefined ? [size] : parts.split(',')).some((each) => BY_WINDOW.test(each.trim()));
};
/** `font: bold 2vw/1.4 Georgia` */
const SIZE_IN_FONT = /(?:^|\s)((?:calc|min)\((?:[^()]|\([^()]*\))*\)|[\d.]+(?:%|[a-z]+))(?:\s*\/|\s|$)/i;
/** The same by a class of Tailwind: `text-[4vw]`. */
const SIZE_OF_CLASS = /^text-\[(?:length:)?([^\]]+)\]$/;

/** The size that a style or a class gives the text of an element. */
function sizeIn(element: MarkupElement, { cascade }: Page): string | undefined {
  const style = cascade.styleOf(element);
  const written = style.get('font-size')?.value ?? SIZE_IN_FONT.exec(style.get('font')?.value ?? '')?.[1];
  if (written !== undefined) return resolved(written, element, cascade)?.trim();
  const utilities = utilitiesOf(element) ?? [];
  const sizes = utilities.filter(({ name }) => /^text-(?:\[|[2-9]?xl$|xs$|sm$|base$|lg$)/.test(name));
  const [only, ...others] = sizes.map(({ name }) => SIZE_OF_CLASS.exec(name)?.[1]?.replaceAll('_', ' '));
  return others.length === 0 ? only : undefined;
}

/** The element that decides about the size of a text, and that size: a part of `rem` is one of the outermost. */
function sizedAround(
  element: MarkupElement,
  page: Page,
): { readonly sized: MarkupElement; readonly size: string } | undefined {
  const chain = [element, ...ancestorsOf(element)];
  const [sized, ...others] = chain.filter((each) => sizeIn(each, page) !== undefined);
  const size = sized && sizeIn(sized, page)!;
  if (!sized || !size || isByWindow(size)) return sized && size ? { sized, size } : undefined;
  const top = chain.at(-1)!;
  if (/^[\d.]+rem$/.test(size) && others.includes(top)) return { sized: top, size: sizeIn(top, page)! };
  return /^[\d.]+(?:em|%)$/.test(size) && others[0]
    ? { sized: others[0], size: sizeIn(others[0], page)! }
    : { sized, size };
}

function* sizedByWindow(page: Page): Generator<Fault> {
  const told = new Set<string>();
  for (const element of page.styled) {
    if (
      !page.exposures.isSeen(element) ||
      !element.children.some((child) => child.kind === 'text' && (child.text ?? 'text').trim() !== '')
    )
      continue;
    const { sized, size } = sizedAround(element, page) ?? {};
    if (!sized || !size || !isByWindow(size) || told.has(`${sized.name} ${size}`)) continue;
    told.add(`${sized.name} ${size}`);
    yield { element: sized, message: `The text of ${tagOf(sized)} is ${size} high: it does not grow with the page` };
  }
}

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
  'text-blinks': function* (page) {
    yield* blinkingTexts(page);
    yield* blinkingSigns(page);
  },
  'direction-missing': lostDirection,
};
