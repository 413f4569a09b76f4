import {
  type MarkupElement,
  type MarkupNode,
  HEADINGS,
  ancestorsOf,
  attributeOf,
  elementsIn,
  hasUnknownInside,
  hasUnknownText,
  isComponent,
  isHtml,
  textOf,
  tokensOf,
  textOnOneLine,
} from '../markup';
import { explicitRole } from '../semantics/roles';
import { type Fault, type Page, type Rule, tagOf } from './page';
import { scriptsOf } from './page-scripts';

const levelOf = (element: MarkupElement): number => Number(element.name.slice(1));
/** The next element or text beside an element; undefined for none. */
function nextBeside(element: MarkupElement): MarkupNode | undefined {
  const siblings = element.parent?.children ?? [];
  return siblings
    .slice(siblings.indexOf(element) + 1)
    .find((each) => each.kind === 'element' || each.text === null || each.text.trim() !== '');
}

const isHeading = (node: MarkupNode | undefined): node is MarkupElement =>
  node?.kind === 'element' && isHtml(node, ...HEADINGS) && !hasUnknownInside(node) && !node.mayHaveMore;

/** Parts of a page that have their own headings, and repeat those of others. */
const APART = ['article', 'li', 'td', 'section', 'template', 'dialog'];

/** Headings that leave somebody who goes from one to the next without any difference: of one text, in a row. */
function* sameHeadings(page: Page): Generator<Fault> {
  if (page.markup.isTemplate || !page.markup.isPage) return;
  const headings = [...page.inTree()].filter((each) => isHtml(each, ...HEADINGS) && !hasUnknownInside(each));
  for (const [index, heading] of headings.entries()) {
    const [before, first] = [headings[index - 1], headings[index - 2]];
    if (!before || !first || [before, first].some((each) => each.parent !== heading.parent)) continue;
    const isSame = [before, first].every(
      (each) => each.name === heading.name && textOnOneLine(each) === textOnOneLine(heading),
    );
    if (!isSame || textOnOneLine(heading) === '' || isHtml(heading.parent!, ...APART)) continue;
    if (
      headings[index - 3]?.parent === heading.parent &&
      textOnOneLine(headings[index - 3]!) === textOnOneLine(heading)
    )
      continue;
    yield { element: heading, message: `Three headings in a row are called "${textOnOneLine(heading).slice(0, 60)}"` };
  }
}

/** Headings that stand for another one: `Heading 2`. */
const SAYS_NO_HEADING = new RegExp(
  String.raw`^(?:(?:sub)?heading|headline|untitled|placeholder|(?:your|sub|section) ?(?:heading|title)|` +
    String.raw`(?:add|enter|insert|write) (?:your|a) (?:heading|title|headline)(?: (?:text )?here)?)` +
    String.raw`(?:\s*#?\d+)?[:.]?$`,
  'i',
);

/** Words that ask the author of a page to write a heading. */
const STANDS_FOR_HEADING = new RegExp(
  String.raw`^(?:(?:your|section) (?:heading|title)|` +
    String.raw`(?:add|enter|insert|write) (?:your|a) (?:heading|title|headline))(?: here)?$`,
  'i',
);

/** A heading that only says that it is one, above a text that is about something. */
function* headingsOfTemplates(page: Page): Generator<Fault> {
  if (/lorem ipsum/i.test(textOf(page.markup.root))) return;
  // Samples of libraries have headings about headings in their templates.
  const stands = page.markup.isPage && !page.markup.isTemplate ? SAYS_NO_HEADING : STANDS_FOR_HEADING;
  for (const heading of page.inTree()) {
    if (!isHeading(heading) || !stands.test(textOnOneLine(heading))) continue;
    const next = nextBeside(heading);
    if (next?.kind === 'element' && isHtml(next, 'p', 'ul', 'ol', 'table') && textOnOneLine(next).length > LEAST_TEXT)
      yield {
        element: heading,
        message: `The heading "${textOnOneLine(heading)}" does not say what its section is about`,
      };
  }
}

const LEAST_TEXT = 12;

