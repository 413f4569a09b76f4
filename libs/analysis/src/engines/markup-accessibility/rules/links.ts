import {
  type MarkupElement,
  HEADINGS,
  ancestorsOf,
  attributeOf,
  elementsIn,
  hasUnknownText,
  isHtml,
  textOf,
  textOnOneLine,
  onOneLine,
} from '../markup';
import { isKindOf } from '../semantics/roles';
import { doneOn } from './handlers';
import { type Fault, type Page, type Rule } from './page';

const BLOCKS = ['p', 'li', 'td', 'th', 'dd', 'dt', 'figcaption', 'blockquote'];

const blockOf = (element: MarkupElement): MarkupElement | undefined => {
  for (const ancestor of ancestorsOf(element)) {
    if (ancestor.opaque || ancestor.mayHaveMore) return undefined;
    if (isHtml(ancestor, ...BLOCKS)) return ancestor;
  }
  return undefined;
};

/** The list, where an item has nothing but the link: its words are the same whatever the item is about. */
const blockOfNames = (element: MarkupElement): MarkupElement | undefined => {
  const block = blockOf(element);
  if (!block || !isHtml(block, 'li') || block.parent?.opaque !== false) return block;
  if (!VAGUE.test(textOnOneLine(element)) && !LEADS_AWAY.test(addressIn(element) ?? '')) return block;
  const hasMore = [...elementsIn(block)].some(
    (each) => each !== element && !isHtml(each, 'span', 'b', 'i', 'strong', 'em'),
  );
  return hasMore || hasUnknownText(block) || textOnOneLine(block) !== textOnOneLine(element) ? block : block.parent;
};

