import {
  type MarkupElement,
  HEADINGS,
  ancestorsOf,
  areOfOneList,
  attributeOf,
  elementsIn,
  hasUnknownInside,
  hasUnknownText,
  isComponent,
  isHtml,
  textOf,
  onOneLine,
} from '../markup';
import { mountedIn, runsAtStart } from '../read/timers';
import { isClickedByScript } from './clicked-by-scripts';
import { listensTo } from './handlers';
import { type Fault, type Page, type Rule, tagOf } from './page';
import { BY_ID, calledIn, keptIn, scriptsById, scriptsOf } from './page-scripts';

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

const STOPS = /\b(?:pause|stop|mute|play|volume|sound|music|audio|silence|quiet)\b/i;

/** Whether the page has a button of its own that stops what plays. */
const hasOwnControl = (page: Page): boolean =>
  page.elements.some(
    (each) => page.roleOf(each) === 'button' && page.exposures.isSeen(each) && STOPS.test(page.names.of(each) ?? ''),
  );

function* playingSound(page: Page): Generator<Fault> {
  const isStarted = startedByScripts(page);
  for (const element of page.elements) {
    if (isHiddenPlayer(element))
      yield { element, message: `${tagOf(element)} plays by itself, and nothing on the page stops it` };
    if (!isHtml(element, 'audio', 'video')) continue;
    const { attributes } = element;
    if ((!attributes.has('autoplay') && !isStarted(element)) || attributes.has('muted') || attributes.has('controls'))
      continue;
    if (attributes.get('paused') === null) continue;
    if (attributes.get('autoplay') === null || attributes.get('muted') === null) continue;
    const addresses = addressesOf(element);
    // A sound that is played again and again is long.
    const isEndless = attributes.get('src') === null && attributes.get('loop') !== null && attributes.has('loop');
    if (!isEndless && addresses.every((address) => (playedSeconds(address) ?? Number.POSITIVE_INFINITY) <= 3)) continue;
    if (!hasOwnControl(page) || isStoppedByNothing(element, page))
      yield { element, message: `${tagOf(element)} plays by itself, and nothing on the page stops it` };
  }
  const [first] = page.styled;
  for (const code of mountedIn(page.markup.root.handlers.get('file') ?? ''))
    if (first && playsOnItsOwn(code) && !hasOwnControl(page) && !page.markup.elements.some(isComponent))
      yield { element: first, message: 'A script plays a sound as soon as the page is there, and nothing stops it' };
  for (const [element, code] of scriptsOf(page))
    if (playsOnItsOwn(code) && !hasOwnControl(page))
      yield { element, message: 'A script plays a sound as soon as the page is there, and nothing stops it' };
}

/** A player of sound without a size, of the time before `<audio>`. */
const isHiddenPlayer = (element: MarkupElement): boolean =>
  isHtml(element, 'bgsound') ||
  (isHtml(element, 'embed') &&
    element.attributes.has('hidden') &&
    ['autostart', 'autoplay'].some((name) => /^(?:true|1)$/i.test(attributeOf(element, name) ?? ''))) ||
  (isHtml(element, 'iframe') && LOUD_FRAME.test(attributeOf(element, 'src') ?? ''));

/** A film of YouTube that plays by itself, with its sound and without its controls. */
const LOUD_FRAME = new RegExp(
  String.raw`^(?:https?:)?//(?:www\.)?youtube(?:-nocookie)?\.com/embed/` +
    String.raw`(?=.*[?&]autoplay=1)(?=.*[?&]controls=0)(?!.*[?&]mute=1)`,
);

const OF_KIND = String.raw`(?:document\.)?querySelector\(\s*['"](audio|video)['"]\s*\)`;
const PLAYS = new RegExp(String.raw`(?:${BY_ID}|${OF_KIND}|(?<![\w.$])(\w+))\s*\.\s*play\(`, 'g');

/** Finds the players that a script starts as soon as the page is there. */
function startedByScripts(page: Page): (element: MarkupElement) => boolean {
  const [ids, kinds] = [new Set<string>(), new Set<string>()];
  for (const [, code] of scriptsById(page)) {
    const kept = keptIn(code);
    for (const { index, 1: id, 2: kind, 3: name } of code.matchAll(PLAYS)) {
      // An arrow function without braces runs later.
      if (!runsAtStart(code, index) || /=>\s*$/.test(code.slice(Math.max(0, index - 9), index))) continue;
      if (kind !== undefined) kinds.add(kind);
      else ids.add(id ?? kept.get(name!) ?? name!);
    }
  }
  return (element) => ids.has(calledIn(element) ?? '') || kinds.has(element.name);
}

