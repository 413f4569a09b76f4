import {
  type MarkupElement,
  HEADINGS,
  ancestorsOf,
  attributeOf,
  contentOf,
  elementsIn,
  hasUnknownInside,
  hasUnknownText,
  isComponent,
  isHtml,
  onOneLine,
  textOf,
} from '../markup';
import { isDisabled, tabindexOf } from '../semantics/focus';
import { explicitRole, inputType, isDecorative } from '../semantics/roles';
import { isClickedByScript } from './clicked-by-scripts';
import { doneOn, listensTo, listensToKeys } from './handlers';
import { isNotDisplayed } from './names';
import { type Fault, type Page, type Rule, tagOf } from './page';
import { isStandIn } from './stand-ins';

const isOpen = (element: MarkupElement): boolean => element.opaque || element.mayHaveMore;

/** Rows and cells that a style sheet alone makes. */
const FEWEST_CELLS = 2;

/** Data in rows and columns that are some by their style alone: nobody hears which cell belongs to which. */
function* tablesByStyle(page: Page): Generator<Fault> {
  if (!page.markup.sheets.some(({ css }) => css.includes('table-cell'))) return;
  const displayOf = (each: MarkupElement): string => page.cascade.styleOf(each).get('display')?.value.trim() ?? '';
  const within = (each: MarkupElement, display: string): readonly MarkupElement[] =>
    each.children.filter((child): child is MarkupElement => child.kind === 'element' && displayOf(child) === display);
  for (const table of page.inTree()) {
    if (!isHtml(table, 'div', 'section', 'ul', 'dl') || displayOf(table) !== 'table' || hasUnknownInside(table))
      continue;
    if (table.attributes.has('role')) continue;
    const rows = within(table, 'table-row').map((row) => within(row, 'table-cell'));
    const [first] = rows;
    if (!first || rows.length < FEWEST_ROWS || first.length < FEWEST_CELLS) continue;
    const isData = rows.every(
      (row) =>
        row.length === first.length &&
        row.every((cell) => /[\p{L}\p{N}]/u.test(textOf(cell)) && !cell.attributes.has('role')),
    );
    const holdsMore = [...elementsIn(table)].some((each) =>
      isHtml(each, 'input', 'select', 'textarea', 'label', 'form', 'img'),
    );
    if (isData && !holdsMore)
      yield { element: table, message: `${rows.length} rows look like a table, and are announced as texts` };
  }
}

/** A table that says that it holds data, by a caption or a head, and names none of its columns and rows. */
function* dataWithoutHeaders(page: Page): Generator<Fault> {
  for (const table of page.inTree()) {
    if (!isHtml(table, 'table') || table.attributes.has('role')) continue;
    const inside = [...elementsIn(table)];
    const head = inside.find((each) => isHtml(each, 'thead'));
    const caption = inside.find((each) => isHtml(each, 'caption'));
    if (
      inside.some((each) => isHtml(each, 'th', 'table') || each.attributes.has('role') || each.attributes.has('scope'))
    )
      continue;
    const bold = head || caption ? undefined : (boldRowOf(table) ?? styledRowOf(table, page));
    if (bold) {
      yield { element: bold, message: 'The first row of the table names its columns, and has no header cell' };
      continue;
    }
    const above = head || caption ? undefined : rowAboveNumbers(table);
    if (above) {
      yield { element: above, message: 'The first row of the table names its columns, and has no header cell' };
      continue;
    }
    const inHead = head ? [...elementsIn(head)] : inside;
    if ((!head && !caption) || inHead.some(isOpen) || (!head && hasUnknownInside(table))) continue;
    const cells = inHead.filter((each) => isHtml(each, 'td'));
    const isFilled = cells.length > 1 && cells.every((each) => hasUnknownInside(each) || textOf(each).trim() !== '');
    const rows = inside.filter((each) => isHtml(each, 'tr')).length;
    if (isFilled && rows > 1)
      yield { element: cells[0]!, message: `The table has ${head ? 'a head' : 'a caption'}, and no header cell` };
  }
}