/** Addresses of other pages, and not of parts of the page or of code. */
const LEADS_AWAY = /^(?![#?]|javascript:|mailto:|tel:)[^#?]+$/i;

/** Where a link leads, by its address or by the code of its click: `location.href = '/teas'`. */
function addressIn(element: MarkupElement): string | undefined {
  const href = attributeOf(element, 'href');
  if (href !== undefined || element.attributes.has('href')) return href?.trim();
  const [, address] = /\blocation(?:\.href)?\s*=\s*['"]([^'"]+)['"]/.exec(doneOn(element, 'click') ?? '') ?? [];
  return address;
}

/** The normalized target of a link, so that two spellings of one address compare equal. */
const addressOf = (href: string): string =>
  href
    .trim()
    .replace(/\/(?:index\.html?)?(?=$|[?#])/i, '')
    .replace(/^https?:\/\//i, '//');

/** Several links of one name in one paragraph, item or cell, which lead elsewhere: nothing tells them apart. */
function* sameNames(page: Page): Generator<Fault> {
  const seen = new Map<string, { readonly address: string; readonly element: MarkupElement }>();
  const blocks = new Map<MarkupElement, number>();
  for (const element of page.inTree()) {
    if (!isKindOf(page.roleOf(element), 'link')) continue;
    const block = blockOfNames(element);
    const name = page.names.of(element);
    const href = addressIn(element);
    if (!block || !name || href === undefined || element.attributes.has('aria-describedby')) continue;
    if (isHtml(block, 'ul', 'ol') && !VAGUE.test(name) && !/\p{L}{3}/u.test(name)) continue;
    if (!blocks.has(block)) blocks.set(block, blocks.size);
    const key = `${blocks.get(block)}\0${name.toLowerCase()}`;
    const first = seen.get(key);
    if (!first) seen.set(key, { address: addressOf(href), element });
    else if (first.address !== addressOf(href))
      yield { element, message: `Another link beside it is called "${name.slice(0, 60)}", too, and leads elsewhere` };
  }
}

/** Areas of one picture that have one name, and lead elsewhere. */
function* sameAreas(page: Page): Generator<Fault> {
  const seen = new Map<string, string>();
  for (const element of page.inTree()) {
    const [alt, href] = [attributeOf(element, 'alt')?.trim().toLowerCase(), attributeOf(element, 'href')];
    if (!isHtml(element, 'area') || !alt || href === undefined || !element.parent) continue;
    const key = `${attributeOf(element.parent, 'name') ?? ''} ${alt}`;
    const first = seen.get(key);
    if (first === undefined) seen.set(key, addressOf(href));
    else if (first !== addressOf(href))
      yield {
        element,
        message: `Another area of the picture is called "${alt.slice(0, 60)}", too, and leads elsewhere`,
      };
  }
}

/** Words of English, German, French, Spanish, Italian, Portuguese, Dutch and Polish that name no target. */
const SAYS_ONLY_LINK = [
  ...[
    'click here',
    'here',
    'read more',
    'learn more',
    'see more',
    'read on',
    'find out more',
    'hier klicken',
    'klicken sie hier',
    'hier',
  ],
  ...[
    'weiterlesen',
    'mehr erfahren',
    'mehr lesen',
    'mehr dazu',
    'cliquez ici',
    'ici',
    'en savoir plus',
    'lire la suite',
  ],
  ...['lire plus', 'haga clic aquí', 'haz clic aquí', 'aquí', 'leer más', 'ver más', 'clicca qui', 'leggi tutto'],
  ...[
    'leggi di più',
    'clique aqui',
    'leia mais',
    'saiba mais',
    'klik hier',
    'lees meer',
    'lees verder',
    'kliknij tutaj',
  ],
  ...['czytaj więcej', 'tutaj'],
].join('|');
/** Words of English that say as little in a sentence. */
const SAYS_LITTLE_MORE =
  '(?:see|look|read|click|tap|press)(?: (?:it|this|that|on it))?(?: over)? here|(?:follow|click|use|open|see) ' +
  '(?:on )?(?:this|the) (?:link|page)|click(?: me| this)?|this way|(?:the )?following (?:page|link|site)|' +
  '(?:read|see|view|show) (?:this|it|more)|(?:for )?(?:more|further) (?:info(?:rmation)?|details)|info(?:rmation)?|' +
  'link(?: ?#?[0-9]+)?|web ?link|url|full (?:story|article)|read (?:the )?full (?:story|article)';
const VAGUE = new RegExp(
  String.raw`^[»›>→\s]*(?:${SAYS_ONLY_LINK}|${SAYS_LITTLE_MORE}|more|this(?: (?:page|link|site))?|details|go|` +
    String.raw`continue(?: reading)?|view|open|read|show|arrow|icon|pdf|download(?: pdf)?|mehr|weiter|plus|más|qui|` +
    String.raw`aqui|meer|więcej)[.…»›>!]*$`,
  'i',
);

/** The links that say nothing by themselves, with their names. */
function* vagueLinks(page: Page): Generator<{ readonly element: MarkupElement; readonly name: string }> {
  for (const element of page.inTree()) {
    if (!isKindOf(page.roleOf(element), 'link')) continue;
    if (element.attributes.has('aria-describedby') || element.attributes.has('title')) continue;
    const name = page.names.of(element);
    if (name && VAGUE.test(name)) yield { element, name };
  }
}

const isAlone = (element: MarkupElement): boolean => {
  const around = contextOf(element);
  return around !== undefined && onOneLine(around).toLowerCase() === textOnOneLine(element).toLowerCase();
};

/** A link that says nothing by itself, where nothing around it says more. */
function* vagueNames(page: Page): Generator<Fault> {
  for (const { element, name } of vagueLinks(page))
    if (isAlone(element))
      yield { element, message: `The link is called "${name}", and nothing around it says where it leads` };
}

/** The first link of a file that says nothing by itself, although the text around it says where it leads. */
function* namesOfSentences(page: Page): Generator<Fault> {
  const all = [...vagueLinks(page)].filter(
    ({ element, name }) =>
      (SAYS_LITTLE.test(name) && (!MAY_BE_MENU.test(name) || isInSentence(element))) ||
      (/^details$/i.test(name) && isMadeOften(element)) ||
      // A language of programs has this name, too.
      (/^go$/i.test(name) && textOf(element).trim() === ''),
  );
  const [first] = all;
  if (first && !all.some(({ element }) => isAlone(element)))
    yield {
      element: first.element,
      message: `The link is called "${first.name}": in a list of links nobody knows where it leads`,
    };
}

/** Names that entries of menus, and samples of a style, may have as well. */
const MAY_BE_MENU = /^(?:info(?:rmation)?|link|web ?link|url|continue|click)[.…»›>!]*$/i;
const LEAST_WORDS = 12;

/** Whether a link stands in a text that goes beyond it. */
const isInSentence = (element: MarkupElement): boolean => {
  const block = blockOf(element);
  if ([...ancestorsOf(element)].some((each) => isHtml(each, 'nav', 'menu', 'footer', 'header'))) return false;
  return block !== undefined && textOnOneLine(block).length >= textOnOneLine(element).length + LEAST_WORDS;
};

/** Whether a loop makes the link for each of several things, to another place each time. */
const isMadeOften = (element: MarkupElement): boolean =>
  element.attributes.get('href') === null &&
  [element, ...ancestorsOf(element)].some(({ handlers }) => handlers.has('repeated'));

/** Pages of more links are lists of references. */
const MOST_LINKS = 60;

/** Names that say what a link does, and not with what. */
const SAYS_DONE = /^(?:details?|view|open|show|read|download|pdf)$/i;

/** The second of two links of one name in different boxes, each with a text, which lead elsewhere. */
function* namesOfBoxes(page: Page): Generator<Fault> {
  const links = [...page.inTree()].filter((each) => isHtml(each, 'a') && isKindOf(page.roleOf(each), 'link'));
  if (links.length > MOST_LINKS) return;
  const seen = new Map<string, { readonly box: MarkupElement; readonly address: string }>();
  for (const element of links) {
    const href = attributeOf(element, 'href')?.trim() ?? '';
    const name = page.names.of(element)?.toLowerCase() ?? '';
    const box = [...ancestorsOf(element)].find((each) => isHtml(each, 'li', 'article', 'div', 'td', 'p', 'section'));
    const isOf = VAGUE.test(name) ? SAYS_DONE.test(name) : page.markup.isPage && !page.markup.isTemplate;
    if (!box || /^(?:#|javascript:|mailto:|tel:|$)/i.test(href) || !/\p{L}{3}/u.test(name) || !isOf) continue;
    if (
      textOnOneLine(box).length < textOnOneLine(element).length + LEAST_MORE ||
      element.attributes.has('aria-describedby')
    )
      continue;
    const first = seen.get(name);
    if (first === undefined) seen.set(name, { box, address: addressOf(href) });
    else if (
      first.box.name === box.name &&
      first.box.parent === box.parent &&
      first.box !== box &&
      first.address !== addressOf(href)
    ) {
      yield {
        element,
        message: `Another link is called "${name.slice(0, 60)}", too: in a list of links nobody knows which is which`,
      };
      return;
    }
  }
}

/** Parts of a page in which people look for its main pages. */
const MENUS = new Set(['navigation', 'contentinfo', 'banner']);

/** The second of two links of one name in two menus of a page, which lead to different pages of the same site. */
function* namesOfMenus(page: Page): Generator<Fault> {
  if (!page.markup.isPage || page.markup.isTemplate) return;
  const seen = new Map<string, { readonly menu: MarkupElement; readonly address: string }>();
  for (const element of page.inTree()) {
    const address = attributeOf(element, 'href')?.trim() ?? '';
    if (!isHtml(element, 'a') || !OF_SITE.test(address)) continue;
    const around = [...ancestorsOf(element)];
    const menu = around.find((each) => MENUS.has(page.roleOf(each) ?? ''));
    const isBelowItem = around.filter((each) => isHtml(each, 'li')).length > 1;
    const name = page.names.of(element)?.toLowerCase() ?? '';
    if (!menu || isBelowItem || !/\p{L}{3}/u.test(name) || VAGUE.test(name)) continue;
    if (around.some((each) => isHtml(each, 'section', 'article', 'div') && holdsHeading(each, menu))) continue;
    const first = seen.get(name);
    if (first === undefined) seen.set(name, { menu, address: addressOf(address) });
    else if (first.menu !== menu && first.address !== addressOf(address))
      yield { element, message: `Another menu has a link called "${name.slice(0, 60)}", too, which leads elsewhere` };
  }
}

/** An address of the same site, without a question or a place in the page. */
const OF_SITE = /^(?![a-z][a-z\d+.-]*:|\/\/|#)[^?#]+$/i;

/** Whether a part of a menu has a heading, which says what its links are about. */
const holdsHeading = (part: MarkupElement, menu: MarkupElement): boolean =>
  [...elementsIn(menu)].includes(part) && [...elementsIn(part)].some((each) => isHtml(each, ...HEADINGS));

/** A picture and a text that are called the same and stand beside one another, and that lead to different pages. */
function* picturesBesideText(page: Page): Generator<Fault> {
  if (!page.markup.isPage || page.markup.isTemplate) return;
  let before: { readonly name: string; readonly address: string; readonly isPicture: boolean } | undefined;
  for (const element of page.inTree()) {
    if (!isHtml(element, 'a') || !element.attributes.has('href')) continue;
    const name = page.names.of(element)?.toLowerCase() ?? '';
    const address = addressOf(attributeOf(element, 'href') ?? '');
    const isPicture = textOnOneLine(element) === '';
    const isPair = before !== undefined && before.name === name && before.isPicture !== isPicture;
    if (isPair && /\p{L}{3}/u.test(name) && before!.address !== address && !/[?#]/.test(address + before!.address))
      yield { element, message: `The picture beside it is called "${name.slice(0, 60)}", too, and leads elsewhere` };
    before = { name, address, isPicture };
  }
}

/** The second of two links of one longer name in rows of a table, which lead to different files. */
function* namesOfRows(page: Page): Generator<Fault> {
  if (!page.markup.isPage || page.markup.isTemplate) return;
  const seen = new Map<string, { readonly row: MarkupElement; readonly address: string }>();
  for (const element of page.inTree()) {
    const cell = element.parent;
    const row = cell && isHtml(cell, 'td', 'th') ? cell.parent : undefined;
    if (!row || !isHtml(element, 'a')) continue;
    const [name, address] = [textOnOneLine(element).toLowerCase(), addressOf(attributeOf(element, 'href') ?? '')];
    if (name.split(' ').length < FEWEST_WORDS || !/\.\w{2,4}$/.test(address)) continue;
    const first = seen.get(name);
    if (first === undefined) seen.set(name, { row, address });
    else if (first.row !== row && first.row.parent === row.parent && first.address !== address) {
      yield {
        element,
        message: `Another link is called "${name.slice(0, 60)}", too: in a list of links nobody knows which is which`,
      };
      return;
    }
  }
}

/** Names of what each row of a table lets people do. */
const OF_ROWS =
  /^(?:download|details?|view|open|show|edit|delete|remove|pdf|order|buy|book|apply|register|select|choose)$/i;

const isWithoutHeaders = (table: MarkupElement): boolean =>
  !table.attributes.has('role') && ![...elementsIn(table)].some((each) => isHtml(each, 'th', 'table'));

/** The second of two links of one vague name in a column, in rows of which no header says what they are about. */
function* namesOfActions(page: Page): Generator<Fault> {
  if (!page.markup.isPage || page.markup.isTemplate) return;
  const seen = new Map<
    MarkupElement,
    { readonly row: MarkupElement; readonly name: string; readonly address: string }
  >();
  for (const element of page.inTree()) {
    const row = isHtml(element, 'a') && isHtml(element.parent!, 'td') ? element.parent!.parent : undefined;
    const [name, address] = [page.names.of(element)?.toLowerCase() ?? '', addressIn(element) ?? ''];
    if (!row?.parent || !(OF_ROWS.test(name) || VAGUE.test(name)) || !LEADS_AWAY.test(address)) continue;
    if (textOnOneLine(element.parent!).toLowerCase() !== name || element.attributes.has('aria-describedby')) continue;
    if (row.children.some((each) => each.kind === 'element' && (isHtml(each, 'th') || each.attributes.has('role'))))
      continue;
    const first = seen.get(row.parent);
    const table = [...ancestorsOf(row)].find((each) => isHtml(each, 'table'));
    if (SAYS_LITTLE.test(name) && table && isWithoutHeaders(table)) {
      yield { element, message: `The link is called "${name}", and no header says what its row is about` };
      return;
    }
    if (first === undefined) seen.set(row.parent, { row, name, address });
    else if (first.row !== row && first.name === name && addressOf(first.address) !== addressOf(address)) {
      yield { element, message: `Another link is called "${name}", too, and no header says what its row is about` };
      return;
    }
  }
}

/** Shorter names are of things that each row lets people do, such as to open its file. */
const FEWEST_WORDS = 3;
const LEAST_MORE = 6;

/** A paragraph that is nothing but a link, and could not be less of one. An item of a menu may be called so. */
const SAYS_NOTHING = new RegExp(
  String.raw`^[»›>→\s]*(?:${SAYS_ONLY_LINK}|${SAYS_LITTLE_MORE}|pdf|download(?: pdf)?|view|open|more)` +
    String.raw`[.…»›>!]*\s*$`,
  'i',
);

const SAYS_LITTLE = new RegExp(
  String.raw`^[»›>→\s]*(?:${SAYS_ONLY_LINK}|${SAYS_LITTLE_MORE}|more|this(?: (?:page|link|site))?|continue)` +
    String.raw`[.…»›>!]*$`,
  'i',
);

/** Whether a box around an element has a heading, which says what a link in it is about. */
const isBelowHeading = (element: MarkupElement): boolean =>
  [...ancestorsOf(element)].some(
    (around) => isHtml(around, 'div') && [...elementsIn(around)].some((each) => isHtml(each, ...HEADINGS)),
  );

/** Words of lists in which people find their way about a page. */
const OF_MENU = /nav|menu|tab|crumb|pag(?:er|ination)|toolbar|footer|toc/i;

/** Whether an item of a list that is no menu is the link alone, which leads to another page. */
function isItemAlone(item: MarkupElement, link: MarkupElement): boolean {
  const around = [item, ...ancestorsOf(item)];
  if (/^(?:#|javascript:|$)/i.test(attributeOf(link, 'href')?.trim() ?? '') || !/^details$/i.test(textOnOneLine(link)))
    return false;
  return !around.some(
    (each) =>
      each.attributes.has('role') ||
      isHtml(each, 'nav', 'footer', 'header', 'aside') ||
      OF_MENU.test(`${attributeOf(each, 'class') ?? ''} ${attributeOf(each, 'id') ?? ''}`),
  );
}

/** The text of the paragraph, item or cell of a link, or of the section that it stands in; undefined if not known. */
function contextOf(element: MarkupElement): string | undefined {
  let block: string | undefined;
  for (const ancestor of ancestorsOf(element)) {
    if (ancestor.opaque || ancestor.mayHaveMore) return undefined;
    if (isHtml(ancestor, 'body', 'main')) return SAYS_NOTHING.test(block ?? '') ? block : undefined;
    if (hasUnknownText(ancestor)) return undefined;
    if (isHtml(ancestor, ...BLOCKS, 'article', 'section')) {
      const text = textOf(ancestor);
      if (onOneLine(text) !== textOnOneLine(element)) return text;
      if (isHtml(ancestor, 'article', 'section')) return text;
      if (isHtml(ancestor, 'p')) block = text;
      else if (isHtml(ancestor, 'li') && isItemAlone(ancestor, element)) return text;
    } else if (isHtml(ancestor, 'div') && ancestor === element.parent && !isBelowHeading(element)) {
      block = textOf(ancestor);
    }
  }
  return undefined;
}

export const linkRules: Readonly<Record<string, Rule>> = {
  'link-name-twice': function* (page) {
    yield* sameNames(page);
    yield* sameAreas(page);
  },
  'link-name-vague': vagueNames,
  'link-name-alone': function* (page) {
    yield* namesOfSentences(page);
    yield* namesOfBoxes(page);
    yield* namesOfMenus(page);
    yield* picturesBesideText(page);
    yield* namesOfRows(page);
    yield* namesOfActions(page);
  },
};
