import { type MarkupElement, ancestorsOf, attributeOf, hasUnknownInside, isHtml, ownTextOf } from '../markup';
import { FEWEST_LETTERS, latinLanguageOf, otherScriptOf } from './alphabets';
import { foreignAlternatives } from './foreign-alternatives';
import { COMMON, type Likeness, foreignLanguageOf, languagesOf, wordsIn, wordsOf } from './languages';
import { type Fault, type Page, type Rule } from './page';

const FEWEST_WORDS = 6;
const wholeScript = (page: Page): string | undefined => {
  const text = wordsOf(page, page.markup.root).join('');
  if (text.length < 3 * FEWEST_LETTERS) return page.markup.isTemplate ? undefined : otherScriptOf(text, 0.98);
  return otherScriptOf(text, 0.7);
};

const PARAGRAPHS = ['p', 'blockquote', 'q', 'li', 'dd', 'td', 'figcaption', 'h1', 'h2', 'h3', 'h4', 'div', 'span'];

/** A paragraph in letters that the language of the page does not have. */
function* unnamedLanguages(page: Page): Generator<Fault> {
  const named = latinLanguageOf(page);
  if (named === undefined || wholeScript(page) !== undefined) return;
  for (const element of page.elements) {
    if (!isHtml(element, ...PARAGRAPHS) || !page.exposures.isInTree(element)) continue;
    const text = ownTextOf(element);
    const script = otherScriptOf(text, 0.95);
    if (script === undefined || [element, ...ancestorsOf(element)].some(saysLanguage)) continue;
    yield {
      element,
      message: `The page is in "${named}", and this text in ${script} letters does not say its language`,
    };
  }
}

const saysLanguage = (element: MarkupElement): boolean =>
  (element.parent !== undefined && (element.attributes.has('lang') || element.mayHaveMore)) ||
  isHtml(element, 'code', 'pre', 'kbd', 'samp');

/** A page whose words are those of another language than the one that it names. */
function* otherLanguage(page: Page): Generator<Fault> {
  const { root, isPage, isTemplate } = page.markup;
  const latin = latinLanguageOf(page);
  const script = latin === undefined ? undefined : wholeScript(page);
  if (script !== undefined)
    yield { element: root, message: `The page says that it is in "${latin}", and is in ${script} letters` };
  if (!isPage || isTemplate || root.name !== 'html') return;
  const named = attributeOf(root, 'lang')?.trim().split('-')[0]!.toLowerCase() ?? '';
  if (!Object.hasOwn(COMMON, named)) return;
  const shown = wordsOf(page, root);
  const words = shown.length < FEWEST_WORDS ? [...shown, ...wordsOfPictures(page)] : shown;
  if (words.length < FEWEST_WORDS) return;
  const counts = languagesOf(words);
  const own = counts.find(({ language }) => language === named)!.count;
  const [best] = counts;
  if (!best || best.language === named || best.count < 3) return;
  if (words.length < 2 * FEWEST_WORDS && (own > 0 || best.different < 3 || best.count < words.length * 0.3)) return;
  const isMostly = best.language !== 'la' && best.count / words.length >= 0.18 && own * 4 <= best.count;
  if (isMostly || (own * 4 <= best.count && isCertain(words.length, counts)))
    yield { element: root, message: `The page says that it is in "${named}", and reads like "${best.language}"` };
}

/** The words of a page that consists of pictures. */
const wordsOfPictures = (page: Page): readonly string[] =>
  page.elements.flatMap((each) =>
    isHtml(each, 'img', 'area') && page.exposures.isInTree(each) ? wordsIn(attributeOf(each, 'alt') ?? '') : [],
  );

const MANY_WORDS = 25;
const DIFFERENT_WORDS = 4;

/** Whether a text has several words of one language, and of none other as many. */
const isCertain = (words: number, [best, next]: readonly Likeness[]): boolean =>
  words >= MANY_WORDS &&
  best!.language !== 'la' &&
  best!.different >= DIFFERENT_WORDS &&
  best!.count >= words * 0.08 &&
  (next?.count ?? 0) * 2 <= best!.count;

const FEWEST_WORDS_OF_PART = 10;
const FEWEST_WORDS_OF_LINE = 5;
const QUOTED = ['p', 'blockquote', 'q', 'li', 'dd', 'figcaption', 'a'];

/** A paragraph whose words are those of another language than the one that the page names. */
function* foreignParagraphs(page: Page): Generator<Fault> {
  const named = latinLanguageOf(page)?.split('-')[0];
  if (named === undefined || !Object.hasOwn(COMMON, named) || page.markup.isTemplate) return;
  // A page that names a wrong language is another fault.
  const whole = wordsOf(page, page.markup.root);
  if (!whole.some((word) => COMMON[named]!.has(word))) return;
  for (const [element, text] of quotedIn(page)) {
    const language = languageOfParagraph(text, named);
    if (language !== undefined)
      yield { element, message: `The page is in "${named}", and this text reads like "${language}"` };
  }
}