/**
 * Two sections beside one another of one heading, each with a text of its own: mostly one was copied from the other.
 */
function* copiedHeadings(page: Page): Generator<Fault> {
  if (page.markup.isTemplate || !page.markup.isPage || scriptsOf(page).length > 0) return;
  const headings = [...page.inTree()].filter((each) => isHtml(each, ...HEADINGS) && !hasUnknownInside(each));
  for (const [index, heading] of headings.entries()) {
    const before = headings[index - 1];
    if (before?.parent !== heading.parent || before?.name !== heading.name || isHtml(heading.parent!, ...APART))
      continue;
    if (textOnOneLine(heading) === '' || textOnOneLine(heading) !== textOnOneLine(before)) continue;
    const isThird = [headings[index - 2], headings[index + 1]].some(
      (each) => each && textOnOneLine(each) === textOnOneLine(heading),
    );
    const texts = [before, heading].map((each) => nextBeside(each));
    const isText = texts.every(
      (each) => each?.kind === 'element' && isHtml(each, 'p') && textOnOneLine(each).length > LEAST_TEXT,
    );
    const [one, other] = texts;
    if (
      isThird ||
      !isText ||
      (one?.kind === 'element' && other?.kind === 'element' && textOnOneLine(one) === textOnOneLine(other))
    )
      continue;
    yield {
      element: heading,
      message: `The section before this one is called "${textOnOneLine(heading).slice(0, 60)}", too`,
    };
  }
}

/** Things that a section is about, by its heading, and by what such a text says. */
const TOPICS: readonly { readonly heading: RegExp; readonly text: RegExp }[] = [
  {
    heading: /^(?:our )?(?:(?:opening|business|office) (?:hours|times)|hours)$/i,
    text: /\b(?:open|closed?)\b[^]*\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\bfrom (?:\d|nine|ten)[^.]*\bto\b/i,
  },
  {
    heading: /^(?:our )?(?:prices?|fees|rates|admission|costs?|fares?)$/i,
    text: /(?:[€$£]\s?\d|\d\s?[€$£])|\b(?:costs?|pay|free)\b|\b(?:euros?|pounds?|dollars?|cents?|pence|crowns)\b/i,
  },
  {
    heading: /^(?:the )?(?:weather|weather forecast|forecast)$/i,
    text: /\b(?:rain|snow|sun|wind|cloud|storm|degrees|dry|wet|mild|cold|warm|hot|frost|fog|thunder|weather|sky)\w*|°/i,
  },
  {
    heading: /^(?:contact(?: us)?|how to reach us)$/i,
    text: /@|\b(?:phone|call|mail|write|reach|address|post|fax|ask)\w*|\d{5,}/i,
  },
  {
    heading: /^(?:directions|how to (?:get|find) (?:here|us)|getting here)$/i,
    text: /\b(?:bus|train|tram|station|road|street|turn|walk|car|park|stop|exit|left|right|bridge|line)\w*/i,
  },
];

/** A heading of one thing, above a text that is about another one and says nothing of the first. */
function* headingsOfOthers(page: Page): Generator<Fault> {
  if (page.markup.isTemplate || !page.markup.isPage) return;
  for (const heading of page.inTree()) {
    if (!isHeading(heading)) continue;
    const own = TOPICS.find((each) => each.heading.test(textOnOneLine(heading)));
    const next = own && nextBeside(heading);
    if (next?.kind !== 'element' || !isHtml(next, 'p') || hasUnknownInside(next)) continue;
    const siblings = heading.parent!.children.filter((each) => each.kind === 'element');
    const after = siblings[siblings.indexOf(next) + 1];
    const text = textOnOneLine(next);
    if (after?.kind === 'element' && !isHeading(after)) continue;
    if (text.length < LEAST_OF_TOPIC || own!.text.test(text)) continue;
    if (TOPICS.slice(0, 2).some((each) => each !== own && each.text.test(text)))
      yield { element: heading, message: `The text below "${textOnOneLine(heading)}" is about something else` };
  }
}

