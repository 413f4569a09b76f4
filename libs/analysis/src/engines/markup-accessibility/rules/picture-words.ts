import { type MarkupElement, attributeOf, elementsIn, hasUnknownInside, isHtml, textOnOneLine } from '../markup';
import { inputType } from '../semantics/roles';
import { type Fault, type Page, type Rule, tagOf } from './page';
import { scriptsOf } from './page-scripts';

const KINDS = 'image|img|picture|pic|photo|photograph';

/** Words that say that there is a picture, and not what it shows. */
const SAYS_NOTHING = new RegExp(
  `^(?:${[
    String.raw`(?:(?:an? |the )?(?:${KINDS}|graphic|spacer|placeholder|alt(?: text)?|` +
      String.raw`image (?:here|alt|description|text|of)|(?:picture|photo|image) of|asdf\w*|qwert\w*|x{3,}|` +
      String.raw`bla(?: ?bla)*|test|svg|icon|canvas|object|illustration|thumbnail|chart|graph|diagram|infographic|` +
      String.raw`screenshot|drawing|bild|grafik|imagen|immagine|afbeelding|imagem|` +
      String.raw`untitled|null|undefined|todo|tbd|\.{1,3}|[-*_]+)(?:[ _-]?\d+)?)`,
    String.raw`(?:hero|banner|card|featured|slide|gallery|sample|placeholder|default|dummy|stock|my|some|this|main|` +
      String.raw`article|post|blog|content|background|header|test|example|random|new) (?:${KINDS})(?: cap)?(?: ?\d+)?`,
    String.raw`(?:todo|fixme|tbd)\b.*|lorem ipsum.*`,
    String.raw`(?:(?:add|enter|insert|put|write|your|some|the) )?(?:your )?` +
      String.raw`(?:alt(?:ernat(?:e|ive))?|image) (?:text|description|tag)(?: (?:goes|comes))? here`,
    String.raw`(?:add|enter|insert|put|write|your) (?:your |an? |the |some )?` +
      String.raw`(?:(?:image|picture|photo) )?(?:alt(?:ernat(?:e|ive))?|image) (?:text|description|tag)`,
    String.raw`(?:a )?(?:short )?(?:alt(?:ernative)? )?(?:text|description) (?:of|for) ` +
      String.raw`(?:the|this|your|an?) (?:image|picture|photo)`,
    String.raw`(?:dsc|img|pict)[_-]?\d{3,}|\S+\.(?:png|jpe?g|gif|svg|webp|avif|bmp|tiff?)(?: \d+ ?x ?\d+)?|\d{4,}`,
  ].join('|')})$`,
  'i',
);
const SAYS_NO_PLACE = /^(?:area|link|region|hotspot|map|shape)(?: ?\d+)?$/i;

/** Names that a program for drawings gives to parts of a file. */
const SAYS_PART_OF_FILE =
  /^(?:layer|group|artboard|path|shape|vector|frame|slice|rectangle|ebene|calque)[ _-]?\d+$|^untitled/i;

const SAYS_ONLY_CONTROL = /^(?:(?:image |picture )?(?:link|button)|click(?: here| me)?|here)(?: ?\d+)?$/i;

/** Whether an element shows a picture, by its name or its role. */
const isPicture = (element: MarkupElement, page: Page): boolean =>
  isHtml(element, 'img', 'area', 'object', 'embed') ||
  (isHtml(element, 'input') && inputType(element) === 'image') ||
  ['img', 'graphics-symbol'].includes(page.roleOf(element) ?? '');