/** The first cell of a first row in which every cell is a short bold text, above other rows. */
function boldRowOf(table: MarkupElement): MarkupElement | undefined {
  const rows = [...elementsIn(table)].filter((each) => isHtml(each, 'tr'));
  const cells = (rows[0]?.children ?? []).filter((each): each is MarkupElement => each.kind === 'element');
  const isBold = (cell: MarkupElement): boolean => {
    const [only, ...others] = contentOf(cell);
    return (
      others.length === 0 && only?.kind === 'element' && isHtml(only, 'b', 'strong') && /\p{L}/u.test(textOf(only))
    );
  };
  const isOther =
    rows.length > 1 &&
    !rows.slice(1).every((row) => row.children.some((each) => each.kind === 'element' && isBold(each)));
  return cells.length > 1 && isOther && cells.every((each) => isHtml(each, 'td') && isBold(each))
    ? cells[0]
    : undefined;
}

/** The first cell of a first row that a style or a class marks as that of the names, above rows that it does not. */
function styledRowOf(table: MarkupElement, page: Page): MarkupElement | undefined {
  const rows = [...elementsIn(table)].filter((each) => isHtml(each, 'tr'));
  const [first, ...others] = rows;
  const cellsOf = (row: MarkupElement): readonly MarkupElement[] =>
    row.children.filter((each): each is MarkupElement => each.kind === 'element' && isHtml(each, 'td'));
  const isBold = (each: MarkupElement): boolean =>
    /^(?:bold|bolder|[6-9]00)$/.test(page.cascade.styleOf(each).get('font-weight')?.value.trim() ?? '');
  const isMarked = (row: MarkupElement): boolean =>
    CALLED_HEAD.test(attributeOf(row, 'class') ?? '') || isBold(row) || cellsOf(row).every(isBold);
  const names = first ? cellsOf(first) : [];
  const isRepeated = others.some(({ handlers }) => handlers.has('repeated'));
  if (!first || (others.length + 1 < FEWEST_ROWS && !isRepeated)) return undefined;
  if (names.length < 2 || !isMarked(first)) return undefined;
  const isNamed = names.every((cell) => /^\P{N}{2,30}$/u.test(onOneLine(textOf(cell))) && !hasUnknownInside(cell));
  const isAlike = others.every((row) => cellsOf(row).length === names.length && !isMarked(row));
  return isNamed && isAlike ? names[0] : undefined;
}

/** Classes of a row that names columns. */
const CALLED_HEAD = /(?:^|[\s_-])(?:head(?:er|ing|ings|s)?|thead|title-?row)(?:$|[\s_-])/i;

const FEWEST_ROWS = 3;
const NUMBER = /^[€$£¥]?\s?[-+−]?\d[\d.,'\s]*\s?(?:[%€$£¥]|[a-z]{1,3})?$/i;
const NAME_OF_COLUMN = /^(?!.*\d)\p{Lu}[^.:!?]{1,29}$/u;

/** The first cell of a row of short names above rows of which one column has numbers alone. */
function rowAboveNumbers(table: MarkupElement): MarkupElement | undefined {
  if (hasUnknownInside(table)) return undefined;
  const rows = [...elementsIn(table)]
    .filter((each) => isHtml(each, 'tr'))
    .map((row) => row.children.filter((each): each is MarkupElement => each.kind === 'element'));
  const [names = [], ...others] = rows;
  if (names.length < 2 || others.length + 1 < FEWEST_ROWS) return undefined;
  const isPlain = (cell: MarkupElement): boolean =>
    isHtml(cell, 'td') && !cell.attributes.has('colspan') && ![...elementsIn(cell)].some((each) => isHtml(each, 'img'));
  if (!rows.every((row) => row.length === names.length && row.every(isPlain))) return undefined;
  const textsOf = (row: readonly MarkupElement[]): readonly string[] => row.map((cell) => textOf(cell).trim());
  const isNamed = textsOf(names).every((text) => NAME_OF_COLUMN.test(text));
  const hasNumbers = names.some((_, column) => others.every((row) => NUMBER.test(textsOf(row)[column]!)));
  return isNamed && hasNumbers ? names[0] : undefined;
}

const SIGN = /^\s*(?:[•·▪◦‣►●○■–—*✔✓✅➤➜→-]\ufe0f?|\d{1,2}[.)])\s+\S/u;

