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
  ownTextOf,
  textOf,
  tokensOf,
  textOnOneLine,
} from '../markup';
import { explicitRole } from '../semantics/roles';
import { type Fault, type Page, type Rule, tagOf } from './page';
import { contentWithoutLandmark, isMain } from './page-shell';
import { scriptsOf } from './page-scripts';

const levelOf = (element: MarkupElement): number => Number(element.name.slice(1));
/** The next element or text beside an element; undefined for none. */
export function nextBeside(element: MarkupElement): MarkupNode | undefined {
  const siblings = element.parent?.children ?? [];
  return siblings
    .slice(siblings.indexOf(element) + 1)
    .find((each) => each.kind === 'element' || each.text === null || each.text.trim() !== '');
}

const isHeading = (node: MarkupNode | undefined): node is MarkupElement =>
  node?.kind === 'element' && isHtml(node, ...HEADINGS) && !hasUnknownInside(node) && !node.mayHaveMore;

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

const isTitle = (each: MarkupElement): boolean =>
  isHtml(each, ...HEADINGS, 'legend', 'caption') || explicitRole(each) === 'heading';
/** Content that is used, and not read. */
const USED = ['form', 'input', 'button', 'canvas', 'iframe', 'video', 'table', 'dialog', 'script'];
const FEWEST_LINKS = 3;

/** A text without a heading, on a page whose headings all stand in the parts that each of its pages has. */
function* headingsBeforeContent(page: Page): Generator<Fault> {
  const { isPage, isTemplate, elements, root } = page.markup;
  if (!isPage || isTemplate || hasUnknownInside(root)) return;
  const mains = elements.filter(isMain);
  const [main] = mains;
  if (!main || mains.length > 1 || !page.exposures.isInTree(main)) return;
  const inside = [...elementsIn(main)];
  if (inside.some((each) => isTitle(each) || isHtml(each, ...USED))) return;
  if (!inside.some((each) => isHtml(each, 'p') && textOnOneLine(each).length > LEAST_CONTENT)) return;
  const headings = elements.filter((each) => isTitle(each) && page.exposures.isInTree(each));
  const isRepeated = (each: MarkupElement): boolean =>
    [...ancestorsOf(each)].some((around) => isHtml(around, 'header', 'nav', 'aside', 'footer'));
  const links = elements.filter((each) => isHtml(each, 'a') && isRepeated(each));
  if (headings.length === 0 || !headings.every(isRepeated) || links.length < FEWEST_LINKS) return;
  yield {
    element: main,
    message: 'The content has no heading: all stand in parts that other pages have, too',
    isMild: true,
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
      if (hasUnknownText(near) || /\d/.test(ownTextOf(near))) return true;
    }
  }
  return page.markup.elements.some((each) => isHtml(each, 'table'));
}

export const sectionRules: Readonly<Record<string, Rule>> = {
  'section-empty': emptySections,
  'navigation-unskippable': function* (page) {
    yield* unskippable(page);
    yield* headingsBeforeContent(page);
    yield* contentWithoutLandmark(page);
  },
  'chart-hidden': hiddenCharts,
};
