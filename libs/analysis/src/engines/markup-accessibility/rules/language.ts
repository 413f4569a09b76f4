import { type MarkupElement, type MarkupNode, attributeOf, isHtml } from '../markup';
import { type Fault, type Page, type Rule } from './page';

/** Short words that stand in every text of a language, without those that several of these languages have. */
const COMMON: Readonly<Record<string, ReadonlySet<string>>> = {
  da: new Set('og af til med ikke hvad der jeg vi har blev også eller efter meget fra hvor når skal'.split(' ')),
  de: new Set(
    'und der die das ist nicht mit für auf ein eine sie wir ich auch sich dem den wird oder bei nach'.split(' '),
  ),
  en: new Set('the and of to is that it for with you this are be from was have not which they by on can'.split(' ')),
  es: new Set('el los las del y por con para una es su lo como más pero sus le ha este sí porque muy'.split(' ')),
  fr: new Set('le les des et est une dans pour que qui sur pas vous nous avec ce il sont au ne plus été'.split(' ')),
  it: new Set('il che di è della per una sono non gli nel più alla anche dei questo delle con ma ha come'.split(' ')),
  nl: new Set(
    'het een van dat niet zijn voor op aan met ook wordt bij maar naar hebben deze wij uit worden'.split(' '),
  ),
  pl: new Set('nie się na jest że z do to jak ale po co tak od za przez jego już dla czy są może'.split(' ')),
  pt: new Set('os da do não uma em para com é mais ao das dos ele você foi ser seu sua são muito'.split(' ')),
  sv: new Set('och att som är på för med inte av ett den jag har om till från kan när eller mycket'.split(' ')),
};
const FEWEST_WORDS = 10;
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

/** A page whose words are those of another language than the one that it names. */
function* otherLanguage(page: Page): Generator<Fault> {
  const { root, isPage, isTemplate } = page.markup;
  if (!isPage || isTemplate || root.name !== 'html') return;
  const named = attributeOf(root, 'lang')?.trim().split('-')[0]!.toLowerCase() ?? '';
  if (!Object.hasOwn(COMMON, named)) return;
  const words = wordsOf(page, root);
  if (words.length < FEWEST_WORDS) return;
  const counts = Object.entries(COMMON).map(([language, common]) => ({
    language,
    count: words.filter((word) => common.has(word)).length,
  }));
  const own = counts.find(({ language }) => language === named)!.count;
  const [best] = counts.sort((a, b) => b.count - a.count);
  if (best && best.language !== named && best.count >= 3 && best.count / words.length >= 0.18 && own * 4 <= best.count)
    yield { element: root, message: `The page says that it is in "${named}", and reads like "${best.language}"` };
}

export const languageRules: Readonly<Record<string, Rule>> = { 'page-language-other': otherLanguage };