/** Lines that begin with a sign, as those of a list do. A screen reader reads one text. */
function* listsOfSigns(page: Page): Generator<Fault> {
  yield* listsOfParagraphs(page);
  for (const element of page.inTree()) {
    if (!isHtml(element, 'p', 'div', 'td', 'dd', 'section')) continue;
    const lines = linesOf(element);
    if (lines.length < 3) continue;
    const signed = lines.filter((line) => SIGN.test(line));
    if (signed.length >= 3 && signed.length >= lines.length - 1)
      yield { element, message: `${signed.length} lines look like a list, and are announced as one text` };
  }
}

/** Paragraphs side by side of which each begins with a sign, or with the next number. */
function* listsOfParagraphs(page: Page): Generator<Fault> {
  for (const parent of page.markup.elements) {
    if (isHtml(parent, 'ul', 'ol', 'dl', 'pre', 'table', 'tr')) continue;
    let run: MarkupElement[] = [];
    for (const child of [...parent.children, undefined]) {
      if (child?.kind === 'text' && child.text?.trim() === '') continue;
      if (child?.kind === 'element' && isLineOfList(child, run.length, page)) {
        run.push(child);
        continue;
      }
      if (run.length >= 3)
        yield { element: run[0]!, message: `${run.length} paragraphs look like a list, and are none` };
      run = [];
    }
  }
}

/** A longer paragraph is a clause of a contract, whose number is part of its text. */
const LONGEST_ITEM = 160;
const BULLET = /^\s*(?:[•·▪◦‣►●○■✔✓✅➤➜→]\ufe0f?\s*\S|[*–-]\s+\p{L})/u;

function isLineOfList(element: MarkupElement, before: number, page: Page): boolean {
  if (!isHtml(element, 'p', 'div') || isOpen(element) || !page.exposures.isInTree(element)) return false;
  if (explicitRole(element) !== undefined || hasUnknownInside(element)) return false;
  if (
    [...elementsIn(element)].some((each) => isHtml(each, 'p', 'div', 'ul', 'ol', 'table', 'br', 'input', ...HEADINGS))
  )
    return false;
  const text = textOf(element);
  if (text.trim().length > LONGEST_ITEM) return false;
  return BULLET.test(text) || new RegExp(String.raw`^\s*${before + 1}[.)]\s+\p{L}`, 'u').test(text);
}

/** The lines between the `<br>`s of an element; none if a program puts some of it there. */
function linesOf(element: MarkupElement): readonly string[] {
  const lines = [''];
  for (const child of element.children) {
    if (child.kind === 'text') {
      if (child.text === null) return [];
      lines.push(`${lines.pop()!}${child.text}`);
    } else if (isHtml(child, 'br')) lines.push('');
    else if (isOpen(child) || hasUnknownInside(child)) return [];
    else lines.push(`${lines.pop()!}${textOf(child)}`);
  }
  return lines.filter((line) => line.trim() !== '');
}

const TYPED = new Set(['text', 'email', 'tel', 'url', 'password', 'number', 'search', 'date', 'time', 'month', 'week']);

/** A form that no key can send: browsers send one with several fields by its button alone. */
function* unsendableForms(page: Page): Generator<Fault> {
  for (const form of page.inTree()) {
    if (!isHtml(form, 'form') || !attributeOf(form, 'action') || hasUnknownInside(form)) continue;
    const inside = [...elementsIn(form)];
    const id = attributeOf(form, 'id');
    const all =
      id === undefined
        ? inside
        : [...inside, ...page.markup.elements.filter((each) => attributeOf(each, 'form') === id)];
    const fields = inside.filter((each) => isHtml(each, 'input') && TYPED.has(inputType(each)) && !isDisabled(each));
    if (fields.length < 2 || fields.every((each) => isNotDisplayed(each, page))) continue;
    const mayBeSent = all.some(
      (each) =>
        isHtml(each, 'button') ||
        (isHtml(each, 'input') && /^(?:submit|image|button|reset)$/.test(inputType(each))) ||
        explicitRole(each) === 'button' ||
        listensTo(each, 'click', 'change', 'input', 'blur') ||
        listensToKeys(each),
    );
    if (!mayBeSent)
      yield { element: form, message: `${tagOf(form)} has ${fields.length} fields, and no button that sends it` };
  }
}

