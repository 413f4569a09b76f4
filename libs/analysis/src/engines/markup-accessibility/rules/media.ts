import { type MarkupElement, ancestorsOf, attributeOf, elementsIn, hasUnknownText, isHtml, textOf } from '../markup';
import { type Fault, type Page, type Rule, tagOf } from './page';

/** The seconds of a time in a media fragment: `10`, `0:10`, `1:00:10`. */
const secondsOf = (text: string): number => text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);

/** How long the part that plays is, where its address says so: `film.mp4#t=8,10`. */
function playedSeconds(address: string): number | undefined {
  const [, from = '0', to] = /#(?:.*&)?t=(?:npt:)?([\d.:]*),([\d.:]+)/.exec(address) ?? [];
  return to === undefined ? undefined : secondsOf(to) - secondsOf(from || '0');
}

const addressesOf = (media: MarkupElement): readonly string[] =>
  [media, ...[...elementsIn(media)].filter((each) => isHtml(each, 'source'))].flatMap(
    (each) => attributeOf(each, 'src') ?? [],
  );

const STOPS = /\b(?:pause|stop|mute|play|volume|sound)\b/i;

/** Whether the page has a button of its own that stops what plays. */
const hasOwnControl = (page: Page): boolean =>
  page.elements.some(
    (each) => page.roleOf(each) === 'button' && page.exposures.isSeen(each) && STOPS.test(page.names.of(each) ?? ''),
  );

function* playingSound(page: Page): Generator<Fault> {
  for (const element of page.elements) {
    if (!isHtml(element, 'audio', 'video')) continue;
    const { attributes } = element;
    if (!attributes.has('autoplay') || attributes.has('muted') || attributes.has('controls')) continue;
    if (attributes.get('autoplay') === null || attributes.get('muted') === null) continue;
    const addresses = addressesOf(element);
    if (addresses.every((address) => (playedSeconds(address) ?? Number.POSITIVE_INFINITY) <= 3)) continue;
    if (!hasOwnControl(page))
      yield { element, message: `${tagOf(element)} plays by itself, and nothing on the page stops it` };
  }
}

const OTHER_MEDIUM = new RegExp(
  String.raw`\b(?:transcripts?|captions?|subtitles?|text (?:version|alternative)|described version|` +
    String.raw`(?:full|whole) text|audio description|in writing|what th(?:e|is) (?:film|video|clip|recording) shows)\b`,
  'i',
);
/** Words that say that nobody hears anything of a film. */
const WITHOUT_SOUND = /\b(?:no|without) (?:sound|audio)\b|\bsilent\b/i;
/** Words that say that nobody speaks in a recording. */
const WITHOUT_WORDS = /\b(?:no|without)(?: any)? (?:speech|words|talk(?:ing)?)\b|\bnobody (?:speaks|talks)\b/i;

/** The text beside an element, with a space between two blocks. */
const aroundOf = ({ parent }: MarkupElement): string =>
  (parent?.children ?? []).map((child) => (child.kind === 'text' ? (child.text ?? '') : textOf(child))).join(' ');

function* filmWithoutCaptions(page: Page): Generator<Fault> {
  const hasText = (element: MarkupElement) => OTHER_MEDIUM.test(page.textOf(element));
  for (const element of page.elements) {
    if (!isHtml(element, 'video') || element.attributes.has('muted') || element.attributes.get('muted') === null)
      continue;
    if (addressesOf(element).length === 0 || !page.exposures.isSeen(element)) continue;
    const tracks = [...elementsIn(element)];
    if (
      tracks.some(
        (each) =>
          each.opaque ||
          (isHtml(each, 'track') && /^(?:captions|subtitles)$/i.test(attributeOf(each, 'kind') ?? 'subtitles')),
      )
    )
      continue;
    if (hasUnknownText(element)) continue;
    if (
      WITHOUT_SOUND.test(
        `${aroundOf(element)} ${addressesOf(element)
          .join(' ')
          .replace(/[-_/.]/g, ' ')}`,
      )
    )
      continue;
    if (!hasText(page.markup.root))
      yield { element, message: `${tagOf(element)} has no captions, and the page no text instead of it` };
  }
}

/** Attributes that give a film words, or that say that it shows nothing by itself. */
const WORDED = ['aria-label', 'aria-labelledby', 'aria-describedby', 'title', 'aria-hidden', 'autoplay', 'role'];

