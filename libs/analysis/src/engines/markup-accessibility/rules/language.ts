import { type MarkupElement, type MarkupNode, ancestorsOf, attributeOf, isHtml } from '../markup';
import { type Fault, type Page, type Rule } from './page';

const wordSet = (...lines: readonly string[]): ReadonlySet<string> => new Set(lines.flatMap((line) => line.split(' ')));

/** Short words that stand in every text of a language, without those that several of these languages have. */
const COMMON: Readonly<Record<string, ReadonlySet<string>>> = {
  da: wordSet(
    'og af til med ikke hvad der jeg vi har blev også eller efter meget fra hvor når skal vores kun hver',
    'uden bliver deres',
  ),
  de: wordSet(
    'und der die das ist nicht mit für auf ein eine sie wir ich auch sich dem den wird oder bei nach um',
    'am im zum zur uns unser unsere unserer ihr ihre haben sind war werden gibt wenn aber nur noch über',
    'unter jeden jeder heute uhr sehr bitte ihnen ihrem kein keine',
  ),
  en: wordSet(
    'the and of to is that it for with you this are be from was have not which they by on can our your we',
    'has will all their its been more there when what who or but my very about every some any she his her',
  ),
  es: wordSet(
    'el los las del y por con para una es su lo como más pero sus le ha este sí porque muy nuestra',
    'nuestro nuestros todas están desde hasta cuando también donde puede hay sin muchos días',
  ),
  fr: wordSet(
    'le les des et est une dans pour que qui sur pas vous nous avec ce il sont au ne plus été nos notre',
    'votre vos du aux chez leur tous très cette ces je elle elles était depuis heure jour sans aussi',
    'mais toujours jamais même encore comme quand alors parce fait être',
  ),
  it: wordSet(
    'il che di è della per una sono non gli nel più alla anche dei questo delle con ma ha come dal dalla',
    'nella nostro nostra tutti ogni ci siamo nei sulla degli perché questa loro ore giorno molto senza',
  ),
  nl: wordSet(
    'het een van dat niet zijn voor op aan met ook wordt bij maar naar hebben deze wij uit worden onze',
    'ons zich geen over hier elke uur heeft werd hun nog mijn iedere kunnen',
  ),
  pl: wordSet(
    'nie się na jest że z do to jak ale po co tak od za przez jego już dla czy są może nasz nasza oraz',
    'przy każdy przed ten ta które który tylko bardzo można',
  ),
  pt: wordSet(
    'os da do não uma em para com é mais ao das dos ele você foi ser seu sua são muito nosso nossa até',
    'quando também onde pode sem muitos dias aos pelo pela',
  ),
  sv: wordSet(
    'och att som är på för med inte av ett den jag har om till från kan när eller mycket vår våra ska ut',
    'då nu bara där utan också',
  ),
};
const FEWEST_WORDS = 6;
const MOST_WORDS = 3_000;

/** The words of the page that are in its own language, not in that of a part. */
function wordsOf(page: Page, root: MarkupElement): readonly string[] {
  const words: string[] = [];
  const open: MarkupNode[] = [root];
  for (let node = open.pop(); node !== undefined && words.length < MOST_WORDS; node = open.pop()) {
    if (node.kind === 'text') words.push(...((node.text ?? '').toLowerCase().match(/\p{L}+/gu) ?? []));
    else if (node === root || (!node.attributes.has('lang') && !isHtml(node, 'head', 'code', 'pre', 'kbd', 'samp'))) {
      if (node === root || page.exposures.isSeen(node) || page.exposures.isInTree(node)) open.push(...node.children);
    }
  }
  return words;
}

/** Languages that are written in Latin letters alone. */
const LATIN = new Set(
  'en de fr es it pt nl da sv nb no nn fi pl cs sk sl hr hu ro tr vi id ms et lv lt is ga ca eu gl sq af'.split(' '),
);
const OTHER_SCRIPTS: Readonly<Record<string, RegExp>> = {
  Arabic: /\p{Script=Arabic}/gu,
  Chinese: /\p{Script=Han}/gu,
  Cyrillic: /\p{Script=Cyrillic}/gu,
  Devanagari: /\p{Script=Devanagari}/gu,
  Greek: /\p{Script=Greek}/gu,
  Hebrew: /\p{Script=Hebrew}/gu,
  Japanese: /[\p{Script=Hiragana}\p{Script=Katakana}]/gu,
  Korean: /\p{Script=Hangul}/gu,
  Thai: /\p{Script=Thai}/gu,
};
/** Chinese says in one letter what other languages say in three. */
const FEWEST_LETTERS = 24;
const DENSE = new Set(['Chinese', 'Japanese', 'Korean']);

/** The script of nearly all letters of a text, if it is no Latin one and the text is more than a name. */
function otherScriptOf(text: string, share: number): string | undefined {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const counts = Object.entries(OTHER_SCRIPTS).map(
    ([script, each]) => [script, text.match(each)?.length ?? 0] as const,
  );
  const all = counts.reduce((sum, [, count]) => sum + count, 0);
  const [best] = counts.sort((a, b) => b[1] - a[1]);
  if (!best || all < letters * share) return undefined;
  return letters >= FEWEST_LETTERS / (DENSE.has(best[0]) ? 2 : 1) ? best[0] : undefined;
}