/** A label for the id of a field that is not there. */
function* labelsOfNothing(page: Page): Generator<Fault> {
  if (!page.hasAllIds) return;
  for (const element of page.inTree()) {
    const id = attributeOf(element, 'for')?.trim() ?? '';
    if (!isHtml(element, 'label') || id === '' || page.markup.ids.has(id)) continue;
    if (page.textOf(element).trim() !== '' && !isStandIn(id))
      yield { element, message: `The label is for "${id}", which is not on the page` };
  }
}

const SKIPS = /\b(?:skip|jump)\b.*\b(?:to|navigation|content|links?)\b|^(?:to the )?main content$/i;

/** The link past the navigation, whose place is not on the page. */
function* skipsToNowhere(page: Page): Generator<Fault> {
  // Other files of a component have ids, too; but where it has the main content itself, that is the place.
  const mainOfPart = page.markup.isPage ? undefined : page.elements.find((each) => isHtml(each, 'main'));
  if (!page.hasAllIds && (mainOfPart === undefined || !attributeOf(mainOfPart, 'id'))) return;
  for (const element of page.elements) {
    const [, id] = /^#([^/!]+)$/.exec(attributeOf(element, 'href') ?? '') ?? [];
    if (!isHtml(element, 'a') || id === undefined || id === 'top' || !SKIPS.test(textOf(element).trim())) continue;
    const isThere = page.markup.elements.some(
      (each) => attributeOf(each, 'id') === id || attributeOf(each, 'name') === id,
    );
    if (!isThere) yield { element, message: `The link skips to "${id}", which is not on the page` };
  }
  yield* skipsInVain(page);
  yield* linksWithinPage(page);
}

/** A link to a part of its own page that is not there, on a page that nothing else makes parts for. */
function* linksWithinPage(page: Page): Generator<Fault> {
  const { elements } = page.markup;
  if (
    !page.hasAllIds ||
    elements.some((each) => isHtml(each, 'script') || /^on[a-z]/.test([...each.attributes.keys()].join(' ')))
  )
    return;
  const links = elements.filter(
    (each) => isHtml(each, 'a') && /^#[^/!?=%]+$/.test(attributeOf(each, 'href')?.trim() ?? ''),
  );
  const isThere = (each: MarkupElement): boolean => {
    const id = attributeOf(each, 'href')!.trim().slice(1);
    return id === 'top' || page.markup.ids.has(id) || elements.some((other) => attributeOf(other, 'name') === id);
  };
  const lost = links.filter((each) => !isThere(each));
  const [first] = lost;
  // A page of which most links lead nowhere is an example of links.
  if (!first || lost.length * 2 > links.length || SKIPS.test(textOf(first).trim())) return;
  yield {
    element: first,
    message: `The link leads to "${attributeOf(first, 'href')!.slice(1)}", which is not on the page`,
    isMild: true,
  };
}

