import {
  type MarkupElement,
  HEADINGS,
  attributeOf,
  contentOf,
  elementsIn,
  hasUnknownInside,
  isHtml,
  textOf,
  tokensOf,
  onOneLine,
  textOnOneLine,
} from '../markup';
import { silentCells } from './cells';
import { scriptedErrors } from './script-fields';
import { scriptsOf } from './page-scripts';
import { type Fault, type Page, type Rule, tagOf } from './page';

const SAYS_NO_ERROR = new RegExp(
  String.raw`^(?:(?:error: )?(?:this|a|the|one) (?:field|value|entry|input) (?:has an error|is (?:wrong|invalid|` +
    String.raw`incorrect)|` +
    String.raw`(?:has|contains) (?:an? )?(?:error|wrong value|invalid value))|` +
    String.raw`(?:error|code)(?: code)?[ :#]*[a-z]{0,3}-?\d+|` +
    String.raw`(?:an? )?(?:error|invalid|wrong|incorrect|not valid|` +
    String.raw`(?:invalid|wrong|incorrect) (?:input|value|entry|field|data)|` +
    String.raw`something (?:went|is|was) wrong|an error (?:has )?occurr?ed|there (?:is|was|has been) an error|` +
    String.raw`oops[,!]? something (?:is|went|was) wrong|oops|(?:unknown|unexpected) error(?: (?:has )?occurr?ed)?|` +
    String.raw`please (?:try again|correct this(?: field)?|check your (?:input|entries|entry)|fix the errors?)))` +
    String.raw`[.!]*$`,
  'i',
);

/** Whether the file says all that an element can show: blocks of a template decide which of it is shown. */
const isKnownBesideBlocks = (element: MarkupElement): boolean =>
  [element, ...elementsIn(element)].every((each) => {
    const unknown = each.children.filter((child) => child.kind === 'text' && child.text === null);
    const decided = each.children.filter((child) => child.kind === 'element' && child.handlers.has('sometimes'));
    return (each === element || (!each.opaque && !each.mayHaveMore)) && unknown.length <= decided.length;
  });

/** A field that is marked as wrong, with a message that only repeats this. */
function* emptyErrors(page: Page): Generator<Fault> {
  for (const element of page.inTree()) {
    // A program binds the state, and the words stay the same.
    if (attributeOf(element, 'aria-invalid') !== 'true' && element.attributes.get('aria-invalid') !== null) continue;
    const ids = ['aria-errormessage', 'aria-describedby'].flatMap((name) => tokensOf(attributeOf(element, name) ?? ''));
    const messages = ids
      .flatMap((id) => page.markup.ids.get(id) ?? [])
      .filter((each) => isKnownBesideBlocks(each) || chosenTexts(each) !== undefined);
    const texts = messages.flatMap((each) => textsIn(each)).filter((text) => text !== '');
    if (texts.length > 0 && texts.length === ids.length && texts.every((text) => SAYS_NO_ERROR.test(text)))
      yield { element, message: `"${texts[0]!}" does not say what is wrong with ${tagOf(element)}` };
  }
  yield* emptyAlerts(page);
  yield* emptyValidity(page);
  for (const { element, text } of scriptedErrors(page))
    if (SAYS_NO_ERROR.test(text))
      yield { element, message: `"${text}" does not say what is wrong with ${tagOf(element)}` };
}

/** The texts of which an expression shows one: `{{ wrong ? 'Error 17' : '' }}`. */
function chosenTexts(element: MarkupElement): readonly string[] | undefined {
  const [only, ...others] = contentOf(element);
  if (others.length > 0 || only?.kind !== 'text' || only.text !== null) return undefined;
  const [, first, second] = CHOICE_OF_TEXTS.exec(only.shows ?? '') ?? [];
  return first === undefined ? undefined : [first, second ?? ''];
}

const CHOICE_OF_TEXTS = /^[^?'"`]*\?\s*(?:['"`]([^'"`]*)['"`])\s*:\s*(?:['"`]([^'"`]*)['"`]|null|undefined)\s*$/;
const textsIn = (element: MarkupElement): readonly string[] => chosenTexts(element) ?? [textOnOneLine(element)];

const SETS_MESSAGE = /(?<![\w.$])(\w+)\.setCustomValidity\(([^;\n]{1,200})\)/g;

/** A message of the browser for a field that a script sets, and that only says that there is something wrong. */
function* emptyValidity(page: Page): Generator<Fault> {
  for (const [element, code] of scriptsOf(page))
    for (const [, , given = ''] of code.matchAll(SETS_MESSAGE)) {
      const texts = [...given.matchAll(/(['"`])([^'"`]*)\1/g)]
        .map(([, , text = '']) => text)
        .filter((text) => text !== '');
      if (texts.length > 0 && texts.every((text) => SAYS_NO_ERROR.test(text)))
        yield { element, message: `"${texts[0]!}" does not say what is wrong with the field` };
    }
}