/** The same in a component: all of its other words are in one language. */
function* foreignParagraphsOfPart(page: Page): Generator<Fault> {
  const { isPage, isTemplate, root } = page.markup;
  if (isPage || !isTemplate) return;
  const whole = wordsOf(page, root);
  for (const [element, text] of quotedIn(page)) {
    const own = wordsIn(text);
    if (own.length < FEWEST_WORDS_OF_PART) continue;
    const left = new Map<string, number>();
    for (const word of own) left.set(word, (left.get(word) ?? 0) + 1);
    const others = whole.filter((word) => {
      const count = left.get(word) ?? 0;
      left.set(word, count - 1);
      return count <= 0;
    });
    const [best, next] = languagesOf(others);
    if (!best || best.language === 'la' || best.different < 3 || (next?.count ?? 0) * 4 > best.count) continue;
    const language = languageOfParagraph(text, best.language);
    if (language !== undefined)
      yield {
        element,
        message: `The words around it are in "${best.language}", and this text reads like "${language}"`,
      };
  }
}

/** The paragraphs whose language nothing names, with their own text. */
function* quotedIn(page: Page): Generator<readonly [MarkupElement, string]> {
  for (const element of page.elements) {
    if (!isHtml(element, ...QUOTED) || !page.exposures.isInTree(element)) continue;
    if ([element, ...ancestorsOf(element)].some(saysLanguage)) continue;
    yield [element, ownTextOf(element)];
  }
}

/** The language of a paragraph, if it is certainly not the one that is named. */
function languageOfParagraph(text: string, named: string): string | undefined {
  const words = wordsIn(text);
  if (words.length < FEWEST_WORDS_OF_PART)
    return words.length < FEWEST_WORDS_OF_LINE ? undefined : foreignLanguageOf(text, named, DIFFERENT_WORDS - 1);
  const all = languagesOf(words);
  const own = all.find(({ language }) => language === named)!.count;
  const [best, next] = all;
  // A quotation has many short words.
  const isDense = best!.different === DIFFERENT_WORDS - 1 && best!.count >= words.length * 0.25 && next!.count === 0;
  if (own > 0 || best!.language === 'la' || (best!.different < DIFFERENT_WORDS && !isDense)) return undefined;
  return best!.count < words.length * 0.15 || next!.count * 2 > best!.count ? undefined : best!.language;
}

/** A part that names a language, and whose words are those of another one. */
function* otherLanguageOfParts(page: Page): Generator<Fault> {
  for (const element of page.elements) {
    if (page.markup.isTemplate && hasUnknownInside(element)) continue;
    const named = attributeOf(element, 'lang')?.trim().toLowerCase().split('-')[0] ?? '';
    if (!Object.hasOwn(COMMON, named) || isHtml(element, 'html', 'code', 'pre') || !page.exposures.isInTree(element))
      continue;
    const words = wordsOf(page, element);
    const [best] = languagesOf(words);
    if (words.length < FEWEST_WORDS || best!.language === 'la' || best!.language === named) continue;
    const own = words.some((word) => COMMON[named]!.has(word));
    if (!own && best!.different >= 3 && best!.count >= words.length * 0.25)
      yield { element, message: `The text says that it is in "${named}", and reads like "${best!.language}"` };
  }
}

/** A link to the page in another language, with words of that language. */
function* foreignLinks(page: Page): Generator<Fault> {
  const named = latinLanguageOf(page)?.split('-')[0];
  if (named === undefined || !Object.hasOwn(COMMON, named)) return;
  for (const element of page.inTree()) {
    const language = attributeOf(element, 'hreflang')?.trim().toLowerCase().split('-')[0] ?? '';
    if (!isHtml(element, 'a') || language === named || !Object.hasOwn(COMMON, language)) continue;
    if ([element, ...ancestorsOf(element)].some(saysLanguage) || element.children.some(({ kind }) => kind !== 'text'))
      continue;
    const words = wordsIn(page.textOf(element));
    const isForeign =
      words.some((word) => COMMON[language]!.has(word)) && !words.some((word) => COMMON[named]!.has(word));
    if (words.length >= 3 && isForeign)
      yield { element, message: `The words of the link are in "${language}", and nothing says so` };
  }
}

export const languageRules: Readonly<Record<string, Rule>> = {
  'page-language-other': otherLanguage,
  'part-language-other': otherLanguageOfParts,
  'part-language-missing': function* (page) {
    yield* unnamedLanguages(page);
    yield* foreignParagraphs(page);
    yield* foreignParagraphsOfPart(page);
    yield* foreignLinks(page);
    yield* foreignAlternatives(page);
  },
};
