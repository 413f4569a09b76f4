import {
  type MarkupElement,
  ancestorsOf,
  attributeOf,
  contentOf,
  elementsIn,
  hasUnknownInside,
  isHtml,
  textOf,
  tokensOf,
} from '../markup';
import { explicitRole } from '../semantics/roles';
import { generatedTexts } from '../style/generated-texts';
import { listensTo } from './handlers';
import { type Fault, type Page, type Rule, tagOf } from './page';

/** Letters of Cyrillic and Greek that look like Latin ones. */
const TWINS = 'авекморстухѕіјАВЕКМНОРСТУХЅІЈοΑΒΕΖΗΙΚΜΝΟΡΤΥΧ';
/** A word of Latin letters with one such letter among them. */
const MIXED = new RegExp(
  String.raw`(?<!\p{L})[a-zA-Z${TWINS}]*(?:[a-zA-Z][${TWINS}]|[${TWINS}][a-zA-Z])[a-zA-Z${TWINS}]*(?!\p{L})`,
  'gu',
);
/** A name such as Ρ5 may mix two letters. */
const LEAST_LATIN = 2;

/** A word in which a letter of another script stands for one that looks the same: it is spoken otherwise. */
function* lettersThatLookAlike(page: Page): Generator<Fault> {
  for (const element of page.inTree()) {
    if (
      [element, ...ancestorsOf(element)].some((each) => isHtml(each, 'code', 'pre', 'samp', 'var', 'script', 'style'))
    )
      continue;
    for (const child of element.children) {
      const words = child.kind === 'text' ? ((child.text ?? '').match(MIXED) ?? []) : [];
      const word = words.find((each) => (each.match(/[a-zA-Z]/g)?.length ?? 0) >= LEAST_LATIN);
      if (word === undefined) continue;
      yield { element, message: `"${word}" has letters of another script that look like Latin ones` };
      break;
    }
  }
}

