import {
  type MarkupElement,
  HEADINGS,
  ancestorsOf,
  attributeOf,
  contentOf,
  elementsIn,
  hasUnknownText,
  isComponent,
  isHtml,
  textOf,
  textOnOneLine,
  tokensOf,
} from '../markup';
import { explicitRole } from '../semantics/roles';
import { fontSizeOf, isBold, resolved } from '../style/text-style';
import { utilitiesOf } from '../style/utilities';
import { type Fault, type Page, type Rule, tagOf } from './page';

const INLINE = ['b', 'strong', 'span', 'font', 'u', 'big', 'i', 'em'];
/** Elements in which a line that stands out is no heading. */
const ELSEWHERE = [
  ...HEADINGS,
  ...['a', 'button', 'label', 'legend', 'summary', 'caption', 'figcaption'],
  ...['th', 'td', 'li', 'dt', 'dd', 'nav', 'footer', 'aside', 'form', 'blockquote', 'address', 'dialog'],
];
const LONGEST = 80;
/** A text of at least so many letters is what a heading is about. */
const LEAST_TEXT = 80;
const LEAST_SHORT = 20;
/** So much larger than the text below it. */
const LARGER = 1.2;

/** A line above a text that its looks alone make a heading: no reader of headings finds it. */
function* headingsByLooks(page: Page): Generator<Fault> {
  for (const element of page.inTree()) {
    if (!isHtml(element, 'p', 'div') && !isLineOfItsOwn(element)) continue;
    const text = explicitRole(element) === undefined ? lineOf(element) : undefined;
    if (text === undefined || !page.exposures.isSeen(element)) continue;
    const below = nextOf(element);
    if (!below || !(isHtml(below, 'p') || isPlainText(below)) || lineOf(below) !== undefined) continue;
    const isText = isTextOf(below, element, page) || (isWhollyUnknown(below) && text.split(' ').length > 2);
    if (!isText || [...ancestorsOf(element)].some((each) => isHtml(each, ...ELSEWHERE))) continue;
    if (looksLikeHeading(element, below, page))
      yield { element, message: `${tagOf(element)}, "${text}", looks like a heading, and is announced as a text` };
  }
}

/** Classes that call an element the title of its page, or of a section. */
const CALLED_TITLE = /^(?:page|section|article|main|post)(?:[-_]{0,2})(?:title|heading|headline|header-title)$/i;

/** The line of a component that its class calls the title of the page, where no heading is. */
function* headingsByClass(page: Page): Generator<Fault> {
  const { elements } = page.markup;
  if (elements.some((each) => isHtml(each, ...HEADINGS) || explicitRole(each) === 'heading' || isComponent(each)))
    return;
  for (const element of page.inTree()) {
    if (!isHtml(element, 'div', 'p', 'span') || element.attributes.has('role')) continue;
    const text = lineOf(element);
    if (text === undefined || !tokensOf(attributeOf(element, 'class')).some((name) => CALLED_TITLE.test(name)))
      continue;
    if ([...ancestorsOf(element)].some((each) => isHtml(each, ...ELSEWHERE))) continue;
    yield { element, message: `${tagOf(element)}, "${text}", is called a title, and is announced as a text` };
    return;
  }
}

/** Whether an element is a text, which may be short below a line that is much larger. */
function isTextOf(below: MarkupElement, line: MarkupElement, { cascade }: Page): boolean {
  const text = textOf(below).trim();
  if (text.length >= LEAST_TEXT) return true;
  const [size, usual] = [fontSizeOf(inmost(line), cascade), fontSizeOf(below, cascade)];
  if (isTitleByClasses(line) && text.length >= LEAST_SHORT && /[.!?]$/.test(text)) return true;
  const isLarge =
    size !== undefined &&
    usual !== undefined &&
    (size >= usual * 2 || (size >= usual * 1.5 && isBold(inmost(line), cascade)));
  return isLarge && text.length >= LEAST_SHORT && /[.!?]$/.test(text);
}