const LEAST_OF_TOPIC = 40;

/** Elements of a page that a script, or somebody who edits it, may still fill. */
const MAY_BE_FILLED = /contenteditable|data-/;

/** A heading after which nothing comes but the next one of its level: what it announces is not there. */
function* emptySections(page: Page): Generator<Fault> {
  if (page.markup.isTemplate || !page.markup.isPage || scriptsOf(page).length > 0) return;
  for (const heading of page.inTree()) {
    if (!isHeading(heading) || levelOf(heading) === 1) continue;
    const next = nextBeside(heading);
    if (!isHeading(next) || next.name !== heading.name || !page.exposures.isInTree(next)) continue;
    if ([...heading.attributes.keys()].some((name) => MAY_BE_FILLED.test(name))) continue;
    const around = [...ancestorsOf(heading)];
    if (around.some((each) => isHtml(each, 'header', 'hgroup', 'li', 'td', 'nav', 'a', 'button') || isComponent(each)))
      continue;
    const siblings = heading.parent!.children.filter((each) => each.kind === 'element');
    // Headings alone make a list of lines, and a title in two lines has a heading each.
    const hasSections = siblings.some((each) => each.kind === 'element' && isHtml(each, 'p', 'ul', 'ol', 'table'));
    const at = siblings.indexOf(heading);
    const before = siblings[at - 1];
    if (!hasSections || isHeading(before) || textOnOneLine(heading).length > LONGEST_TITLE) continue;
    yield {
      element: heading,
      message: `Nothing comes below "${textOnOneLine(heading).slice(0, 60)}" but the next heading`,
    };
  }
}

const LONGEST_TITLE = 60;

/** So many links in front of the content are worth a way past them. */
const FEW_LINKS = 5;
/** More are the content itself, such as an index. */
const MOST_LINKS = 60;
/** So many are a menu, even where a heading stands above them. */
const MANY_LINKS = 6;

/** Whether people can go straight to an element, beside headings. */
const isMark = (each: MarkupElement): boolean =>
  isHtml(each, 'main', 'article', 'aside') ||
  /^(?:main|heading|search|complementary|region|menubar|tree|tablist)$/.test(explicitRole(each) ?? '');

const SKIPS =
  /\bskip\b|\bjump to\b|zum inhalt|aller au contenu|saltar al|ir al contenido|vai al contenuto|naar (?:de )?inhoud/i;