/** Signs of which pictures of letters are made. */
const STROKES = /[\\/|_=+*#~^<>(){}[\]`'".,:;@-]/g;
const LEAST_LINES = 3;
/** A column of dots stands for what is left out. */
const LEAST_KINDS = 3;
/** So many of ten signs of a picture are strokes. */
const STROKES_OF_TEN = 7;
const OF_PROGRAMS = /code|term|output|console|highlight|shell|log|diff|source|lang|tree/i;
/** Lines of tables, and of text in columns, begin or go on with words. */
const WORDS = /\p{L}{3,}/u;

/** A picture made of signs: a screen reader reads each of them. */
function* picturesOfSigns(page: Page): Generator<Fault> {
  for (const element of page.inTree()) {
    if (!isHtml(element, 'pre') || hasUnknownInside(element) || explicitRole(element) !== undefined) continue;
    const around = [element, ...ancestorsOf(element)];
    if (around.some((each) => OF_PROGRAMS.test(attributeOf(each, 'class') ?? '') || each.attributes.has('aria-label')))
      continue;
    if ([...elementsIn(element)].some((each) => isHtml(each, 'code', 'samp', 'kbd'))) continue;
    const lines = textOf(element)
      .split('\n')
      .filter((line) => line.trim() !== '');
    const signs = lines.join('').replace(/\s/g, '');
    const strokes = signs.match(STROKES) ?? [];
    if (new Set(strokes).size < LEAST_KINDS || strokes.length * 10 < signs.length * STROKES_OF_TEN) continue;
    if (lines.length >= LEAST_LINES && !WORDS.test(lines.join('\n')))
      yield { element, message: `A picture of ${lines.length} lines of signs is read sign by sign` };
  }
}

const STARS = /^(?:[★☆⭐✩✭✯🌟]\ufe0f?\s*){3,}$/u;

/** A rating that is a row of stars: each of them is read, and a full one like an empty one. */
function* ratingsOfStars(page: Page): Generator<Fault> {
  let outer: MarkupElement | undefined;
  for (const element of page.inTree()) {
    if (!STARS.test(textOf(element).trim()) || hasUnknownInside(element)) continue;
    if (outer && [...ancestorsOf(element)].includes(outer)) continue;
    outer = element;
    const all = [element, ...elementsIn(element)];
    const isUsed = all.some(
      (each) => isHtml(each, 'button', 'a', 'input', 'label', 'option') || listensTo(each, 'click'),
    );
    const isNamed = [element.parent!, ...all].some((each) =>
      ['aria-label', 'aria-labelledby', 'title', 'role', 'id'].some((name) => each.attributes.has(name)),
    );
    const beside = element.parent ? textOf(element.parent).replace(textOf(element), '') : '';
    if (!isUsed && !isNamed && !/\d|\bstars?\b/i.test(beside))
      yield { element, message: `The rating "${textOf(element).trim()}" is read star by star` };
  }
}

/** Characters that only a font of icons gives a meaning. */
const PRIVATE = /^[\u{e000}-\u{f8ff}\u{f0000}-\u{ffffd}]+$/u;

/** Classes of fonts of icons. */
const OF_ICON_FONT =
  /^(?:fa[srlbd]?|bi|glyphicon|mdi|la[srb]?|icon|(?:fa|bi|glyphicon|mdi|la|icon|ti|ri|icomoon|dashicons)-[\w-]+)$/;
/** Icons of what can be dragged, opened or waited for are no content. */
const NO_VALUE = new RegExp(
  [
    'drag',
    'handle',
    'grip',
    'chevron',
    'caret',
    'angle',
    'arrow',
    'sort',
    'spin',
    'load',
    'expand',
    'collaps',
    'toggle',
    'ellipsis',
    'bars',
    'search',
    'avatar',
    'folder',
    'file',
    'home',
    'user',
    'image',
    'photo',
  ].join('|'),
  'i',
);

/** Whether a cell holds nothing but the empty element of an icon: of a font, or with a picture behind it. */
function holdsIcon(cell: MarkupElement, page: Page): boolean {
  const [icon, ...others] = contentOf(cell);
  if (others.length > 0 || icon?.kind !== 'element' || !isHtml(icon, 'i', 'span', 'em', 'div')) return false;
  if (icon.attributes.get('class') === null || contentOf(icon).length > 0 || icon.attributes.has('title')) return false;
  const classes = tokensOf(attributeOf(icon, 'class'));
  if (classes.some((name) => NO_VALUE.test(name)) || listensTo(icon, 'click')) return false;
  if (isHtml(icon, 'i', 'span', 'em') && classes.some((name) => OF_ICON_FONT.test(name))) return true;
  return /\burl\(/.test(page.cascade.styleOf(icon).get('background-image')?.value ?? '');
}

/** A cell that only the icon of a font fills, or a picture that a style sheet shows. */
function* iconsAlone(page: Page): Generator<Fault> {
  for (const element of page.inTree()) {
    if (!isHtml(element, 'td', 'th', 'dd') || hasUnknownInside(element)) continue;
    if (!PRIVATE.test(textOf(element).trim()) && !holdsIcon(element, page)) continue;
    const inside = [element, ...elementsIn(element)];
    if (inside.some((each) => ['aria-label', 'aria-labelledby', 'title'].some((name) => each.attributes.has(name))))
      continue;
    if (inside.some((each) => isHtml(each, 'img', 'svg', 'a', 'button')) || listensTo(element, 'click')) continue;
    yield { element, message: `${tagOf(element)} has an icon alone, and no words for it` };
  }
}

/** Texts that nobody misses: a word while something is loaded, and words that join others. */
const NO_CONTENT = /loading|\.\.\.|…|^(?:and|or|by|new|from)$/i;
const LEAST_LETTERS = 4;

/** Words that only a style sheet puts into the page: who turns styles off does not get them. */
function* wordsOfStyles(page: Page): Generator<Fault> {
  for (const { matches, text } of generatedTexts(page.markup.sheets)) {
    if ((text.match(/\p{L}/gu)?.length ?? 0) < LEAST_LETTERS || NO_CONTENT.test(text.trim())) continue;
    const element = page.elements.find(
      (each) => matches(each) && page.exposures.isSeen(each) && isHtml(each, ...TEXTS),
    );
    if (element)
      yield { element, message: `Only a style sheet says "${text.trim().slice(0, 60)}" at ${tagOf(element)}` };
  }
}

const TEXTS = [
  'p',
  'li',
  'dd',
  'dt',
  'span',
  'strong',
  'em',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'blockquote',
  'address',
];

export const signRules: Readonly<Record<string, Rule>> = {
  'letters-look-alike': lettersThatLookAlike,
  'picture-of-signs': function* (page) {
    yield* picturesOfSigns(page);
    yield* ratingsOfStars(page);
  },
  'icon-alone': iconsAlone,
  'words-of-style': wordsOfStyles,
};