const ALERTS = /^(?:alert|alertdialog|status)$/;

/** A form with a field that is marked as wrong, of which the only message is that there is something wrong. */
function* emptyAlerts(page: Page): Generator<Fault> {
  for (const form of page.elements) {
    if (!isHtml(form, 'form') || hasUnknownInside(form)) continue;
    const inside = [...elementsIn(form)];
    const wrong = inside.find((each) => attributeOf(each, 'aria-invalid') === 'true');
    const alerts = inside.filter((each) => ALERTS.test(attributeOf(each, 'role') ?? '') && textOf(each).trim() !== '');
    if (!wrong || alerts.length === 0 || inside.some(tellsOfError)) continue;
    const texts = alerts.map((each) => textOnOneLine(each));
    if (texts.every((text) => SAYS_NO_ERROR.test(text)))
      yield { element: alerts[0]!, message: `"${texts[0]!}" does not say what is wrong with ${tagOf(wrong)}` };
  }
}

/** Whether a field names a text about it, or the class of a text says that it tells of an error. */
const tellsOfError = (element: MarkupElement): boolean =>
  ['aria-describedby', 'aria-errormessage'].some((name) => element.attributes.has(name)) ||
  (!element.attributes.has('role') && /error|invalid|feedback|help/i.test(attributeOf(element, 'class') ?? ''));