const MAKES_SOUND = /\bnew\s+Audio\(\s*['"`]/g;

/** Whether a script makes a sound and plays it without being asked. */
function playsOnItsOwn(code: string): boolean {
  for (const { index } of code.matchAll(MAKES_SOUND)) {
    if (!runsAtStart(code, index) || /\.(?:pause\(|muted\b|volume\s*=\s*0\s*[;,}])/.test(code)) continue;
    const before = code.slice(Math.max(0, index - REACH), index);
    const after = code.slice(index, index + REACH);
    const [, name] = /(\w+)\s*=\s*$/.exec(before) ?? [];
    const plays =
      name === undefined
        ? /^[^;]*?\)\s*\.\s*play\(/.exec(after)
        : new RegExp(String.raw`\b${name}\.play\(`).exec(after);
    if (plays && runsAtStart(code, index + plays.index + plays[0].length - 1)) return true;
  }
  return false;
}

const REACH = 400;
/** Ways to stop what plays. */
const STOPPED = new RegExp(
  String.raw`(?:${BY_ID}|(?<![\w.$])(\w+))\s*\.\s*` +
    String.raw`(?:pause\(|muted\b|volume\b|src\b|remove\(|load\(|srcObject\b|autoplay\b)`,
  'g',
);

/** A function that does something to its element, beside the words and the look of that. */
const OF_ITSELF = /\bthis\b(?!\.(?:class(?:Name|List)|inner\w+|textContent|title|value|setAttribute)\b)/;

/** Whether the control of the page stops another player, or none: all of its code is in the page. */
function isStoppedByNothing(element: MarkupElement, page: Page): boolean {
  const all = page.markup.elements;
  if (page.markup.isTemplate || all.some((each) => isHtml(each, 'script') && each.attributes.has('src'))) return false;
  const code = [...scriptsOf(page).map(([, each]) => each), ...all.flatMap((each) => handlersOf(each))].join('\n');
  if (code.trim() === '' || OF_ITSELF.test(code) || /\$\(|querySelector|getElementsBy|AudioContext/.test(code))
    return false;
  const kept = keptIn(code);
  const stopped = [...code.matchAll(STOPPED)].map(([, id, name]) => id ?? kept.get(name!) ?? name!);
  const isOfPage = stopped.every((id) => page.markup.ids.has(id));
  return isOfPage && !stopped.includes(attributeOf(element, 'id') ?? '');
}

const handlersOf = ({ attributes }: MarkupElement): readonly string[] =>
  [...attributes].flatMap(([name, value]) => (/^on[a-z]/.test(name) && value !== null ? [value] : []));

const OTHER_MEDIUM = new RegExp(
  String.raw`\b(?:transcripts?|captions?|subtitles?|text (?:version|alternative)|described version|` +
    String.raw`(?:full|whole) text|audio description|in writing|(?:told )?in words|` +
    String.raw`what th(?:e|is) (?:film|video|clip|recording) shows|` +
    String.raw`(?:text|words|wording) of the (?:\w+ )?(?:call|speech|talk|message|recording|interview|episode|` +
    String.raw`address))\b`,
  'i',
);
/** Words that say that nobody hears anything of a film. */
const WITHOUT_SOUND = /\b(?:no|without) (?:sound|audio)\b|\bsilent\b/i;
/** Words that say that nobody speaks in a recording. */
const WITHOUT_WORDS = new RegExp(
  String.raw`\b(?:no|without)(?: any)? (?:speech|words|talk(?:ing)?)\b|\bnobody (?:speaks|talks)\b|` +
    String.raw`\bonly (?:the )?(?:bells?|music|instruments?|birds?|waves|rain|wind|sounds?)\b`,
  'i',
);

/** The words of a recording, quoted beside it. */
const QUOTES = /[“„«"][^“”„«»"]{40,}[”“»"]/;

/** The text beside an element, with a space between two blocks. Callers may leave some of the elements out. */
const aroundOf = ({ parent }: MarkupElement, counts: (beside: MarkupElement) => boolean = () => true): string =>
  (parent?.children ?? [])
    .map((child) => (child.kind === 'text' ? (child.text ?? '') : counts(child) ? textOf(child) : ''))
    .join(' ');
const shownAround = (element: MarkupElement, { exposures }: Page): string =>
  aroundOf(element, (beside) => exposures.isSeen(beside));

/** A film in which somebody tells what is to be seen has no words for those who do not hear. */
const DESCRIBED = /\b(?:described version|audio descriptions?)\b/gi;

function* filmWithoutCaptions(page: Page): Generator<Fault> {
  const hasText = (element: MarkupElement) => OTHER_MEDIUM.test(page.textOf(element).replace(DESCRIBED, ' '));
  for (const element of page.elements) {
    if (!isHtml(element, 'video') || element.attributes.has('muted') || element.attributes.get('muted') === null)
      continue;
    const tracks = [...elementsIn(element)];
    // A program knows the address of a film that has tracks.
    const hasAddress = addressesOf(element).length > 0 || tracks.some((each) => isHtml(each, 'track'));
    if (!hasAddress || !page.exposures.isSeen(element)) continue;
    if (tracks.some((each) => each.opaque || (isHtml(each, 'track') && isOfWords(each, page)))) continue;
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
  if (hasText(page.markup.root)) return;
  for (const element of page.elements)
    if (isFilmOfPlugin(element) && page.exposures.isSeen(element) && !WITHOUT_SOUND.test(aroundOf(element)))
      yield { element, message: `${tagOf(element)} has no captions, and the page no text instead of it` };
  for (const [element, code] of scriptsOf(page))
    if (makesFilm(code) && !WITHOUT_SOUND.test(textOf(page.markup.root)))
      yield { element, message: 'A script puts a film into the page that has no captions' };
}

/** A film in an element that takes no captions: `<object type="video/mp4">`. */
const isFilmOfPlugin = (element: MarkupElement): boolean =>
  isHtml(element, 'object', 'embed') &&
  (/^video\//i.test(attributeOf(element, 'type') ?? '') ||
    /\.(?:mp4|webm|mov|avi|wmv|m4v|ogv)(?:[?#]|$)/i.test(
      attributeOf(element, isHtml(element, 'object') ? 'data' : 'src') ?? '',
    ));

const MAKES_FILM = /(?<![\w.$])(\w+)\s*=\s*document\.createElement\(\s*['"]video['"]\s*\)/;

/** Whether a script makes a film of a file, shows its controls, and adds no track to it. */
function makesFilm(code: string): boolean {
  const [all, name = ''] = MAKES_FILM.exec(code) ?? [];
  if (all === undefined || /track|muted|srcObject|getUserMedia|drawImage|texImage/i.test(code)) return false;
  const after = code.slice(code.indexOf(all), code.indexOf(all) + 600);
  const sets = (property: string): boolean => new RegExp(String.raw`\b${name}\.${property}\s*=`).test(after);
  return sets('src') && sets('controls');
}

/** Whether a track has the words of the film, in its own language. */
function isOfWords(track: MarkupElement, { markup }: Page): boolean {
  const kind = (attributeOf(track, 'kind') ?? 'subtitles').trim().toLowerCase();
  if (kind !== 'captions' && kind !== 'subtitles') return track.attributes.get('kind') === null;
  // A program or a script may give it an address.
  const isEmpty = attributeOf(track, 'src')?.trim() === '' || !track.attributes.has('src');
  const isGiven = markup.isTemplate && (track.attributes.has('src') || track.mayHaveMore || track.handlers.size > 0);
  if (isEmpty && !isGiven && !['id', 'ref'].some((name) => track.attributes.has(name))) return false;
  const [of, own] = [track, markup.root].map((each, index) => attributeOf(each, index === 0 ? 'srclang' : 'lang'));
  return kind === 'captions' || !of || !own || languageOf(of) === languageOf(own);
}

const languageOf = (tag: string): string => tag.trim().toLowerCase().split('-')[0]!;

/** Attributes that give a film words of another element, or that say that it shows nothing by itself. */
const WORDED = ['aria-labelledby', 'aria-describedby', 'aria-hidden', 'autoplay', 'role'];
/** Whether a name is that of the section, which says what a film is about and not what it shows. */
const isTitleAlone = (name: string, { markup }: Page): boolean =>
  markup.elements.some((each) => isHtml(each, ...HEADINGS) && worded(textOf(each)) === worded(name));

const worded = (text: string): string => onOneLine(text).toLowerCase();

/** A film without sound that somebody starts, on a page that tells nowhere what it shows. */
function* silentFilm(page: Page): Generator<Fault> {
  const { isPage, isTemplate, root } = page.markup;
  if ((isPage && isTemplate) || OTHER_MEDIUM.test(textOf(root))) return;
  for (const element of page.elements) {
    if (!isHtml(element, 'video') || !element.attributes.has('controls') || !page.exposures.isSeen(element)) continue;
    const isSaid = WITHOUT_SOUND.test(aroundOf(element));
    // Another part of the page may have the words, unless this one speaks of the film.
    if (!isSaid && (!isPage || element.attributes.get('muted') !== '')) continue;
    if (!isPage && [...ancestorsOf(element)].some((each) => isComponent(each) || hasUnknownText(each))) continue;
    if (WORDED.some((name) => element.attributes.has(name)) || addressesOf(element).length === 0) continue;
    if (namedBy(element).trim() !== '' && !isTitleAlone(namedBy(element), page)) continue;
    const around = [...ancestorsOf(element)];
    const isTold =
      [...elementsIn(element)].some((each) => each.opaque || (isHtml(each, 'track') && mayTell(each))) ||
      around.some(
        (each) => isHtml(each, 'figure') && [...elementsIn(each)].some((inner) => isHtml(inner, 'figcaption')),
      ) ||
      aroundOf(element).trim().length > LONG_TEXT;
    if (!isTold) yield { element, message: `${tagOf(element)} has no sound, and no words say what it shows` };
  }
}

/** Chapters and data are no words about what is to be seen. */
const mayTell = (track: MarkupElement): boolean =>
  track.attributes.get('kind') === null || !/^(?:chapters|metadata)$/i.test(attributeOf(track, 'kind') ?? '');

/** A text beside a film that is so long may say what it shows. */
const LONG_TEXT = 300;

const SPOKEN = new RegExp(
  String.raw`\b(?:podcast|episode|interview|talk|speech|lecture|sermon|reading|audiobook|recording)s?\b|` +
    String.raw`\b(?:radio play|voice (?:notes?|messages?|mails?|memos?)|` +
    String.raw`audio (?:guide|tour|book)|oral history|testimony)\b|` +
    String.raw`\b(?:spoken|narrat(?:ed|ion|or)|told by|read by)\b`,
  'i',
);
/** Words of what is mostly spoken, where no word tells of music or of sounds. */
const MOSTLY_SPOKEN = new RegExp(
  String.raw`\b(?:${[
    ...['message', 'welcome', 'address', 'diary', 'report', 'news', 'bulletin', 'statement', 'announcement'],
    ...['story', 'tale', 'poem', 'letter', 'conversation', 'discussion', 'debate', 'chapter', 'commentary'],
    ...['tells', 'remember', 'recall', 'explain', 'speak', 'lesson', 'voice', 'memorie', 'greeting'],
  ].join('|')})s?\b`,
  'i',
);
const SOUNDS = new RegExp(
  String.raw`\b(?:songs?|music|melody|tunes?|concert|symphony|beats?|ringtone|sounds?|noise|birds?|rain|waves|` +
    String.raw`effects?|bells?|alarm)\b`,
  'i',
);

/** A recording of words on a page that has them nowhere else. Music needs no text. */
function* talkWithoutText(page: Page): Generator<Fault> {
  if (!page.markup.isPage || page.markup.isTemplate) return;
  const told = page.markup.elements.filter((each) =>
    each.children.some((child) => child.kind === 'text' && OTHER_MEDIUM.test(child.text ?? 'transcript')),
  );
  if (told.some((each) => isText(each, page))) return;
  const isTold = told.some((each) => OTHER_MEDIUM.test(textOf(each)));
  for (const element of page.elements) {
    if (!isHtml(element, 'audio') || !element.attributes.has('controls') || !page.exposures.isSeen(element)) continue;
    const [address] = addressesOf(element);
    const around = aroundOf(element);
    if (WITHOUT_WORDS.test(`${around} ${namedBy(element)}`) || QUOTES.test(shownAround(element, page))) continue;
    const isShort = isTold || around.trim().length < 400;
    const words = `${around} ${namedBy(element)} ${address ?? ''}`.replace(/[-_/.]/g, ' ');
    const isSpoken = isTold || SPOKEN.test(words) || (MOSTLY_SPOKEN.test(words) && !SOUNDS.test(words));
    if (address !== undefined && isShort && isSpoken)
      yield { element, message: `${tagOf(element)} is spoken, and the page has no text of it` };
  }
}

/** The same in a component that has all its words, and a title that tells of talks. */
function* talkInPart(page: Page): Generator<Fault> {
  const { isPage, isTemplate, root, elements } = page.markup;
  if (isPage || !isTemplate || OTHER_MEDIUM.test(textOf(root)) || elements.some(isComponent)) return;
  const headings = elements.filter((each) => isHtml(each, ...HEADINGS)).map((each) => textOf(each));
  if (!SPOKEN.test(headings.join(' ')) || SOUNDS.test(headings.join(' '))) return;
  for (const element of page.elements) {
    const hasFile = element.attributes.has('src') || [...elementsIn(element)].some((each) => isHtml(each, 'source'));
    if (!isHtml(element, 'audio') || !element.attributes.has('controls') || !hasFile) continue;
    const around = element.parent;
    // A text or a link beside the recording may be that of its words.
    if (!around || hasUnknownText(around) || [...elementsIn(around)].some((each) => isHtml(each, 'a', 'details', 'p')))
      continue;
    yield { element, message: `${tagOf(element)} is spoken, and nothing has a text of it` };
  }
}

/** Words of a text that says that somebody speaks in a film, and that there is something to be seen meanwhile. */
const SHOWN =
  /^(?=[^]*\b(?:shows?|camera|demonstrat\w+|hands?)\b)[^]*\b(?:speaks?|tells?|explains?|talks?|says?|narrat\w+)\b/i;

/** Words of a text that says that a film tells by its pictures alone. */
const WORDLESS = new RegExp(
  String.raw`\b(?:nothing is (?:spoken|said)|(?:nobody|no one) (?:speaks|talks|says)|in silence|` +
    String.raw`only the pictures? (?:show|tell)s?|without (?:a|any) (?:single )?(?:spoken )?words?)\b`,
  'i',
);

/** A film whose captions say what is spoken, on a page that tells nowhere what else is to be seen. */
function* filmWithoutDescription(page: Page): Generator<Fault> {
  const { isPage, isTemplate, root } = page.markup;
  const told = isPage ? page.textOf(root) : textOf(root);
  if ((isPage && isTemplate) || OTHER_MEDIUM.test(told.replace(/\b(?:captions?|subtitles?)\b/gi, ' '))) return;
  for (const element of page.elements) {
    if (!isHtml(element, 'video') || !element.attributes.has('controls') || element.attributes.has('muted')) continue;
    if (!page.exposures.isSeen(element) || addressesOf(element).length === 0) continue;
    const tracks = [...elementsIn(element)].filter((each) => isHtml(each, 'track'));
    const kinds = tracks.map((each) => attributeOf(each, 'kind')?.trim().toLowerCase() ?? 'unknown');
    if (
      !kinds.some((each) => each === 'captions' || each === 'subtitles') ||
      kinds.some((each) => /^(?:descriptions|unknown)$/.test(each))
    )
      continue;
    if (['aria-describedby', 'aria-details', 'autoplay', 'loop'].some((name) => element.attributes.has(name))) continue;
    const around = aroundOf(element);
    const isLong = around.length > LONG_TEXT;
    const isWordless = WORDLESS.test(around) && !/\bdescri(?:b|ption)/i.test(shownAround(element, page));
    if ((!SHOWN.test(around) && !isWordless) || WITHOUT_SOUND.test(around) || isLong || hasOtherSound(element, page))
      continue;
    yield { element, message: `${tagOf(element)} has captions, and nothing tells what is to be seen` };
  }
}

/** Whether a script or a program may add a track, or a part of the page that tells of the film. */
const hasOtherSound = (element: MarkupElement, { markup }: Page): boolean =>
  [...ancestorsOf(element)].some((each) => isComponent(each) || hasUnknownText(each)) ||
  markup.elements.some((each) => isHtml(each, 'script') && each.attributes.has('src'));

const namedBy = (element: MarkupElement): string =>
  `${attributeOf(element, 'aria-label') ?? ''} ${attributeOf(element, 'title') ?? ''}`;

/**
 * Whether what an element says is on the page, or a link to it. A text that a style hides for good does not count; one
 * that a button opens has the button.
 */
function isText(element: MarkupElement, page: Page): boolean {
  if (!page.exposures.isSeen(element)) return false;
  const link = [element, ...ancestorsOf(element)].find((each) => isHtml(each, 'a'));
  const href = link && attributeOf(link, 'href')?.trim();
  if (link && href !== undefined && /^(?:#.*)?$/.test(href)) {
    const isHeard = listensTo(link, 'click') || isClickedByScript(page, link);
    return isHeard || (href.length > 1 && page.markup.ids.has(href.slice(1)));
  }
  if (!isHtml(element, ...HEADINGS)) return true;
  const siblings = element.parent?.children ?? [];
  return siblings.slice(siblings.indexOf(element) + 1).some((each) => each.kind === 'element' && isFilled(each));
}

const isFilled = (element: MarkupElement): boolean =>
  hasUnknownInside(element) || textOf(element).trim() !== '' || [...elementsIn(element)].some((each) => each.opaque);

/** The document that a frame shows, or its address. */
const shownIn = (frame: MarkupElement): string | undefined =>
  onOneLine(attributeOf(frame, 'srcdoc') ?? '') || attributeOf(frame, 'src')?.trim() || undefined;

/** Frames of one title on a page, with other content each. */
function* sameTitles(page: Page): Generator<Fault> {
  const { isTemplate } = page.markup;
  const seen = new Map<string, MarkupElement[]>();
  for (const element of page.inTree()) {
    const [shown, name] = [shownIn(element), page.names.of(element)?.toLowerCase()];
    if (!isHtml(element, 'iframe') || !shown || !name) continue;
    const others = seen.get(name) ?? [];
    // A page has one of two branches of a template.
    const other = others.find(
      (each) => shownIn(each) !== shown && (!isTemplate || areBothThere(each, element) || areOfOneList(each, element)),
    );
    seen.set(name, [...others, element]);
    if (other)
      yield { element, message: `Another frame is called "${name.slice(0, 60)}", too, and shows something else` };
  }
}

/** A frame that a loop makes for each of several things, under one title. */
function* sameTitlesOfLoops(page: Page): Generator<Fault> {
  for (const element of page.inTree()) {
    const title = attributeOf(element, 'title')?.trim() ?? '';
    if (!isHtml(element, 'iframe') || title === '' || element.attributes.get('src') !== null) continue;
    if (['aria-label', 'aria-labelledby'].some((name) => element.attributes.has(name))) continue;
    if ([element, ...ancestorsOf(element)].some(({ handlers }) => handlers.has('repeated')))
      yield { element, message: `A loop makes several frames, and calls each of them "${title.slice(0, 60)}"` };
  }
}

/** Whether a template has two elements side by side in a box of which nothing decides what is in it. */
const areBothThere = (one: MarkupElement, other: MarkupElement): boolean =>
  one.parent !== undefined &&
  one.parent === other.parent &&
  !hasUnknownText(one.parent) &&
  [one, other].every((each) => !each.handlers.has('conditional') && !isDecided(each));

/** Whether a directive of a template decides that the element is there. */
const isDecided = ({ attributes }: MarkupElement): boolean =>
  [...attributes.keys()].some((name) =>
    /^(?:x-(?:if|show|for)|\*ng\w+|ng-(?:if|show|hide|repeat|switch.*))$/.test(name),
  );

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
  'talk-without-text': function* (page) {
    yield* talkWithoutText(page);
    yield* talkInPart(page);
  },
  'description-missing': filmWithoutDescription,
  'film-without-text': silentFilm,
  'frame-name-twice': function* (page) {
    yield* sameTitles(page);
    yield* sameTitlesOfLoops(page);
  },
};