/** Whether a bold or larger text stands on a line of its own before a paragraph. */
function isLineOfItsOwn(element: MarkupElement): boolean {
  if (!isHtml(element, 'b', 'strong', 'font', 'big') || !element.parent) return false;
  const siblings = element.parent.children.filter(
    (each) => each.kind === 'element' || each.text === null || each.text.trim() !== '',
  );
  const before = siblings[siblings.indexOf(element) - 1];
  const isFirst =
    before === undefined ||
    (before.kind === 'element' && isHtml(before, ...HEADINGS, 'p', 'div', 'table', 'ul', 'ol', 'hr'));
  return isFirst && isHtml(element.parent, 'body', 'main', 'section', 'article', 'div');
}

/** Whether an element is a box with a text and nothing else. */
const isPlainText = (element: MarkupElement): boolean =>
  isHtml(element, 'div') && element.children.every((each) => each.kind === 'text' && each.text !== null);

/** Whether a program puts the text there. Below one or two words, it may be a value. */
const isWhollyUnknown = (element: MarkupElement): boolean => element.children.length === 1 && hasUnknownText(element);

/** The text of an element that is one short line without an end of a sentence. */
function lineOf(element: MarkupElement): string | undefined {
  for (const child of element.children) {
    if (child.kind === 'text' ? child.text === null : !isHtml(child, ...INLINE) || child.children.length !== 1)
      return undefined;
    if (child.kind === 'element' && (child.children[0]!.kind !== 'text' || child.children[0]!.text === null))
      return undefined;
  }
  const text = textOnOneLine(element);
  return text.length <= LONGEST && /^[\p{Lu}\p{N}¿¡][^]*[\p{L}\p{N})?!]$/u.test(text) ? text : undefined;
}

function nextOf(element: MarkupElement): MarkupElement | undefined {
  const siblings = element.parent?.children ?? [];
  for (const each of siblings.slice(siblings.indexOf(element) + 1)) {
    if (each.kind === 'element') {
      if (isHtml(each, 'style', 'script', 'link')) continue;
      return each;
    }
    if (each.text === null || each.text.trim() !== '') return undefined;
  }
  return undefined;
}

function looksLikeHeading(element: MarkupElement, below: MarkupElement, { cascade, markup }: Page): boolean {
  const [size, usual] = [fontSizeOf(inmost(element), cascade), fontSizeOf(below, cascade)];
  const isStrong = isBold(inmost(element), cascade);
  if (isBold(below, cascade)) return false;
  if (isTitleByClasses(element) && !isTitleByClasses(below)) return true;
  if (size !== undefined && usual !== undefined && size >= usual * LARGER) return isStrong || size >= usual * 1.5;
  // A style sheet that the target lacks may make any line look like any other.
  const isBoldAlone = isHtml(element, 'b', 'strong') || (isHtml(element, 'p', 'font') && isAllBold(element));
  return isStrong && !markup.lacksSheets && isBoldAlone;
}

/** Whether classes of Tailwind make a text large and bold on each screen. */
const isTitleByClasses = (element: MarkupElement): boolean => {
  const plain = (utilitiesOf(element) ?? []).filter(({ variants }) => variants.length === 0).map(({ name }) => name);
  return (
    plain.some((name) => /^text-(?:[2-6]xl)$/.test(name)) &&
    plain.some((name) => /^font-(?:semi|extra)?bold$/.test(name))
  );
};

const inmost = (element: MarkupElement): MarkupElement => {
  const [only] = contentOf(element);
  return only?.kind === 'element' ? only : element;
};

const isAllBold = (element: MarkupElement): boolean =>
  contentOf(element).every((child) => child.kind === 'element' && isHtml(child, 'b', 'strong'));

const DO = String.raw`\b(?:click|press|tap|use|choose|select|push|hit)\b`;
const LOOK =
  String.raw`\b(?:bigg(?:er|est)|larg(?:er|est)|round|square|circular|triangular|` +
  String.raw`red|green|blue|yellow|orange|grey|gray|black|white)\b`;
