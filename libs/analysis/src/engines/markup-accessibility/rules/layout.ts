import type { ChildNode, Declaration } from 'postcss';
import { type MarkupElement, elementsIn, hasUnknownInside, hasUnknownText, isHtml, textOf } from '../markup';
import { mountedIn, runsAtStart } from '../read/timers';
import { declarationsIn, parsedOrNothing } from '../style/cascade';
import { matcherOf } from '../style/selectors';
import { fontSizeOf } from '../style/text-style';
import { type Fault, type Page, type Rule, tagOf } from './page';
import { scriptsOf } from './page-scripts';

const DEGREES: Readonly<Record<string, number>> = { deg: 1, grad: 0.9, rad: 180 / Math.PI, turn: 360 };

function degrees(text: string): number | undefined {
  const [, digits, unit] = /^(-?[\d.]+)(deg|grad|rad|turn)$/i.exec(text.trim()) ?? [];
  return digits === undefined || unit === undefined ? undefined : Number(digits) * DEGREES[unit.toLowerCase()]!;
}

/** How far a transformation turns an element on the screen; undefined for not at all, or if it cannot be told. */
function turnOf({ prop, value }: Declaration): number | undefined {
  const property = prop.toLowerCase();
  const angles: number[] = [];
  if (property === 'rotate') angles.push(degrees(value.replace(/^(?:z|0\s+0\s+1)\s+/i, '')) ?? Number.NaN);
  if (property === 'transform' || property === '-webkit-transform') {
    for (const [, name, inside] of value.matchAll(/\b(rotatez?|rotate3d|matrix(?:3d)?)\(([^()]*)\)/gi)) {
      const parts = inside!.split(/[\s,]+/).filter((part) => part !== '');
      if (/^rotatez?$/i.test(name!)) angles.push(degrees(parts[0] ?? '') ?? Number.NaN);
      else if (/^rotate3d$/i.test(name!)) {
        if (Number(parts[0]) === 0 && Number(parts[1]) === 0)
          angles.push(Math.sign(Number(parts[2])) * (degrees(parts[3] ?? '') ?? Number.NaN));
      } else angles.push((Math.atan2(Number(parts[1]), Number(parts[0])) * 180) / Math.PI);
    }
  }
  const known = angles.filter((angle) => !Number.isNaN(angle));
  return known.length === 0 ? undefined : known.reduce((sum, angle) => sum + angle, 0);
}

/** A quarter turn, one way or the other. */
const isQuarter = (angle: number): boolean => {
  const rest = ((angle % 360) + 360) % 360;
  return Math.abs(rest - 90) <= 1 || Math.abs(rest - 270) <= 1;
};

const isOfOrientation = (media: string): boolean =>
  /\(\s*(?:orientation\s*:\s*(?:portrait|landscape)|(?:max|min)-aspect-ratio\s*:\s*1\s*\/\s*1)\s*\)/i.test(media) &&
  !/\bprint\b/i.test(media);

/** A rule of a sheet that holds in one orientation alone. */
interface OrientedRule {
  readonly selectors: readonly string[];
  readonly declarations: readonly Declaration[];
}

/** Finds them in media queries, in what stands around or in these, and in sheets for one orientation. */
function* orientedRules(page: Page): Generator<OrientedRule> {
  for (const { css, media } of page.markup.sheets) {
    const isOfSheet = isOfOrientation(media ?? '');
    if (isOfSheet || css.includes('@media')) yield* orientedRulesIn(parsedOrNothing(css), isOfSheet);
  }
}

function* orientedRulesIn(nodes: readonly ChildNode[], isOriented: boolean): Generator<OrientedRule> {
  for (const node of nodes) {
    if (node.type === 'atrule' && node.nodes)
      yield* orientedRulesIn(node.nodes, isOriented || (node.name === 'media' && isOfOrientation(node.params)));
    if (node.type !== 'rule' || !isOriented) continue;
    const declarations = node.nodes.filter((each): each is Declaration => each.type === 'decl');
    yield { selectors: node.selectors, declarations };
  }
}

