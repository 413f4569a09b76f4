import { type MarkupElement, ancestorsOf, attributeOf, isHtml, onOneLine, textOf } from '../markup';
import { latinLanguageOf, otherScriptOf } from './alphabets';
import { COMMON, foreignLanguageOf, languageAround, languagesOf, wordsOf } from './languages';
import type { Fault, Page } from './page';

/** Attributes whose words are read out, and that nothing marks as of another language but `lang` around them. */
const READ_OUT = ['alt', 'aria-label', 'title'];

/** A text alternative is shorter than a paragraph; a shorter one is mostly the name of a language or a place. */
const FEWEST_LETTERS = 11;

/** The language that all of the words around a picture in a component are in. */
function languageOfPart(page: Page): string | undefined {
  const [best, next] = languagesOf(wordsOf(page, page.markup.root));
  const isAlone =
    best !== undefined && best.language !== 'la' && best.different >= 3 && (next?.count ?? 0) * 4 <= best.count;
  return isAlone ? best.language : undefined;
}

/** The words of an element that no text of the page shows: its text alternative, or the title of a drawing. */
function* hiddenWordsOf(element: MarkupElement): Generator<string> {
  for (const name of READ_OUT) {
    const words = attributeOf(element, name);
    if (words !== undefined) yield onOneLine(words);
  }
  if (element.name === 'title' && element.namespace === 'svg') yield onOneLine(textOf(element));
}

/** Text alternatives, and the title of the page, in another language than the text around them is in. */
export function* foreignAlternatives(page: Page): Generator<Fault> {
  const { isPage, isTemplate } = page.markup;
  const isPart = isTemplate && !isPage;
  const named = isPart ? languageOfPart(page) : latinLanguageOf(page)?.split('-')[0];
  if (named === undefined || !Object.hasOwn(COMMON, named) || (isTemplate && !isPart)) return;
  if (!wordsOf(page, page.markup.root).some((word) => COMMON[named]!.has(word))) return;
  for (const element of page.elements) {
    if (!page.exposures.isInTree(element) && !isHtml(element, 'title')) continue;
    if ([element, ...ancestorsOf(element)].some((each) => isMarkedOtherwise(each))) continue;
    const language = languageAround(element) ?? named;
    if (!Object.hasOwn(COMMON, language)) continue;
    const texts = isHtml(element, 'title') ? [onOneLine(textOf(element))] : [...hiddenWordsOf(element)];
    for (const text of texts) {
      const other = foreignLanguageOf(text, language) ?? otherScriptOf(text, 0.95, FEWEST_LETTERS);
      if (other === undefined) continue;
      yield {
        element,
        message: `"${text.slice(0, 60)}" stands in a text in "${language}", and reads like "${other}"`,
      };
      break;
    }
  }
}

/** Whether nobody knows the language around an element, or a program translates what is in it. */
const isMarkedOtherwise = (element: MarkupElement): boolean =>
  (element.parent !== undefined &&
    ((element.mayHaveMore && !element.handlers.has('outermost')) || element.attributes.get('lang') === null)) ||
  isHtml(element, 'code', 'pre', 'kbd', 'samp');