const CORNER = String.raw`(?:upper|lower|top|bottom)[- ](?:left|right)(?: corner)?`;
const SIDE = String.raw`(?:on|to|at|in) the (?:${CORNER}|left|right|top|bottom)`;
const THING = String.raw`\b(?:button|icon|link|box|tile|menu|field|one|option|panel|sidebar|column)\b`;
const SHAPE = String.raw`(?:square|circle|triangle|diamond|rectangle|oval)`;
const PLACE = String.raw`in the (?:top|bottom|upper|lower|left|right|first|last) (?:row|column|corner|half)`;
const SEE = String.raw`\b(?:see|find|read|look at|check)\b`;
const HEAR =
  String.raw`\b(?:when|until|after|once) you hear (?:the|an?) (?:\w+ )?(?:beep|tone|sound|bell|signal|` +
  String.raw`chime|ding|gong|whistle|buzzer|horn|ring)\b`;
const BOX = '(?:box|menu|panel|sidebar|column|list|table)';
const RINGS =
  String.raw`^\s*(?:answer|press|stop|start|click|begin|continue|go on)\b[^.]{0,30}\b` +
  String.raw`(?:when|after|once) the (?:bell|buzzer|alarm|whistle|gong|chime) (?:rings|sounds|goes)\b`;
const BY_LOOKS = new RegExp(
  [
    String.raw`${DO} (?:on )?the (?:(?:\w+ )?${LOOK} (?:\w+ )?${THING}|${THING} (?:${SIDE}|${PLACE})|` +
      String.raw`(?:\w+ )?${SHAPE}\b)`,
    String.raw`${SEE} the (?:\w+ )?(?:box|menu|panel|sidebar|column|list|table) (?:on the|to the) (?:left|right)\b`,
    String.raw`\b(?:shown|listed|found|displayed) in the (?:\w+ )?${BOX} (?:on|to) the (?:left|right)\b`,
    String.raw`\b(?:choose|pick|select) (?:\w+ ){1,3}(?:from|in) the (?:\w+ )?${BOX} (?:on|to) the (?:left|right)\b`,
    HEAR,
    RINGS,
  ].join('|'),
  'i',
);

/** Fields of which their colour alone says that they must be filled in. */
const BY_COLOUR = new RegExp(
  [
    String.raw`\b(?:fields|items|entries|those|boxes)\b.{0,20}\b(?:in|with|marked|shown)\b`,
    String.raw`.{0,12}\b(?:red|green|blue|bold)\b.{0,12}\b(?:required|mandatory|must|obligatory)\b`,
    // “Required fields are red.”
    String.raw`|\b(?:required|mandatory) (?:fields|items|entries)\b(?![^.]*(?:\*|\bstars?\b|asterisk|\(required|` +
      String.raw`marked)).{0,20}\b(?:red|green|blue|bold)\b`,
  ].join(''),
  'i',
);

const COLOUR = String.raw`(?:red|green|blue|yellow|orange|grey|gray)`;
const SHOWN = '(?:marked|shown|highlighted|displayed|printed|listed|written|coloured|colored)';
const MARKED = String.raw`\b${SHOWN} in ${COLOUR}\b`;
const THOSE =
  String.raw`\b(?:those|days|rooms|seats|slots|hours|places|teams|lines|numbers|words|items|entries|` +
  String.raw`rows|cells|values|dates|names|figures|words) in ${COLOUR}\b|` +
  String.raw`\b\w+s in ${COLOUR} (?:are|have|were|mean)\b`;
/** “(late ones are in red)”, “Green teas are in stock, red ones are sold out” */
const LEGEND =
  String.raw`\b(?:ones?|\w+s) (?:are|is) in ${COLOUR}\b(?![^.]*(?:\*|\bstars?\b|asterisk|icon|bold|marked|symbol))|` +
  String.raw`\b${COLOUR} (?:ones|items|rows|cells|days|seats|dots|entries|lines|bars|names|numbers|values) ` +
  String.raw`(?:are|is|mean|have|were)\b|\b${COLOUR} (?:means|stands for) \w`;
/** Things that their colour alone tells from others. */
const TOLD_BY_COLOUR = new RegExp(`${MARKED}|${THOSE}|${LEGEND}`, 'i');