const fileOf = (element: MarkupElement): string =>
  (attributeOf(element, 'src') ?? '')
    .replace(/[?#].*$/, '')
    .split('/')
    .pop()!
    .toLowerCase();

/** A text alternative that tells nobody anything: `alt="image"`. */
function* emptyWords(page: Page): Generator<Fault> {
  for (const element of page.inTree()) {
    const name = isPicture(element, page) ? page.names.of(element) : null;
    if (!name || name.toLowerCase() === fileOf(element)) continue;
    const isControl = element.parent !== undefined && isHtml(element.parent, 'a', 'button');
    if (
      SAYS_NOTHING.test(name) ||
      (isHtml(element, 'area') && SAYS_NO_PLACE.test(name)) ||
      (isControl && SAYS_ONLY_CONTROL.test(name)) ||
      (element.namespace === 'svg' && SAYS_PART_OF_FILE.test(name))
    )
      yield { element, message: `The text alternative "${name.slice(0, 60)}" does not say what the picture shows` };
  }
  yield* emptyWordsOfScripts(page);
}

const SETS_ALT = /(?:\.alt\s*=\s*|['"]alt['"]\s*,\s*|<img\b[^<>]*?\salt=\\?)(["'`])([^"'`\\$]*?)\\?\1/g;

/** The same where a script gives the text to a picture. */
function* emptyWordsOfScripts(page: Page): Generator<Fault> {
  for (const [element, code] of scriptsOf(page))
    for (const [, , text = ''] of code.matchAll(SETS_ALT))
      if (SAYS_NOTHING.test(text.trim()))
        yield {
          element,
          message: `A script gives a picture the text "${text.trim().slice(0, 60)}", which says nothing`,
        };
}

const FEWEST_OF_ONE_TEXT = 3;

/** Several pictures beside one another, of different files, that all have one text. */
function* oneTextForAll(page: Page): Generator<Fault> {
  const groups = new Map<string, MarkupElement[]>();
  const boxes = new Map<MarkupElement, number>();
  for (const element of page.inTree()) {
    const alt = attributeOf(element, 'alt')?.trim().toLowerCase() ?? '';
    const box = element.parent?.children.length === 1 ? element.parent.parent : element.parent;
    if (!isHtml(element, 'img') || !/\p{L}{2}/u.test(alt) || !box || SAYS_NOTHING.test(alt)) continue;
    if (['aria-label', 'aria-labelledby'].some((name) => element.attributes.has(name)) || fileOf(element) === '')
      continue;
    boxes.set(box, boxes.get(box) ?? boxes.size);
    const key = `${boxes.get(box)} ${alt}`;
    groups.set(key, [...(groups.get(key) ?? []), element]);
  }
  for (const members of groups.values()) {
    const files = new Set(members.map((each) => fileOf(each)));
    if (members.length < FEWEST_OF_ONE_TEXT || files.size < members.length) continue;
    const alt = attributeOf(members[0]!, 'alt')!.trim();
    yield {
      element: members[1]!,
      message: `${members.length} pictures of different files have the text "${alt.slice(0, 60)}"`,
    };
  }
}

/** The words in a drawing that the address of a picture has as a whole. */
function wordsOfDrawing(src: string): readonly string[] {
  const [, kind = '', data = ''] = /^data:image\/svg\+xml([^,]*),([^]*)$/i.exec(src.trim()) ?? [];
  if (data === '' || data.length > LONGEST_DRAWING) return [];
  const svg = /;base64/i.test(kind) ? Buffer.from(data, 'base64').toString('utf8') : withoutPercents(data);
  const texts = [...svg.matchAll(/<text\b[^>]*>([^<]*)/g)].map(([, text = '']) => text);
  return (
    texts
      .join(' ')
      .toLowerCase()
      .match(/\p{L}{3,}/gu) ?? []
  );
}

const LONGEST_DRAWING = 20_000;

function withoutPercents(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a percent sign that encodes nothing stands for itself
  }
}

/** A picture of words, with a text alternative that has none of them. */
function* otherWords(page: Page): Generator<Fault> {
  for (const element of page.inTree()) {
    const src = isHtml(element, 'img') ? attributeOf(element, 'src') : undefined;
    const alt = (attributeOf(element, 'alt') ?? '').toLowerCase();
    const words = src === undefined || alt.trim() === '' ? [] : wordsOfDrawing(src);
    if (words.length > 0 && words.every((word) => !alt.includes(word)))
      yield {
        element,
        message: `The picture shows "${words.join(' ').slice(0, 60)}", and its text says something else`,
      };
  }
}

const SHAPES: Readonly<Record<string, readonly string[]>> = {
  circle: ['circle', 'ellipse'],
  disc: ['circle', 'ellipse'],
  dot: ['circle', 'ellipse', 'rect'],
  ellipse: ['ellipse', 'circle'],
  square: ['rect'],
  rectangle: ['rect'],
  triangle: ['polygon'],
  star: ['polygon'],
  line: ['line', 'polyline', 'rect'],
};
const DRAWN = new Set('circle ellipse rect polygon line polyline path use image text'.split(' '));

/** The last shape that a name has a word for: that of "a red square". */
const shapeIn = (name: string): string | undefined =>
  (name.toLowerCase().match(/\p{L}+/gu) ?? []).findLast((word) => Object.hasOwn(SHAPES, word));

/** A drawing of one shape or one text, whose name is that of another one. */
function* otherDrawings(page: Page): Generator<Fault> {
  for (const element of page.inTree()) {
    if (element.namespace !== 'svg' || element.name !== 'svg' || hasUnknownInside(element)) continue;
    const name = page.names.of(element);
    const drawn = [...elementsIn(element)].filter((each) => DRAWN.has(each.name));
    if (!name || drawn.length === 0) continue;
    const shape = shapeIn(name);
    const isOfShapes = drawn.every((each) => SHAPE_NAMES.has(each.name));
    if (shape !== undefined && isOfShapes && !drawn.some((each) => SHAPES[shape]!.includes(each.name)))
      yield { element, message: `The drawing is called "${name.slice(0, 60)}", and ${tagOf(drawn[0]!)} is none` };
    else if (isTextAlone(drawn) && !sharesWords(name, textOfDrawing(drawn)))
      yield {
        element,
        message: `The drawing shows "${textOfDrawing(drawn).slice(0, 60)}", and its name says something else`,
      };
  }
}

const SHAPE_NAMES = new Set(Object.values(SHAPES).flat());

/** Whether a drawing is one text, on a plain ground at most. */
const isTextAlone = (drawn: readonly MarkupElement[]): boolean =>
  drawn.filter(({ name }) => name === 'text').length === 1 &&
  drawn.length <= 2 &&
  drawn.every(({ name }) => name === 'text' || name === 'rect' || name === 'circle') &&
  /\p{L}{3}/u.test(textOfDrawing(drawn));

const textOfDrawing = (drawn: readonly MarkupElement[]): string =>
  drawn.map((each) => (each.name === 'text' ? textOnOneLine(each) : '')).join('');

const sharesWords = (name: string, text: string): boolean =>
  (text.toLowerCase().match(/[\p{L}\d]{2,}/gu) ?? []).some((word) => name.toLowerCase().includes(word));

/** Things that a picture is of, by their kinds: a picture of one of them does not show another. */
const THINGS: Readonly<Record<string, string>> = {
  animals:
    'dog cat horse cow elephant lion tiger rabbit sheep goat pig fox bear penguin owl eagle whale shark parrot ' +
    'camel donkey duck swan hedgehog squirrel dolphin giraffe zebra monkey tortoise frog butterfly spider',
  vehicles:
    'bicycle motorcycle car bus train tram boat ship ferry aeroplane airplane helicopter tractor lorry truck ' +
    'rocket canoe caravan ambulance scooter',
  food:
    'apple banana orange cake bread pizza tea coffee cheese soup salad sandwich strawberry lemon tomato potato ' +
    'carrot onion egg rice pasta honey chocolate biscuit wine beer',
  music: 'guitar piano violin trumpet drum flute accordion saxophone',
  places: 'lighthouse castle bridge waterfall volcano desert windmill cathedral church beach mountain forest harbour',
  household:
    'teapot kettle sofa armchair chair table lamp bookshelf wardrobe mattress vase pillow clock umbrella suitcase ' +
    'bucket ladder hammer scissors telescope microscope',
  clothing: 'shirt trousers jacket dress boot glove scarf sweater sandal',
  plants: 'rose tulip sunflower daffodil cactus mushroom oak',
};
const ALL_THINGS = new Set(Object.values(THINGS).flatMap((words) => words.split(' ')));

const thingsIn = (text: string): readonly string[] =>
  (text.toLowerCase().match(/\p{L}+/gu) ?? [])
    .map((word) => (ALL_THINGS.has(word) ? word : word.replace(/s$/, '')))
    .filter((word) => ALL_THINGS.has(word));

/** Words of the file of a picture: `red-bicycle.jpg`. */
const wordsOfFile = (element: MarkupElement): string =>
  fileOf(element)
    .replace(/\.\w+$/, '')
    .replace(/[-_\d]+/g, ' ');

/** A picture that the name of its file calls a thing, and its text another thing. */
function* otherThings(page: Page): Generator<Fault> {
  for (const element of page.inTree()) {
    if (!isHtml(element, 'img')) continue;
    const [thing, ...others] = thingsIn(wordsOfFile(element));
    const name = thing === undefined || others.length > 0 ? null : page.names.of(element);
    const named = thingsIn(name ?? '');
    if (!name || named.length === 0 || named.includes(thing!) || name.toLowerCase().includes(thing!)) continue;
    yield { element, message: `The file of the picture is called "${thing!}", and its text speaks of "${named[0]!}"` };
  }
}

export const pictureWordRules: Readonly<Record<string, Rule>> = {
  'image-words-empty': function* (page) {
    yield* emptyWords(page);
    yield* oneTextForAll(page);
    yield* otherWords(page);
    yield* otherDrawings(page);
    yield* otherThings(page);
  },
};