function* lockedOrientation(page: Page): Generator<Fault> {
  const told = new Set<MarkupElement>();
  for (const { selectors, declarations } of orientedRules(page)) {
    const turn = declarations.reduce((sum, each) => sum + (turnOf(each) ?? 0), 0);
    if (!isQuarter(turn)) continue;
    for (const element of matched(selectors, page)) {
      if (told.has(element) || !isQuarter(turn - usualTurn(element, page)) || !hasWords(element)) continue;
      told.add(element);
      yield { element, message: `A style sheet turns ${tagOf(element)} by ${turn} degrees in one orientation` };
    }
  }
}

/** An arrow or another icon that is turned keeps nobody from reading. */
const hasWords = (element: MarkupElement): boolean =>
  isHtml(element, 'html', 'body') || hasUnknownInside(element) || /\p{L}{3}/u.test(textOf(element));

/** How far an element is turned whatever the orientation. */
function usualTurn(element: MarkupElement, page: Page): number {
  const transform = page.cascade.styleOf(element).get('transform');
  return transform ? (turnOf({ prop: 'transform', value: transform.value } as Declaration) ?? 0) : 0;
}

function* matched(selectors: readonly string[], page: Page): Generator<MarkupElement> {
  for (const selector of selectors) {
    const matches = matcherOf(selector);
    if (!matches) continue;
    const first = page.styled.find(
      (element) => matches(element) && (element.name === 'html' || page.exposures.isSeen(element)),
    );
    if (first) yield first;
  }
}