const ON_SUBMIT = /['"]submit['"]|\bonsubmit\s*=|\.submit\(\s*function/;
const MARKS_BY_LOOKS = new RegExp(
  String.raw`\.style\.(?:border(?:Color)?|outline|backgroundColor|background)\s*=|` +
    String.raw`classList\.(?:add|toggle)\(\s*['"](?:[\w-]*[-_])?(?:error|invalid|wrong|bad|is-danger|red)['"]|` +
    String.raw`\.className\s*\+?=\s*['"]\s*(?:error|invalid)|\.addClass\(\s*['"](?:error|invalid|is-invalid)`,
);
const SAYS_SOMETHING = new RegExp(
  [
    String.raw`(?:textContent|innerText|innerHTML|innerHtml)\s*\+?=|\.(?:text|html|append|show|fadeIn)\(|alert\(`,
    String.raw`setCustomValidity|reportValidity|createElement|insertAdjacent|\.hidden\s*=|style\.(?:display|` +
      String.raw`visibility)`,
    String.raw`classList\.remove|aria-|\.title\s*=|toast|swal|notify|classList\.(?:add|toggle)\(\s*['"](?:show|` +
      String.raw`visible|active|open)`,
  ].join('|'),
  'i',
);
const STOPS_FORM = /preventDefault\(\)|return\s+false/;

/** A script that marks a wrong field by its colour, and says nowhere what is wrong. */
function* errorsByLooks(page: Page): Generator<Fault> {
  if (!page.markup.isPage || page.markup.isTemplate) return;
  if (page.markup.elements.some((each) => isHtml(each, 'script') && each.attributes.has('src'))) return;
  const isSent = page.markup.elements.some((each) => isHtml(each, 'form') && each.attributes.has('onsubmit'));
  // A sheet may show a text beside a field of the class.
  if (page.markup.sheets.some(({ css }) => /(?:error|invalid)[^{},]*[+~]|::(?:after|before)/.test(css))) return;
  for (const [element, code] of scriptsOf(page))
    if (
      (ON_SUBMIT.test(code) || isSent) &&
      MARKS_BY_LOOKS.test(code) &&
      STOPS_FORM.test(code) &&
      !SAYS_SOMETHING.test(code)
    )
      yield { element, message: 'A script marks a wrong field by its looks, and says nowhere what is wrong with it' };
}

/** A field that is marked as wrong, and points to a message that is hidden. */
function* hiddenErrors(page: Page): Generator<Fault> {
  if (!page.hasAllIds || scriptsOf(page).length > 0) return;
  for (const element of page.inTree()) {
    if (attributeOf(element, 'aria-invalid') !== 'true') continue;
    const ids = tokensOf(attributeOf(element, 'aria-errormessage') ?? '');
    const messages = ids.flatMap((id) => page.markup.ids.get(id) ?? []);
    if (messages.length > 0 && messages.every((each) => page.exposures.isHidden(each)))
      yield { element, message: `The message that ${tagOf(element)} points to is hidden` };
  }
}

const PICTURE = 'picture|image|photo(?:graph)?|chart|graph|diagram|drawing|figure|screenshot|illustration|infographic';
const POINTS = new RegExp(
  [
    String.raw`\b(?:in|on|from|see) (?:the|this) (?:${PICTURE})(?: below)?\s*[:.]\s*$`,
    String.raw`(?:^|[.:!?]\s+)(?:as )?(?:the|this) (?:${PICTURE})(?: below| that follows)? ` +
      String.raw`(?:shows?|gives?|tells?|lists?|illustrates?|explains?|compares?|summari[sz]es)\b[^.!?]*[.:]?\s*$`,
    String.raw`\b(?:shown|listed|given|illustrated|explained|described|summari[sz]ed) (?:in|by|on) (?:the|this) ` +
      String.raw`(?:${PICTURE})(?: below)?\s*[:.]\s*$`,
  ].join('|'),
  'i',
);

/** A picture that the text before it points to, with the alternative of a decoration. */
function* hiddenPictures(page: Page): Generator<Fault> {
  for (const element of page.elements) {
    if (!isHtml(element, 'img') || attributeOf(element, 'alt') !== '' || !page.exposures.isSeen(element)) continue;
    if (['aria-label', 'aria-labelledby', 'title'].some((name) => element.attributes.has(name))) continue;
    if (endsSentence(element))
      yield { element, message: `The text points to ${tagOf(element)}, whose alt says that it is decoration` };
    const before = previousOf(element);
    if (before && (POINTS.test(textOf(before)) || announces(before, element)))
      yield { element, message: `The text points to ${tagOf(element)}, whose alt says that it is decoration` };
  }
}

/** Whether a picture stands at the end of a text that ends in a colon, and so says what comes after that. */
function endsSentence(element: MarkupElement): boolean {
  const content = element.parent && isHtml(element.parent, 'p') ? contentOf(element.parent) : [];
  const [before] = content.slice(-2);
  const isLast = content.length > 1 && content.at(-1) === element;
  return isLast && before?.kind === 'text' && /\p{L}\s?:\s*$/u.test(before.text ?? '');
}

/** Words of what a picture is, where a text that ends in a colon has them. */
const OF_PICTURE =
  /\b(?:charts?|graphs?|diagrams?|pictures?|photos?|images?|drawings?|figures?|maps?|screenshots?|plan)\b/i;

/** Whether a paragraph ends in a colon, and nothing but the picture comes after it. */
function announces(before: MarkupElement, image: MarkupElement): boolean {
  const text = textOnOneLine(before);
  if (!isHtml(before, 'p') || !/\p{L}\s?:$/u.test(text) || text.length > LONGEST_ANNOUNCEMENT) return false;
  const siblings = before.parent?.children.filter((each) => each.kind === 'element') ?? [];
  const after = siblings[siblings.indexOf(before) + 1];
  const isAlone = after === image || (after?.kind === 'element' && textOnOneLine(after) === '');
  return isAlone && (OF_PICTURE.test(text) || sharesWord(text, attributeOf(image, 'src') ?? ''));
}

const LONGEST_ANNOUNCEMENT = 120;

/** Whether the file of a picture is called by a word of the text: `opening-hours.png`. */
const sharesWord = (text: string, src: string): boolean => {
  const file = (src.split(/[?#]/)[0]!.split('/').pop() ?? '').toLowerCase();
  return (
    text
      .toLowerCase()
      .match(/\p{L}{5,}/gu)
      ?.some((word) => file.split(/[^\p{L}]+/u).includes(word)) === true
  );
};

/** The element before an element, or before the paragraph or figure that holds it alone. */
function previousOf(element: MarkupElement): MarkupElement | undefined {
  const { parent } = element;
  if (!parent) return undefined;
  const siblings = parent.children.filter((child) => child.kind === 'element');
  const index = siblings.indexOf(element);
  if (index > 0) return siblings[index - 1];
  return isHtml(parent, 'p', 'figure', 'div') ? previousOf(parent) : undefined;
}

/** Pictures in figures of several captions that all have one text of several words. */
function* sharedAlternatives(page: Page): Generator<Fault> {
  const seen = new Map<string, { readonly src: string; readonly caption: string }>();
  for (const figure of page.elements) {
    if (!isHtml(figure, 'figure')) continue;
    const inner = [...elementsIn(figure)];
    const [image, ...others] = inner.filter((each) => isHtml(each, 'img'));
    const told = inner.find((each) => isHtml(each, 'figcaption'));
    if (!image || others.length > 0 || !told || hasUnknownInside(told)) continue;
    const alt = onOneLine(attributeOf(image, 'alt') ?? '').toLowerCase();
    const [src, caption] = [attributeOf(image, 'src') ?? '', textOnOneLine(told)];
    if (alt.split(' ').length < 3 || src === '' || caption === '') continue;
    const first = seen.get(alt);
    if (first === undefined) seen.set(alt, { src, caption });
    else if (first.src !== src && first.caption !== caption)
      yield {
        element: image,
        message: `Another picture, with another caption, has the text "${alt.slice(0, 60)}", too`,
      };
  }
}

const NAME_OF_TEXT = '(?:text|slogan|headline|heading|tagline|motto|quote)';
const OF_WORDS = new RegExp(
  String.raw`^(?:(?:\w+[-_]){0,3}${NAME_OF_TEXT}|` +
    String.raw`${NAME_OF_TEXT}(?:[-_](?!editor|file|input|field|area|icon)\w+){0,3})\.\w+$`,
  'i',
);
const OF_PICTURES = /\b(?:logo|screenshot|icon|photo|picture|image|diagram|chart|map|painting|drawing|portrait)\b/i;
const FEWEST_WORDS = 4;

/** A picture that its name calls a text, and whose alternative is that text. */
function* picturesOfText(page: Page): Generator<Fault> {
  for (const element of page.inTree()) {
    if (!isHtml(element, 'img')) continue;
    const alt = onOneLine(attributeOf(element, 'alt') ?? '');
    const src = (attributeOf(element, 'src') ?? '').replace(/[?#].*$/, '');
    const file = src.slice(src.lastIndexOf('/') + 1);
    const isHeading = element.parent !== undefined && isHtml(element.parent, ...HEADINGS);
    const isMenu = isOfMenu(element);
    const isText = alt.split(' ').length >= (isHeading ? 1 : FEWEST_WORDS) && OF_WORDS.test(file);
    if ((!isText && !isMenu) || OF_PICTURES.test(alt)) continue;
    yield { element, message: `"${alt.slice(0, 60)}" is a picture of a text, which nobody can enlarge or recolour` };
  }
  yield* headingsOfPictures(page);
}

const OF_BUTTON = /(?:^|[-_])(?:btn|button|nav|menu|tab)(?:[-_]|(?=\.\w+$))/i;

/** Whether a picture stands for its word in a menu of pictures: `btn_home.png` with the text “Home”. */
function isOfMenu(element: MarkupElement): boolean {
  const link = element.parent;
  if (!link || !isHtml(link, 'a') || !isButtonOfWord(element)) return false;
  const item = link.parent && isHtml(link.parent, 'li', 'td') ? link.parent : link;
  const others = item.parent?.children.filter((each) => each.kind === 'element' && each !== item) ?? [];
  return others.some(
    (other) =>
      other.kind === 'element' &&
      [...elementsIn(other, true)].some((each) => isHtml(each, 'img') && isButtonOfWord(each)),
  );
}

const OF_MENUS = /^(?:menu|item|button|link|tab|navigation)s?$/;
const isButtonOfWord = (element: MarkupElement): boolean => {
  const file = (attributeOf(element, 'src') ?? '').split('/').pop()!.toLowerCase();
  const words = (attributeOf(element, 'alt') ?? '').toLowerCase().match(/\p{L}{3,}/gu) ?? [];
  return OF_BUTTON.test(file) && words.some((word) => file.includes(word) && !OF_MENUS.test(word));
};

/** A heading whose words a style moves out of sight, with a picture in their place. A logo may be one. */
function* headingsOfPictures(page: Page): Generator<Fault> {
  if (page.markup.lacksSheets) return;
  for (const element of page.inTree()) {
    if (!isHtml(element, ...HEADINGS) || textOnOneLine(element).split(' ').length < 2) continue;
    const style = page.cascade.styleOf(element);
    const [, address = ''] = /\burl\(\s*['"]?([^'")]+)/.exec(style.get('background-image')?.value ?? '') ?? [];
    const isMoved = /^-\d{3,}(?:px|em|rem)$/.test(style.get('text-indent')?.value.trim() ?? '');
    if (address === '' || !isMoved || /logo|brand|icon|sprite|mark/i.test(address)) continue;
    yield {
      element,
      message: `A picture stands for "${textOnOneLine(element).slice(0, 60)}", which nobody can recolour`,
    };
  }
}

export const wordingRules: Readonly<Record<string, Rule>> = {
  'error-says-nothing': function* (page) {
    yield* emptyErrors(page);
    yield* errorsByLooks(page);
    yield* hiddenErrors(page);
  },
  'picture-of-text': picturesOfText,
  'picture-told-of': function* (page) {
    yield* hiddenPictures(page);
    yield* silentCells(page);
  },
  'picture-text-shared': sharedAlternatives,
};