/** A film without sound that somebody starts, on a page that tells nowhere what it shows. */
function* silentFilm(page: Page): Generator<Fault> {
  if (!page.markup.isPage || page.markup.isTemplate || OTHER_MEDIUM.test(textOf(page.markup.root))) return;
  for (const element of page.elements) {
    if (!isHtml(element, 'video') || !element.attributes.has('controls') || !page.exposures.isSeen(element)) continue;
    const isSilent = element.attributes.get('muted') === '' || WITHOUT_SOUND.test(aroundOf(element));
    if (!isSilent || WORDED.some((name) => element.attributes.has(name)) || addressesOf(element).length === 0) continue;
    const around = [...ancestorsOf(element)];
    const isTold =
      [...elementsIn(element)].some((each) => each.opaque || isHtml(each, 'track')) ||
      around.some(
        (each) => isHtml(each, 'figure') && [...elementsIn(each)].some((inner) => isHtml(inner, 'figcaption')),
      ) ||
      aroundOf(element).trim().length > LONG_TEXT;
    if (!isTold) yield { element, message: `${tagOf(element)} has no sound, and no words say what it shows` };
  }
}

/** A text beside a film that is so long may say what it shows. */
const LONG_TEXT = 300;

const SPOKEN = /\b(?:podcast|episode|interview|talk|speech|lecture|sermon|reading|audiobook|recording)s?\b/i;

/** A recording of words on a page that has them nowhere else. Music needs no text. */
function* talkWithoutText(page: Page): Generator<Fault> {
  if (!page.markup.isPage || page.markup.isTemplate) return;
  // A text that a style hides for good does not count; one that a button opens has the button.
  const tells = (each: MarkupElement): boolean =>
    page.exposures.isSeen(each) &&
    each.children.some((child) => child.kind === 'text' && OTHER_MEDIUM.test(child.text ?? 'transcript'));
  if (page.elements.some(tells)) return;
  for (const element of page.elements) {
    if (!isHtml(element, 'audio') || !element.attributes.has('controls') || !page.exposures.isSeen(element)) continue;
    const [address] = addressesOf(element);
    const around = aroundOf(element);
    if (WITHOUT_WORDS.test(around)) continue;
    const isShort = around.trim().length < 400;
    if (address !== undefined && isShort && SPOKEN.test(`${around} ${address}`.replace(/[-_/.]/g, ' ')))
      yield { element, message: `${tagOf(element)} is spoken, and the page has no text of it` };
  }
}

/** Frames of one title on a page, with other content each. */
function* sameTitles(page: Page): Generator<Fault> {
  const seen = new Map<string, string>();
  if (page.markup.isTemplate) return;
  for (const element of page.inTree()) {
    const [src, name] = [attributeOf(element, 'src')?.trim(), page.names.of(element)];
    if (!isHtml(element, 'iframe') || !src || !name) continue;
    const first = seen.get(name.toLowerCase());
    if (first === undefined) seen.set(name.toLowerCase(), src);
    else if (first !== src)
      yield { element, message: `Another frame is called "${name.slice(0, 60)}", too, and shows something else` };
  }
}

const CAPTCHA = /captcha/i;
/** Another way to pass: to hear it, or to solve a riddle of words. */
const OTHER_WAY = /audio|sound|hear|listen|speech|phone|contact|\.(?:mp3|wav|ogg)\b/i;

/** A test for people of which only a picture tells what to type. */
function* captchasOfPictures(page: Page): Generator<Fault> {
  for (const element of page.inTree()) {
    if (
      !isHtml(element, 'img') ||
      !CAPTCHA.test(`${attributeOf(element, 'src') ?? ''} ${attributeOf(element, 'alt') ?? ''}`)
    )
      continue;
    const around = [...ancestorsOf(element)].find((each) => isHtml(each, 'form')) ?? page.markup.root;
    const inside = [...elementsIn(around)];
    const isOther = inside.some(
      (each) =>
        each.opaque ||
        isHtml(each, 'audio') ||
        [...each.attributes.values()].some((value) => OTHER_WAY.test(value ?? '')),
    );
    if (isOther || OTHER_WAY.test(textOf(around)) || !inside.some((each) => isHtml(each, 'input'))) continue;
    yield { element, message: `${tagOf(element)} has to be seen to go on, and there is no other way` };
  }
}

export const mediaRules: Readonly<Record<string, Rule>> = {
  'captcha-of-pictures': captchasOfPictures,
  'sound-autoplay': playingSound,
  'captions-missing': filmWithoutCaptions,
  'talk-without-text': talkWithoutText,
  'film-without-text': silentFilm,
  'frame-name-twice': sameTitles,
};