/** The language that a page names, if it is one of Latin letters. */
function latinLanguageOf({ markup }: Page): string | undefined {
  const html = markup.isPage && markup.root.name === 'html' ? markup.root : undefined;
  const named = html && attributeOf(html, 'lang')?.trim().toLowerCase();
  return named && LATIN.has(named.split('-')[0]!) && !named.includes('cyrl') ? named : undefined;
}

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
    const text = element.children.map((child) => (child.kind === 'text' ? (child.text ?? '') : '')).join(' ');
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
  const words = wordsOf(page, root);
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

/** Placeholder texts are in Latin, or nearly so, which no page is meant to be in. */
const LATIN_WORDS = new Set(
  'et ut ad sed qui quam enim aut vel cum nec quis sit dolor amet ipsum quia eos vobis'.split(' '),
);

interface Likeness {
  readonly language: string;
  /** How many words of the text are common in the language, and how many of these differ. */
  readonly count: number;
  readonly different: number;
}

/** The languages that a text may be in, the likeliest first. */
const languagesOf = (words: readonly string[]): readonly Likeness[] =>
  Object.entries({ ...COMMON, la: LATIN_WORDS })
    .map(([language, common]) => {
      const known = words.filter((word) => common.has(word));
      return { language, count: known.length, different: new Set(known).size };
    })
    .sort((a, b) => b.count - a.count);

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
const QUOTED = ['p', 'blockquote', 'q', 'li', 'dd', 'figcaption'];

/** A paragraph whose words are those of another language than the one that the page names. */
function* foreignParagraphs(page: Page): Generator<Fault> {
  const named = latinLanguageOf(page)?.split('-')[0];
  if (named === undefined || !Object.hasOwn(COMMON, named) || page.markup.isTemplate) return;
  // A page that names a wrong language is another fault.
  const whole = wordsOf(page, page.markup.root);
  if (!whole.some((word) => COMMON[named]!.has(word))) return;
  for (const element of page.elements) {
    if (!isHtml(element, ...QUOTED) || !page.exposures.isInTree(element)) continue;
    if ([element, ...ancestorsOf(element)].some(saysLanguage)) continue;
    const text = element.children.map((child) => (child.kind === 'text' ? (child.text ?? '') : '')).join(' ');
    const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
    if (words.length < FEWEST_WORDS_OF_PART) continue;
    const all = languagesOf(words);
    const own = all.find(({ language }) => language === named)!.count;
    const [best, next] = all;
    if (own > 0 || best!.language === 'la' || best!.different < DIFFERENT_WORDS) continue;
    if (best!.count < words.length * 0.15 || next!.count * 2 > best!.count) continue;
    yield { element, message: `The page is in "${named}", and this text reads like "${best!.language}"` };
  }
}

/** A part that names a language, and whose words are those of another one. */
function* otherLanguageOfParts(page: Page): Generator<Fault> {
  if (page.markup.isTemplate) return;
  for (const element of page.elements) {
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

const FEWEST_WORDS_OF_ALT = 5;

/** The language that all of the words around a picture in a component are in. */
function languageOfPart(page: Page): string | undefined {
  const [best, next] = languagesOf(wordsOf(page, page.markup.root));
  const isAlone = best !== undefined && best.language !== 'la' && best.different >= 3 && (next?.count ?? 0) === 0;
  return isAlone ? best.language : undefined;
}

/** A picture whose alternative is in another language than the page. */
function* foreignAlternatives(page: Page): Generator<Fault> {
  const isPart = page.markup.isTemplate && !page.markup.isPage;
  const named = isPart ? languageOfPart(page) : latinLanguageOf(page)?.split('-')[0];
  if (named === undefined || !Object.hasOwn(COMMON, named) || (page.markup.isTemplate && !isPart)) return;
  if (!wordsOf(page, page.markup.root).some((word) => COMMON[named]!.has(word))) return;
  for (const element of page.inTree()) {
    if (!isHtml(element, 'img') || [element, ...ancestorsOf(element)].some(saysLanguage)) continue;
    const words = (attributeOf(element, 'alt') ?? '').toLowerCase().match(/\p{L}+/gu) ?? [];
    const [best, next] = languagesOf(words);
    if (words.length < FEWEST_WORDS_OF_ALT || words.some((word) => COMMON[named]!.has(word))) continue;
    if (best!.language === 'la' || best!.different < 3 || next!.count * 2 > best!.count) continue;
    yield {
      element,
      message: `The page is in "${named}", and the text of this picture reads like "${best!.language}"`,
    };
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
    const words =
      page
        .textOf(element)
        .toLowerCase()
        .match(/\p{L}+/gu) ?? [];
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
    yield* foreignLinks(page);
    yield* foreignAlternatives(page);
  },
};
