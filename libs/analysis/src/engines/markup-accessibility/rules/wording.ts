import {
  type MarkupElement,
  ancestorsOf,
  attributeOf,
  elementsIn,
  hasUnknownInside,
  isHtml,
  textOf,
  tokensOf,
} from '../markup';
import { scriptedErrors } from './script-fields';
import { type Fault, type Page, type Rule, tagOf } from './page';

const worded = (text: string): string => text.replace(/\s+/g, ' ').trim();

const SAYS_NO_ERROR = new RegExp(
  String.raw`^(?:an? )?(?:error|invalid|wrong|incorrect|not valid|invalid (?:input|value|entry|field|data)|` +
    String.raw`something went wrong|an error occurred|there (?:is|was) an error|please (?:try again|correct this))` +
    String.raw`[.!]*$`,
  'i',
);

/** A field that is marked as wrong, with a message that only repeats this. */
function* emptyErrors(page: Page): Generator<Fault> {
  for (const element of page.inTree()) {
    if (attributeOf(element, 'aria-invalid') !== 'true') continue;
    const ids = ['aria-errormessage', 'aria-describedby'].flatMap((name) => tokensOf(attributeOf(element, name) ?? ''));
    const messages = ids.flatMap((id) => page.markup.ids.get(id) ?? []).filter((each) => !hasUnknownInside(each));
    const texts = messages.map((each) => worded(textOf(each))).filter((text) => text !== '');
    if (texts.length > 0 && texts.length === ids.length && texts.every((text) => SAYS_NO_ERROR.test(text)))
      yield { element, message: `"${texts[0]!}" does not say what is wrong with ${tagOf(element)}` };
  }
  for (const { element, text } of scriptedErrors(page))
    if (SAYS_NO_ERROR.test(text))
      yield { element, message: `"${text}" does not say what is wrong with ${tagOf(element)}` };
}

const SAYS_NO_LABEL = /^(?:field|input|text(?: ?(?:field|box|area))|box)(?: ?#?\d+)?[:*]?$/i;

/** A field whose label says that there is a field, and not what to write. */
function* emptyLabels(page: Page): Generator<Fault> {
  for (const element of page.inTree()) {
    if (!isHtml(element, 'input', 'textarea', 'select')) continue;
    const [label, ...others] = page.names.labelsOf(element);
    if (label === undefined || others.length > 0 || hasUnknownInside(label)) continue;
    if (['aria-label', 'aria-labelledby', 'aria-describedby', 'title'].some((name) => element.attributes.has(name)))
      continue;
    const form = [...ancestorsOf(element)].find((around) => isHtml(around, 'form'));
    const text = worded(textOf(label));
    if (form && page.markup.isPage && SAYS_NO_LABEL.test(text))
      yield { element, message: `The label "${text}" does not say what ${tagOf(element)} asks for` };
  }
}

const POINTS = new RegExp(
  String.raw`\b(?:in|on|from|see) (?:the|this) (?:picture|image|photo(?:graph)?|chart|graph|diagram|drawing|figure)` +
    String.raw`(?: below)?\s*:\s*$`,
  'i',
);

/** A picture that the text before it points to, with the alternative of a decoration. */
function* hiddenPictures(page: Page): Generator<Fault> {
  for (const element of page.elements) {
    if (!isHtml(element, 'img') || attributeOf(element, 'alt') !== '' || !page.exposures.isSeen(element)) continue;
    if (['aria-label', 'aria-labelledby', 'title'].some((name) => element.attributes.has(name))) continue;
    const before = previousOf(element);
    if (before && POINTS.test(textOf(before)))
      yield { element, message: `The text points to ${tagOf(element)}, whose alt says that it is decoration` };
  }
}

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
    const alt = worded(attributeOf(image, 'alt') ?? '').toLowerCase();
    const [src, caption] = [attributeOf(image, 'src') ?? '', worded(textOf(told))];
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

const OF_WORDS =
  /^(?:text|slogan|headline|heading|tagline|motto|quote)(?:[-_](?!editor|file|input|field|area|icon)\w+){0,3}\.\w+$/i;
const OF_PICTURES = /\b(?:logo|screenshot|icon|photo|picture|image|diagram|chart|map|painting|drawing|portrait)\b/i;
const FEWEST_WORDS = 4;

/** A picture that its name calls a text, and whose alternative is that text. */
function* picturesOfText(page: Page): Generator<Fault> {
  for (const element of page.inTree()) {
    if (!isHtml(element, 'img')) continue;
    const alt = worded(attributeOf(element, 'alt') ?? '');
    const src = (attributeOf(element, 'src') ?? '').replace(/[?#].*$/, '');
    const file = src.slice(src.lastIndexOf('/') + 1);
    if (alt.split(' ').length < FEWEST_WORDS || OF_PICTURES.test(alt) || !OF_WORDS.test(file)) continue;
    yield { element, message: `"${alt.slice(0, 60)}" is a picture of a text, which nobody can enlarge or recolour` };
  }
}

export const wordingRules: Readonly<Record<string, Rule>> = {
  'error-says-nothing': emptyErrors,
  'label-says-nothing': emptyLabels,
  'picture-of-text': picturesOfText,
  'picture-told-of': hiddenPictures,
  'picture-text-shared': sharedAlternatives,
};