/** Scripts that keep the page in one orientation, or turn it. */
const LOCKS = /\bscreen\.orientation\.lock\(\s*['"](?:portrait|landscape)/g;
const HEARS_TURN =
  /\borientationchange\b|\(orientation\s*:\s*(?:portrait|landscape)\)|\bscreen\.orientation\b|window\.orientation\b/;
const TURNS = new RegExp(
  String.raw`\.style\.(?:transform|rotate)\s*=[^;]*\b-?90deg|` +
    String.raw`(?:\bmain['"]\s*\)|\bbody|['"]#?(?:main|content|app|page|` +
    String.raw`wrapper)['"]\s*\))\.style\.display\s*=\s*['"]none`,
);
const TURN_DEVICE = /\b(?:turn|rotate|flip|tilt)\s+(?:your|the)\s+(?:device|phone|screen|tablet|mobile)\b/i;

/** A plea that a style makes: `body::after { content: 'Please turn your phone' }`. */
const PLEA_OF_STYLE = new RegExp(String.raw`\bcontent\s*:\s*['"][^'"]*${TURN_DEVICE.source}`, 'i');

/** A page that a script keeps in one orientation, or that is hidden in the other behind a plea to turn the device. */
function* orientationByOthers(page: Page): Generator<Fault> {
  const [first] = page.styled;
  if (first && [...mountedIn(page.markup.root.handlers.get('file') ?? '')].some((code) => code.search(LOCKS) !== -1))
    yield { element: first, message: 'A script keeps people from using the page in one orientation' };
  for (const [element, code] of scriptsOf(page))
    if (
      [...code.matchAll(LOCKS)].some(({ index }) => runsAtStart(code, index)) ||
      (HEARS_TURN.test(code) && TURNS.test(code))
    )
      yield { element, message: 'A script keeps people from using the page in one orientation' };
  if (!page.markup.isPage || page.markup.lacksSheets) return;
  if (page.markup.sheets.some(({ css }) => PLEA_OF_STYLE.test(css)))
    for (const { selectors, declarations } of orientedRules(page)) {
      const hidden = declarations.some(isHiding) ? [...matched(selectors, page)] : [];
      const content = hidden.find((each) => textOf(each).trim() !== '');
      if (!content) continue;
      yield {
        element: content,
        message: `A style hides ${tagOf(content)} in one orientation, and asks to turn the device`,
      };
      return;
    }
  const plea = page.elements.find((each) => isHtml(each, 'div', 'p', 'section', 'h1', 'h2', 'span') && pleads(each));
  if (!plea) return;
  const hidden = [...orientedRules(page)].filter(({ declarations }) => declarations.some(isHiding));
  const isContent = (each: MarkupElement): boolean =>
    !pleads(each) && (isHtml(each, 'main') || [...elementsIn(each)].some((inner) => isHtml(inner, 'h1', 'p', 'main')));
  for (const { selectors } of hidden)
    for (const element of matched(selectors, page))
      if (isContent(element)) {
        yield { element, message: `A style hides ${tagOf(element)} in one orientation, and asks to turn the device` };
        return;
      }
}

const pleads = (element: MarkupElement): boolean => {
  const text = textOf(element);
  return text.length < LONGEST_PLEA && TURN_DEVICE.test(text);
};
const LONGEST_PLEA = 120;

const isHiding = ({ prop, value }: Declaration): boolean =>
  /^(?:display:none|visibility:hidden)$/i.test(`${prop}:${value.trim()}`);

/** The least that a reader needs, as a multiple of the size of the text. */
const LEAST: Readonly<Record<string, number>> = { 'letter-spacing': 0.12, 'word-spacing': 0.16, 'line-height': 1.5 };
const WHAT: Readonly<Record<string, string>> = {
  'letter-spacing': 'letters',
  'word-spacing': 'words',
  'line-height': 'lines',
};

function* fixedSpacing(page: Page): Generator<Fault> {
  for (const element of page.styled) {
    const style = element.attributes.get('style');
    if (!style || !/!\s*important/i.test(style) || !hasTextInside(element, page)) continue;
    const last = new Map(
      declarationsIn(style)
        .filter(({ important }) => important)
        .flatMap(({ prop, value }) => spacingIn(prop.toLowerCase(), value)),
    );
    for (const [property, least] of Object.entries(LEAST)) {
      const value = property === 'line-height' && !hasLines(element, page) ? undefined : last.get(property);
      const factor = value === undefined ? undefined : factorOf(value, property, element, page);
      if (factor !== undefined && factor < least)
        yield {
          element,
          message: `The style attribute keeps ${property} at ${value}: a reader cannot move ${WHAT[property]} apart`,
        };
    }
  }
}

/** The spacing that a declaration sets: the height of lines stands in `font`, too. */
function spacingIn(property: string, value: string): readonly (readonly [string, string])[] {
  if (property !== 'font') return [[property, value]];
  const [, height] = /\d[a-z%]*\s*\/\s*([\d.]+[a-z%]*)\s/i.exec(value) ?? [];
  return height === undefined ? [] : [['line-height', height]];
}

/** Text that is longer than what stands in one line of a narrow column. */
const hasLines = (element: MarkupElement, page: Page): boolean =>
  (page.visibleText(element) ?? '').length > 30 ||
  showsLongText(element, page) ||
  [...elementsIn(element)].some((each) => each.name === 'br');

/** Whether a paragraph shows a value of which the file has a long text, such as one that it has by itself. */
const showsLongText = (element: MarkupElement, { markup }: Page): boolean =>
  element.children.some((child) => {
    const name = child.kind === 'text' ? /^\s*(\w+)\s*$/.exec(child.shows ?? '')?.[1] : undefined;
    const long = String.raw`(?<![\w.$])${name}\s*[:=][^;\n]{0,80}?(['"\x60])(?:(?!\1)[^\n]){31,}\1`;
    return name !== undefined && new RegExp(long).test(markup.root.handlers.get('file') ?? '');
  });

/** Whether there is text in the element, be it one that a program puts there. */
const hasTextInside = (element: MarkupElement, page: Page): boolean =>
  (page.visibleText(element) ?? (hasUnknownText(element) ? 'text' : '')) !== '' && page.exposures.isSeen(element);

/** A spacing as a multiple of the size of the text; undefined if it cannot be told. */
function factorOf(value: string, property: string, element: MarkupElement, { cascade }: Page): number | undefined {
  const text = value.trim().toLowerCase();
  if (text === 'normal') return property === 'line-height' ? 1.2 : 0;
  const [, digits, unit = ''] = /^(-?[\d.]+)(px|pt|em|rem|%)?$/.exec(text) ?? [];
  if (digits === undefined) return undefined;
  const number = Number(digits);
  if (unit === 'em' || (unit === '' && property === 'line-height')) return number;
  if (unit === '%') return number / 100;
  // Less than nothing is too little, however large the text is.
  if (number <= 0) return number;
  if (unit === '') return undefined;
  const size = fontSizeOf(element, cascade);
  return size === undefined ? undefined : (number * (unit === 'rem' ? 16 : unit === 'pt' ? 4 / 3 : 1)) / size;
}

export const layoutRules: Readonly<Record<string, Rule>> = {
  'orientation-locked': function* (page) {
    yield* lockedOrientation(page);
    yield* orientationByOthers(page);
  },
  'spacing-fixed': fixedSpacing,
};