/** The same in German, French and Spanish. */
const LOOK_DE = '(?:rot|grün|blau|gelb|orange|grau|schwarz|weiß|rund|eckig)en?';
const THING_DE = String.raw`(?:Knopf|Taste|Schaltfläche|Button|Symbol|Feld|Kasten|Link)`;
const MARKED_DE = '(?:markierte|gekennzeichnete|hervorgehobene|dargestellte)n?';
const LOOK_FR = '(?:rouge|vert|bleu|jaune|orange|gris|rond|carré)e?';
const LOOK_ES = '(?:rojo|verde|azul|amarillo|naranja|gris|redondo|cuadrado)';
const WORDS = String.raw`(?:\p{L}+\s){0,3}`;
const LOOKS_ELSEWHERE = new RegExp(
  [
    // „Klicken Sie auf den grünen Knopf“, „Drücken Sie die runde Taste“
    String.raw`\b(?:klick|drück|tipp|wähl)\p{L}*\s${WORDS}${LOOK_DE}\s(?:\p{L}+\s)?${THING_DE}`,
    // „Rot markierte Felder sind Pflichtfelder“
    String.raw`\b(?:rot|grün|blau|gelb|orange|farbig)\s${MARKED_DE}\s(?:Felder|Angaben|Einträge|Zeilen)`,
    // « Cliquez sur le bouton vert »
    String.raw`\b(?:cliquez|appuyez|clique|appuie)\s${WORDS}(?:bouton|lien|champ|icône)\s${LOOK_FR}`,
    // «Haga clic en el botón verde», «Pulse el botón rojo»
    String.raw`\b(?:haga clic|haz clic|pulse|pulsa|presione)\s${WORDS}(?:botón|enlace|icono|campo)\s${LOOK_ES}`,
  ].join('|'),
  'iu',
);

/** A longer text tells of many things. */
const LONGEST_LINE = 300;

/** An instruction that names a control or a field by its shape, its colour or its place alone. */
function* toldByLooks(page: Page): Generator<Fault> {
  for (const element of page.styled) {
    if (!page.exposures.isInTree(element)) continue;
    if (!isHtml(element, 'p', 'li', 'div', 'span', 'td', 'label', 'dd', 'figcaption', 'small', 'caption')) continue;
    const own = element.children.map((child) => (child.kind === 'text' ? (child.text ?? ' ') : '\u0000')).join('');
    const line = own.replace(/\s+/g, ' ');
    const whole = textOf(element).replace(/\s+/g, ' ');
    const byColour = whole.length <= LONGEST_LINE ? TOLD_BY_COLOUR.exec(whole) : null;
    const ofFields = BY_COLOUR.exec(whole.length <= LONGEST_LINE ? whole : line);
    const [said] = BY_LOOKS.exec(line) ?? ofFields ?? LOOKS_ELSEWHERE.exec(line) ?? byColour ?? [];
    if (said !== undefined)
      yield { element, message: `"${said}" helps only those who see what it looks like, or where it stands` };
  }
}

/** WCAG asks that a page fits in 320 pixels. This is far from it, in pixels. */
const TOO_WIDE = 600;

