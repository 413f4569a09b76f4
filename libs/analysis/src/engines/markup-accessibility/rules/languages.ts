import { type MarkupElement, type MarkupNode, attributeOf, isHtml } from '../markup';
import type { Page } from './page';

const wordSet = (...lines: readonly string[]): ReadonlySet<string> => new Set(lines.flatMap((line) => line.split(' ')));

/** Short words that stand in every text of a language, without those that several of these languages have. */
export const COMMON: Readonly<Record<string, ReadonlySet<string>>> = {
  cs: wordSet('že jsou nebo jsme také který která které byl byla při není můžete jsem každý jako'),
  da: wordSet(
    'og af til med ikke hvad der jeg vi har blev også eller efter meget fra hvor når skal vores kun hver',
    'uden bliver deres',
  ),
  de: wordSet(
    'und der die das ist nicht mit für auf ein eine sie wir ich auch sich dem den wird oder bei nach um',
    'am im zum zur uns unser unsere unserer ihr ihre haben sind war werden gibt wenn aber nur noch über',
    'unter jeden jeder heute uhr sehr bitte ihnen ihrem kein keine diese dieser dieses wer dass',
  ),
  en: wordSet(
    'the and of to is that it for with you this are be from was have not which they by on can our your we',
    'has will all their its been more there when what who or but my very about every some any she his her',
  ),
  es: wordSet(
    'el los las del y por con para una es su lo como más pero sus le ha este sí porque muy nuestra',
    'nuestro nuestros todas están desde hasta cuando también donde puede hay sin muchos días está cómo usted',
  ),
  fi: wordSet('ja että hän ovat oli mutta kun myös joka niin kuin meidän sinun voi ole olla kaikki sekä'),
  fr: wordSet(
    'le les des et est une dans pour que qui sur pas vous nous avec ce il sont au ne plus été nos notre',
    'votre vos du aux chez leur tous très cette ces je elle elles était depuis heure jour sans aussi',
    'mais toujours jamais même encore comme quand alors parce fait être',
  ),
  hu: wordSet('és az egy hogy volt csak vagy még azt kell lesz ezt minden nem nagyon'),
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
  ro: wordSet('și din sunt pentru sau dar după până această acest fost noastră toate puteți'),
  sv: wordSet(
    'och att som är på för med inte av ett den jag har om till från kan när eller mycket vår våra ska ut',
    'då nu bara där utan också',
  ),
  tr: wordSet('ve bir bu için ile çok daha olarak olan gibi kadar sonra değil var gün veya hem biz saat kapalı'),
};

/** Further words of these languages, which other ones have as well: they tell a language only beside its own words. */
const SHARED: Readonly<Record<string, ReadonlySet<string>>> = {
  da: wordSet('en et på som er i den det at de'),
  de: wordSet('in es an von aus zu des einer einem einen'),
  en: wordSet('a an in at as no one two'),
  es: wordSet('de la en un al se no a o'),
  fr: wordSet('de la un en à se on ou l d'),
  it: wordSet('la le un in al a i lo del da e con su'),
  nl: wordSet('de in is en te of om tot'),
  pl: wordSet('w i o u a'),
  pt: wordSet('de a o e um no na se por as'),
  sv: wordSet('en i de det man vi'),
};

/** Placeholder texts are in Latin, or nearly so, which no page is meant to be in. */
const LATIN_WORDS = new Set(
  'et ut ad sed qui quam enim aut vel cum nec quis sit dolor amet ipsum quia eos vobis'.split(' '),
);

export interface Likeness {
  readonly language: string;
  /** How many words of the text are common in the language, and how many of these differ. */
  readonly count: number;
  readonly different: number;
}

/** The languages that a text may be in, the likeliest first. */
export const languagesOf = (words: readonly string[]): readonly Likeness[] =>
  Object.entries({ ...COMMON, la: LATIN_WORDS })
    .map(([language, common]) => {
      const known = words.filter((word) => common.has(word));
      return { language, count: known.length, different: new Set(known).size };
    })
    .sort((a, b) => b.count - a.count);