/** A link past the navigation that does nothing: no key gets to it, or to its place, or a script refuses it. */
function* skipsInVain(page: Page): Generator<Fault> {
  if (!page.hasAllIds) return;
  for (const element of page.elements) {
    const href = attributeOf(element, 'href')?.trim() ?? '';
    if (!isHtml(element, 'a') || !/^(?:#[^/!]*|javascript:.*|)$/i.test(href) || !SKIPS.test(textOf(element).trim()))
      continue;
    if (!page.exposures.isInTree(element)) continue;
    const place = page.markup.ids.get(href.slice(1))?.[0];
    const isHeard = listensTo(element, 'click') || isClickedByScript(page, element);
    if (/^\s*(?:return false|event\.preventDefault\(\))\s*;?\s*$/.test(doneOn(element, 'click') ?? ''))
      yield { element, message: 'A script refuses the link, so that nobody skips anything by it' };
    else if ((tabindexOf(element) ?? 0) < 0)
      yield { element, message: 'The Tab key does not get to the link, so that nobody skips anything by it' };
    else if (!href.startsWith('#') && !isHeard && element.attributes.has('href') && NOTHING.test(href))
      yield { element, message: 'The link does nothing, so that nobody skips anything by it' };
    else if (href === '#' && !isHeard && !element.attributes.has('id') && !/\btop\b/i.test(textOf(element)))
      yield { element, message: 'The link skips to the beginning of the page' };
    else if (place && page.exposures.isHidden(place) && !isHeard)
      yield { element, message: `The link skips to "${href.slice(1)}", which is hidden` };
    else if (place && /\b(?:content|main|article|text)\b/i.test(textOf(element)) && isMenu(place, page))
      yield { element, message: `The link skips to "${href.slice(1)}", which is the navigation itself` };
  }
}

const NOTHING = /^(?:javascript:\s*(?:void\s*\(?\s*0\s*\)?|return false)?\s*;?\s*|)$/i;

/** Whether a place is the navigation, and holds no content. */
const isMenu = (place: MarkupElement, page: Page): boolean => {
  const links = [...elementsIn(place)].filter((each) => isHtml(each, 'a') && each.attributes.has('href'));
  const isOfLinks = links.length > 2 && textOf(place).replace(/[\s|·•/]+/g, '').length === lettersOf(links);
  return (isOfLinks || page.roleOf(place) === 'navigation') && links.length > 0;
};

const lettersOf = (links: readonly MarkupElement[]): number =>
  links.reduce((sum, link) => sum + textOf(link).replace(/[\s|·•/]+/g, '').length, 0);

/** The link past the navigation, which a style hides from keys as well: it never gets the focus, and never shows. */
function* hiddenSkips(page: Page): Generator<Fault> {
  if (!page.markup.isPage || page.markup.lacksSheets) return;
  for (const element of page.elements) {
    if (!isHtml(element, 'a') || !/^#[^/!]+$/.test(attributeOf(element, 'href') ?? '')) continue;
    if (!SKIPS.test(textOf(element).trim()) || element.attributes.has('hidden')) continue;
    const style = page.cascade.styleOf(element);
    const hides = style.get('display')?.value.trim() === 'none' || style.get('visibility')?.value.trim() === 'hidden';
    if (hides) yield { element, message: 'A style hides the link from keys, too, so that nobody skips anything by it' };
  }
}

/** Elements that group choices, of which nobody hears what for. */
function* namelessFieldsets(page: Page): Generator<Fault> {
  for (const element of page.inTree()) {
    if (!isHtml(element, 'fieldset') || isDecorative(explicitRole(element)) || !page.names.isNameless(element))
      continue;
    const choices = [...elementsIn(element)].filter(
      (each) => isHtml(each, 'input') && /^(?:radio|checkbox)$/.test(inputType(each)),
    );
    if (choices.length < 2 || [...ancestorsOf(element)].some(isComponent)) continue;
    yield { element, message: `${tagOf(element)} groups ${choices.length} choices, and has no name` };
  }
}

/** Attributes that decide whether an element is there at all. */
const CONDITIONAL =
  /^(?:v-(?:if|else|else-if|show|for)|x-(?:show|if)|\*ng\w+|hidden|role|style|class|\[hidden\]|:class|:style|:hidden)$/;

/** Two main contents side by side that are always shown. */
function* mainsSideBySide(page: Page): Generator<Fault> {
  for (const main of page.elements) {
    const { parent } = main;
    if (!isHtml(main, 'main') || !parent || hasUnknownText(parent)) continue;
    const mains = parent.children.filter((each) => each.kind === 'element' && isHtml(each, 'main'));
    if (mains.length < 2 || mains[1] !== main) continue;
    const isAlways = mains.every(
      (each) =>
        each.kind === 'element' &&
        !each.handlers.has('conditional') &&
        ![...each.attributes.keys()].some((name) => CONDITIONAL.test(name)),
    );
    if (isAlways) yield { element: main, message: 'There is another main content beside this one' };
  }
}

export const structureRules: Readonly<Record<string, Rule>> = {
  'data-without-headers': function* (page) {
    yield* dataWithoutHeaders(page);
    yield* tablesByStyle(page);
  },
  'list-of-signs': listsOfSigns,
  'form-without-submit': unsendableForms,
  'label-of-nothing': labelsOfNothing,
  'skip-to-nowhere': skipsToNowhere,
  'skip-hidden': hiddenSkips,
  'main-twice': mainsSideBySide,
  'nameless-fieldset': namelessFieldsets,
};