/** A page whose width no screen and no enlargement changes. */
function* tooWidePages(page: Page): Generator<Fault> {
  const { isPage, lacksSheets, sheets, isTemplate } = page.markup;
  if (!isPage || lacksSheets || sheets.some(({ css }) => /@media[^{]*(?:max|min)-width|@container/.test(css))) return;
  const body = page.elements.find((each) => isHtml(each, 'body'));
  if (!body || [...elementsIn(body)].length < 3) return;
  const ofWindow = isTemplate ? undefined : page.elements.find(isWideViewport);
  if (ofWindow) yield { element: ofWindow, message: 'The page is as wide as a desk on every screen' };
  const words = textOf(body).trim().length;
  // The parts of a page that hold most of its text.
  const isMost = (each: MarkupElement): boolean =>
    isHtml(each, 'div', 'main', 'section', 'article', 'form') && textOf(each).trim().length * 3 > words * 2;
  const outer = [body, ...[...elementsIn(body)].filter(isMost)];
  for (const element of outer) {
    const style = page.cascade.styleOf(element);
    const width = writtenWidth(element, page);
    const isScrolled = [element, ...ancestorsOf(element)].some((each) =>
      ['overflow', 'overflow-x'].some((name) =>
        /auto|scroll|hidden/.test(page.cascade.styleOf(each).get(name)?.value ?? ''),
      ),
    );
    if (width === undefined || isScrolled || style.has('max-width')) continue;
    yield {
      element,
      message: `${tagOf(element)} is ${width} wide on every screen: on a phone the page scrolls sideways`,
    };
    return;
  }
}

/** `<meta name="viewport" content="width=1024">` */
const isWideViewport = (element: MarkupElement): boolean =>
  isHtml(element, 'meta') &&
  attributeOf(element, 'name')?.trim().toLowerCase() === 'viewport' &&
  Number(/\bwidth\s*=\s*(\d+)/i.exec(attributeOf(element, 'content') ?? '')?.[1] ?? 0) >= TOO_WIDE;

const IN_PIXELS: Readonly<Record<string, number>> = { '': 1, px: 1, pt: 4 / 3, rem: 16, em: 16 };

/** A width that is too wide; undefined if the style has none. */
function writtenWidth(element: MarkupElement, { cascade }: Page): string | undefined {
  const style = cascade.styleOf(element);
  const written = ['min-width', 'width'].map((name) => style.get(name)?.value);
  const isWide = (value: string | undefined): boolean => {
    const text = value === undefined ? undefined : resolved(value, element, cascade)?.trim();
    const [, digits, unit = ''] = /^(\d+(?:\.\d+)?)(px|pt|r?em|)$/.exec(text ?? '') ?? [];
    return digits !== undefined && Number(digits) * IN_PIXELS[unit]! >= TOO_WIDE;
  };
  const found = written.find(isWide);
  if (found !== undefined) return resolved(found, element, cascade)!.trim();
  const columns = resolved(style.get('grid-template-columns')?.value ?? '', element, cascade)?.trim() ?? '';
  const sizes = columns.split(/\s+/).map((each) => /^(\d+(?:\.\d+)?)px$/.exec(each)?.[1]);
  const sum = sizes.reduce((all, each) => all + Number(each ?? Number.NaN), 0);
  return sum >= TOO_WIDE ? `${sum}px` : undefined;
}

/** The main content of a component, of a width that no screen changes. */
function* tooWideParts(page: Page): Generator<Fault> {
  const { isPage, sheets } = page.markup;
  if (isPage || sheets.some(({ css }) => /@media[^{]*(?:max|min)-width|@container/.test(css))) return;
  for (const element of page.styled) {
    if (!isHtml(element, 'main') || [...ancestorsOf(element)].some((each) => isComponent(each))) continue;
    const width = writtenWidth(element, page);
    const style = page.cascade.styleOf(element);
    if (width === undefined || ['max-width', 'overflow', 'overflow-x'].some((name) => style.has(name))) continue;
    yield {
      element,
      message: `${tagOf(element)} is ${width} wide on every screen: on a phone the page scrolls sideways`,
    };
    return;
  }
}

/** More letters than fit in 320 pixels, however small they are. */
const LONGEST_IN_LINE = 80;

/** A text in one line that ends beyond the edge of the screen. */
function* textsInOneLine(page: Page): Generator<Fault> {
  if (!page.markup.isPage || page.markup.lacksSheets) return;
  for (const element of page.elements) {
    if (!isHtml(element, 'p', 'li', 'dd', 'blockquote', ...HEADINGS) || !page.exposures.isSeen(element)) continue;
    if (textOnOneLine(element).length < LONGEST_IN_LINE || [...elementsIn(element)].some((each) => isHtml(each, 'br')))
      continue;
    const chain = [element, ...ancestorsOf(element)].map((each) => page.cascade.styleOf(each));
    const [space] = chain.flatMap((style) => style.get('white-space')?.value.trim() ?? []);
    const isCut = chain.some((style) =>
      ['overflow', 'overflow-x', 'text-overflow', 'animation', 'transform'].some((name) => style.has(name)),
    );
    if (space === 'nowrap' && !isCut)
      yield { element, message: `The text of ${tagOf(element)} stands in one line, wider than a phone` };
  }
}

export const lookRules: Readonly<Record<string, Rule>> = {
  'heading-by-looks': function* (page) {
    yield* headingsByLooks(page);
    yield* headingsByClass(page);
  },
  'told-by-looks': toldByLooks,
  'page-too-wide': function* (page) {
    yield* tooWidePages(page);
    yield* textsInOneLine(page);
    yield* tooWideParts(page);
  },
};