export const wordsIn = (text: string): readonly string[] => text.toLowerCase().match(/\p{L}+/gu) ?? [];

const MOST_WORDS = 3_000;

/** The words of the page that are in its own language, not in that of a part. */
export function wordsOf(page: Page, root: MarkupElement): readonly string[] {
  const words: string[] = [];
  const open: MarkupNode[] = [root];
  for (let node = open.pop(); node !== undefined && words.length < MOST_WORDS; node = open.pop()) {
    if (node.kind === 'text') words.push(...wordsIn(node.text ?? ''));
    else if (node === root || (!node.attributes.has('lang') && !isHtml(node, 'head', 'code', 'pre', 'kbd', 'samp'))) {
      if (node === root || page.exposures.isSeen(node) || page.exposures.isInTree(node)) open.push(...node.children);
    }
  }
  return words;
}

const FEWEST_WORDS_OF_TEXT = 4;
const LEAST_SHARE = 0.25;

/**
 * The language of a short text, such as the alternative of a picture, if it is certainly not the one that is asked
 * about. A name in another language does not count: words that are no common ones of it begin with a capital letter.
 */
export function foreignLanguageOf(text: string, named: string, fewest = 2): string | undefined {
  const words = wordsIn(text);
  if (words.length < FEWEST_WORDS_OF_TEXT || words.some((word) => COMMON[named]!.has(word))) return undefined;
  const told = named === 'en' ? words.filter((word) => !ENGLISH_TOO.has(word)) : words;
  const known = Object.keys(SHARED)
    .map((language) => ({
      language,
      own: new Set(told.filter((word) => COMMON[language]!.has(word))).size,
      common: told.filter((word) => isCommon(word, language)),
    }))
    .sort((one, other) => other.own - one.own || other.common.length - one.common.length);
  const [best] = known;
  if (!best || best.language === named || new Set(best.common).size < fewest) return undefined;
  // Spanish and Italian share many words, and whichever of them it is, it is not the language asked about.
  const next = known.find(({ language }) => ROMANCE.has(language) !== ROMANCE.has(best.language));
  if (best.common.length < words.length * LEAST_SHARE || (next?.own ?? 0) * 2 > best.own) return undefined;
  if (ROMANCE.has(named) && known.some((each) => each !== best && each.own * 2 > best.own)) return undefined;
  const leastOfOwn = NEARER_TO_ENGLISH.has(best.language) ? 2 : 1;
  return best.own >= leastOfOwn && hasPlainWord(text, best.language) ? best.language : undefined;
}

const ROMANCE = new Set(['es', 'fr', 'it', 'pt']);
/** Languages of which several common words are words or names in English, too. */
const NEARER_TO_ENGLISH = new Set(['da', 'de', 'en', 'nl', 'sv']);
/** Words of these languages that English has as well, with another meaning. */
const ENGLISH_TOO = new Set(
  (
    'ore come per non ha ma van die was war hat pour des plus chat son con sin hay os ser com do no as us one men ' +
    'man an at in on over under for alt til all are he me a'
  ).split(' '),
);

const isCommon = (word: string, language: string): boolean =>
  COMMON[language]!.has(word) || SHARED[language]!.has(word);

/** Whether a longer word of a text is no common one, and is not written as a name. German writes all nouns so. */
const hasPlainWord = (text: string, language: string): boolean =>
  language === 'de' ||
  (text.match(/(?<!\p{L})\p{Ll}{4,}/gu) ?? []).some((word) => !isCommon(word.toLowerCase(), language));

/** The language that an element around this one names, or itself; undefined if that is the whole page. */
export function languageAround(element: MarkupElement): string | undefined {
  for (let each: MarkupElement | undefined = element; each?.parent !== undefined; each = each.parent) {
    const named = attributeOf(each, 'lang')?.trim().toLowerCase().split('-')[0];
    if (named !== undefined) return named;
  }
  return undefined;
}