/** Links in front of the content of a page that has no heading, no main content and no link past them. */
function* unskippable(page: Page): Generator<Fault> {
  const { isPage, isTemplate, elements, root } = page.markup;
  if (!isPage || isTemplate || hasUnknownInside(root)) return;
  const seen = elements.filter((each) => page.exposures.isInTree(each));
  if (seen.some((each) => isHtml(each, 'details', 'frameset') || isMark(each))) return;
  const links = seen.filter((each) => isHtml(each, 'a') && each.attributes.has('href') && textOf(each).trim() !== '');
  if (links.some((each) => SKIPS.test(textOnOneLine(each)) || /^#./.test(attributeOf(each, 'href') ?? ''))) return;
  const content = seen.find(
    (each) => isHtml(each, 'p') && textOnOneLine(each).length > LEAST_CONTENT && !isOfLinks(each),
  );
  if (!content) return;
  const order = new Map(elements.map((each, index) => [each, index]));
  const before = links.filter((each) => order.get(each)! < order.get(content)!);
  // A heading above the links leads to no content.
  const [first] = before;
  const isPast = (each: MarkupElement): boolean => first !== undefined && order.get(each)! > order.get(first)!;
  if (seen.some((each) => isHtml(each, ...HEADINGS) && (isPast(each) || before.length < MANY_LINKS))) return;
  if (before.length >= FEW_LINKS && before.length <= MOST_LINKS)
    yield {
      element: before[0]!,
      message: `${before.length} links stand in front of the content, and nothing leads past them`,
    };
}

const LEAST_CONTENT = 40;
const isOfLinks = (element: MarkupElement): boolean =>
  [...elementsIn(element)].filter((each) => isHtml(each, 'a')).length > 2;

const CHART = /^(?:[\w-]*[-_])?(?:chart|graph|diagram|plot|histogram|sparkline|piechart|barchart)s?(?:[-_][\w-]*)?$/i;
const DRAWN = new RegExp(
  String.raw`^(?:${[
    String.raw`Line|Bar|Pie|Doughnut|Radar|PolarArea|Scatter|Bubble`,
    String.raw`(?:Responsive|Line|Bar|Area|Pie|Composed|Radar|Scatter)?Chart(?:Container)?`,
    String.raw`ResponsiveContainer|ApexChart|ReactECharts|VueApexCharts|HighchartsReact`,
  ].join('|')})$`,
);

/** A chart that is hidden from programs which read out, on a page that has its numbers nowhere else. */
function* hiddenCharts(page: Page): Generator<Fault> {
  for (const element of page.markup.elements) {
    if (attributeOf(element, 'aria-hidden') !== 'true' || element.mayHaveMore) continue;
    const inside = [element, ...elementsIn(element)];
    const chart = inside.find((each) => isChart(each));
    if (!chart || !element.parent || hasNumbersBeside(element, page)) continue;
    yield { element, message: `${tagOf(element)} hides a chart from readers, and nothing says what it shows` };
  }
}

/** Marks of a drawing that stand for numbers. */
const BARS = ['rect', 'circle', 'polyline', 'path'];
const FEWEST_BARS = 3;
const TOLD_AS_CHART = /\b(?:charts?|graphs?|diagrams?|bars?|curves?|plots?|histogram)\b/i;

/** A drawing of several bars or points, of which the text beside it says that it is a chart. */
const isToldOfAsChart = (element: MarkupElement): boolean =>
  element.name === 'svg' &&
  !isHtml(element.parent!, 'a', 'button', 'li', 'span') &&
  Number.parseFloat(attributeOf(element, 'width') ?? '0') >= LEAST_WIDTH &&
  BARS.some((name) => [...elementsIn(element)].filter((each) => each.name === name).length >= FEWEST_BARS) &&
  element.parent!.children.some(
    (each) =>
      each.kind === 'element' && isHtml(each, 'p', 'figcaption', ...HEADINGS) && TOLD_AS_CHART.test(textOf(each)),
  );

/** Pixels. A smaller drawing is an icon. */
const LEAST_WIDTH = 100;

const isChart = (element: MarkupElement): boolean =>
  isToldOfAsChart(element) ||
  (element.opaque && DRAWN.test(element.name)) ||
  ((element.name === 'svg' || isHtml(element, 'canvas')) &&
    [attributeOf(element, 'id'), ...tokensOf(attributeOf(element, 'class'))].some((name) => CHART.test(name ?? '')));

/** Whether words or a table near the chart may say what it shows. */
function hasNumbersBeside(element: MarkupElement, page: Page): boolean {
  const around = [...ancestorsOf(element)].slice(0, 2);
  for (const each of around) {
    if (each.opaque && each.parent) return true;
    for (const near of [each, ...elementsIn(each)]) {
      if (near === element || [...ancestorsOf(near)].includes(element)) continue;
      if (isHtml(near, 'table', 'ul', 'ol', 'dl', 'figcaption') || (near.opaque && near.parent)) return true;
      if (hasUnknownText(near) || /\d/.test(ownText(near))) return true;
    }
  }
  return page.markup.elements.some((each) => isHtml(each, 'table'));
}

const ownText = (element: MarkupElement): string =>
  element.children.map((child) => (child.kind === 'text' ? (child.text ?? '') : '')).join(' ');

export const sectionRules: Readonly<Record<string, Rule>> = {
  'heading-thrice': function* (page) {
    yield* sameHeadings(page);
    yield* copiedHeadings(page);
    yield* headingsOfTemplates(page);
    yield* headingsOfOthers(page);
  },
  'section-empty': emptySections,
  'navigation-unskippable': unskippable,
  'chart-hidden': hiddenCharts,
};
