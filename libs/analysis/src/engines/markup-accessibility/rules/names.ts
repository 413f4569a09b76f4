import {
  type MarkupElement,
  attributeOf,
  contentOf,
  elementsIn,
  hasUnknownInside,
  isHtml,
  textOf,
  tokensOf,
} from '../markup';
import { tabindexOf } from '../semantics/focus';
import { explicitRole, inputType, isDecorative, isKindOf } from '../semantics/roles';
import { scriptsOf } from './page-scripts';
import { type Fault, type Page, type Rule, tagOf } from './page';

/** A picture that its author marked as decoration is not among them, whatever else exposes it. */
const isPicture = (element: MarkupElement, page: Page): boolean =>
  element.namespace === 'html' &&
  page.roleOf(element) === 'img' &&
  !isImageButton(element) &&
  element.attributes.get('alt') !== '' &&
  !isDecorative(explicitRole(element));

/** Whether the name is what a picture in the element lacks, which is said of the picture. */
function holdsNamelessPicture(element: MarkupElement, page: Page): boolean {
  for (const inner of elementsIn(element)) if (isPicture(inner, page) && page.names.isNameless(inner)) return true;
  return false;
}

/** Elements of some kind that have no name. */
const nameless = (applies: (element: MarkupElement, page: Page) => boolean, what: string): Rule =>
  function* (page): Generator<Fault> {
    for (const element of page.inTree())
      if (applies(element, page) && page.names.isNameless(element))
        yield {
          element,
          message: `${what} ${tagOf(element)} has no accessible name`,
          ...(isLessLost(element, page) && { isMild: true }),
        };
  };

const isLessLost = (element: MarkupElement, page: Page): boolean =>
  isDotOfData(element) ||
  isHtml(element, ...TELLING, 'dialog', 'optgroup') ||
  GROUPS_THAT_GUIDE.has(explicitRole(element) ?? '') ||
  isFieldOfFiles(element) ||
  isAskedForOthers(element) ||
  hasHiddenLabel(element, page) ||
  isNamedByScript(element, page) ||
  (isHtml(element, 'textarea') && page.surroundings.replacesTextArea === true);

/** A script may give the name later than a program reads the page out, and only where scripts run. */
function isNamedByScript(element: MarkupElement, { surroundings }: Page): boolean {
  const id = attributeOf(element, 'id');
  return id !== undefined && surroundings.isNamedByScript?.(id) === true;
}

/** A label that a style hides, such as one for small screens, was thought of. Some programs read it out. */
const hasHiddenLabel = (element: MarkupElement, { names, exposures }: Page): boolean =>
  names
    .labelsOf(element)
    .some((label) => exposures.isHidden(label) && (hasText(label) || label.attributes.has('aria-label')));

const hasText = (element: MarkupElement): boolean => textOf(element).trim() !== '';

/** Browsers show it as a button with a text of their own, which programs read out. */
const isFieldOfFiles = (element: MarkupElement): boolean => isHtml(element, 'input') && inputType(element) === 'file';

/**
 * A field out of the Tab key's way that only shows what a program gives it: it is there so that a browser asks for a
 * value that people choose elsewhere.
 */
const isAskedForOthers = (element: MarkupElement): boolean =>
  isHtml(element, 'input') &&
  (tabindexOf(element) ?? 0) < 0 &&
  element.attributes.has('required') &&
  element.attributes.get('value') === null;

/** A picture of so few bytes in its own address is a plain area that keeps a place: it shows nothing. */
const isDotOfData = (element: MarkupElement): boolean =>
  /^data:image\/(?:png|gif);base64,[\w+/=]{1,280}$/.test(attributeOf(element, 'src') ?? '');

/** An element of a pixel at most, by its attributes: it counts visits, or carries something that nobody is to see. */
export const isTiny = (element: MarkupElement): boolean =>
  ['width', 'height'].every((name) => /^\s*[01](?:px)?\s*$/.test(attributeOf(element, name) ?? ''));

/** A picture without an address: a script has a reference to it, and gives it both address and text. */
const isFilledByScript = (element: MarkupElement): boolean =>
  element.attributes.has('ref') && !element.attributes.has('src');

const isImageButton = (element: MarkupElement) => isHtml(element, 'input') && inputType(element) === 'image';

/** Elements that people read and do not fill in: what is beside them often tells of what they are. */
const TELLING = ['progress', 'meter'];

const FIELD_ROLES = new Set([
  'checkbox',
  'combobox',
  'listbox',
  'menuitemcheckbox',
  'menuitemradio',
  'radio',
  'searchbox',
  'slider',
  'spinbutton',
  'switch',
  'textbox',
]);
/** Fields without a role of their own, such as passwords. */
const FIELDS_WITHOUT_ROLE = new Set(['color', 'date', 'datetime-local', 'file', 'month', 'password', 'time', 'week']);

const isField = (element: MarkupElement, page: Page): boolean =>
  FIELD_ROLES.has(page.roleOf(element) ?? '') ||
  (isHtml(element, ...TELLING) && explicitRole(element) === undefined) ||
  (isHtml(element, 'input') && explicitRole(element) === undefined && FIELDS_WITHOUT_ROLE.has(inputType(element)));

/** A component around a field may be its label. */
const isFieldOnItsOwn = (element: MarkupElement, page: Page): boolean =>
  isField(element, page) &&
  !mayBeLabelledElsewhere(element, page) &&
  !isNotDisplayed(element, page) &&
  !isForNobody(element, page);

/**
 * Whether nobody is to fill a field in: a trap for programs that fill in every field, or a field that carries a value
 * for others. A style sheet hides it, or neither the Tab key nor what a browser remembers gets into it.
 */
export function isForNobody(element: MarkupElement, { markup, surroundings }: Page): boolean {
  const isOutOfTabOrder = (tabindexOf(element) ?? 0) < 0;
  if (isOutOfTabOrder && /^(?:off|nope|false|new-password)$/i.test(attributeOf(element, 'autocomplete') ?? ''))
    return true;
  if (markup.isPage && !markup.isTemplate && !markup.lacksSheets) return false;
  return tokensOf(attributeOf(element, 'class')).some((name) => {
    const hiding = surroundings.hidingOf?.(name);
    return hiding === 'not displayed' || (hiding === 'out of sight' && isOutOfTabOrder);
  });
}

/**
 * Whether an element is not displayed until a script shows and fills it, where the file does not have its style sheet:
 * a class of a well-known framework says so, or it takes files and a script has a reference to it, by which a button
 * opens it.
 */
export function isNotDisplayed(element: MarkupElement, { markup }: Page): boolean {
  if (!markup.isPage && attributeOf(element, 'type') === 'file' && hasReference(element)) return true;
  const classes = tokensOf(attributeOf(element, 'class'));
  const isShownSometimes = classes.some((each) =>
    /(?:\w:|-(?:sm|md|lg|xl|xxl)-)(?:block|flex|inline|inline-block|grid)$/.test(each),
  );
  return (!markup.isPage || markup.lacksSheets) && !isShownSometimes && classes.some((each) => HIDING.has(each));
}

/** Whether a script has a reference to the element: `ref` of React and Vue, or a name of Angular such as `#file`. */
const hasReference = ({ attributes }: MarkupElement): boolean =>
  attributes.has('ref') || [...attributes.keys()].some((name) => name.startsWith('#'));

/** Of Tailwind, Bootstrap and Bulma. */
const HIDING = new Set(['hidden', 'd-none', 'is-hidden']);

function mayBeLabelledElsewhere(element: MarkupElement, page: Page): boolean {
  if (element.attributes.get('id') === null) return true;
  if (page.markup.isPage && !page.markup.isTemplate) return false;
  if (
    attributeOf(element, 'id') !== undefined &&
    page.markup.elements.some((each) => isHtml(each, 'label') && each.attributes.get('for') === null)
  )
    return true;
  for (let parent = element.parent; parent?.parent !== undefined; parent = parent.parent)
    if (parent.opaque) return true;
  return false;
}

const MEDIA = /^(?:image|audio|video)\//i;
const MEDIA_FILE = /\.(?:png|jpe?g|gif|svg|webp|avif|bmp|ico|mp3|ogg|oga|wav|m4a|flac|mp4|webm|ogv|mov|avi)(?:[?#]|$)/i;

function isMediaObject(element: MarkupElement, page: Page): boolean {
  if (!isHtml(element, 'object') || explicitRole(element) === 'none' || explicitRole(element) === 'presentation')
    return false;
  const type = attributeOf(element, 'type');
  const data = attributeOf(element, 'data');
  if (data === undefined || data.trim() === '' || !page.exposures.isInTree(element)) return false;
  // A browser that cannot show a document shows what stands in the element.
  if (/^application\/pdf$/i.test(type ?? '') || /\.pdf(?:[?#]|$)/i.test(data)) return contentOf(element).length === 0;
  return type === undefined ? MEDIA_FILE.test(data) || /^data:(?:image|audio|video)\//i.test(data) : MEDIA.test(type);
}

const SVG_ROLES = new Set(['img', 'image', 'graphics-document', 'graphics-symbol', 'graphics-object']);

const namelessButtons = nameless(
  (element, page) =>
    page.roleOf(element) === 'button' &&
    !isImageButton(element) &&
    !holdsNamelessPicture(element, page) &&
    !isNotDisplayed(element, page),
  'Button',
);

/** Buttons of libraries of custom elements, and of components of Vue that write one. */
const CUSTOM_BUTTONS = new Set([
  ...['wa-button', 'sl-button', 'sl-icon-button', 'fluent-button', 'vaadin-button'],
  ...['v-btn', 'vbtn', 'q-btn', 'qbtn', 'el-button', 'elbutton'],
]);
/** Elements of these libraries that draw an icon, and are read out by their label alone. */
const CUSTOM_ICONS =
  /^(?:wa-icon|sl-icon|fluent-icon|vaadin-icon|iron-icon|v-icon|vicon|q-icon|qicon|el-icon|elicon|svg|path|use|g|i)$/;
const LABELS = ['label', 'aria-label', 'aria-labelledby', 'title', 'text', 'alt', 'content', 'tooltip', 'href', 'to'];

/** Such a button that holds nothing but icons without a label. */
function* namelessCustomButtons(page: Page): Generator<Fault> {
  for (const element of page.markup.elements) {
    if (!CUSTOM_BUTTONS.has(element.name) || element.mayHaveMore || !page.exposures.isInTree(element)) continue;
    const inside = [...elementsIn(element)];
    const hasLabel = [element, ...inside].some(({ attributes }) => LABELS.some((name) => attributes.has(name)));
    const isIcon = inside.length > 0 || element.attributes.has('icon') || element.name.includes('icon-button');
    if (hasLabel || !isIcon || textOf(element).trim() !== '' || hasUnknownTextInside([element, ...inside])) continue;
    if (inside.some((each) => !CUSTOM_ICONS.test(each.name) || each.mayHaveMore)) continue;
    yield { element, message: `Button ${tagOf(element)} has no accessible name` };
  }
}

const hasUnknownTextInside = (all: readonly MarkupElement[]): boolean =>
  all.some((each) => each.children.some((child) => child.kind === 'text' && child.text === null));

export const nameRules: Readonly<Record<string, Rule>> = {
  'nameless-button': function* (page) {
    yield* namelessButtons(page);
    yield* namelessCustomButtons(page);
  },
  'nameless-link': nameless(
    (element, page) =>
      isKindOf(page.roleOf(element), 'link') &&
      !isHtml(element, 'area') &&
      !holdsNamelessPicture(element, page) &&
      !isNotDisplayed(element, page),
    'Link',
  ),
  'nameless-area': nameless((element) => isHtml(element, 'area') && element.attributes.has('href'), 'Area'),
  'nameless-menuitem': nameless(
    (element, page) => page.roleOf(element)?.startsWith('menuitem') === true && !FIELD_ROLES.has(page.roleOf(element)!),
    'Menu item',
  ),
  'nameless-field': nameless(isFieldOnItsOwn, 'Field'),
  'nameless-heading': nameless((element, page) => page.roleOf(element) === 'heading', 'Heading'),
  'nameless-image': nameless(
    (element, page) => isPicture(element, page) && !isFilledByScript(element) && !isTiny(element),
    'Picture',
  ),
  'nameless-svg': nameless(
    (element) => element.namespace === 'svg' && SVG_ROLES.has(explicitRole(element) ?? ''),
    'SVG picture',
  ),
  'nameless-object': nameless(isMediaObject, 'Object'),
  'nameless-image-button': nameless(isImageButton, 'Picture button'),
  'nameless-frame': nameless(
    (element) =>
      isHtml(element, 'iframe', 'frame') && !/^\s*-/.test(attributeOf(element, 'tabindex') ?? '') && !isTiny(element),
    'Frame',
  ),
  'frame-title-empty': emptyFrameTitles,
  'nameless-summary': nameless((element) => isSummary(element), 'Summary'),
  'nameless-dialog': function* (page) {
    yield* openDialogs(page);
    yield* closedDialogs(page);
    yield* dialogsNamedByNothing(page);
  },
  'nameless-group': nameless(
    (element) =>
      GROUPS.has(explicitRole(element) ?? '') ||
      (GROUPS_THAT_GUIDE.has(explicitRole(element) ?? '') && !isHtml(element, 'form')) ||
      isHtml(element, 'optgroup'),
    'Group',
  ),
  'image-filename': imageFilename,
  'label-in-name': labelInName,
};

/** Roles of groups that ARIA asks a name for, and of which people hear one member after the other. */
const GROUPS = new Set(['radiogroup', 'tree', 'treegrid', 'grid', 'application']);

const openDialogs = nameless(
  (element, page) =>
    isHtml(element, 'dialog') || (isKindOf(page.roleOf(element), 'dialog') && explicitRole(element) !== undefined),
  'Dialog',
);

/** A dialog that the page opens later. Nothing in it is exposed as long as it is closed. */
function* closedDialogs(page: Page): Generator<Fault> {
  const opens = ({ attributes }: MarkupElement): boolean =>
    [...attributes].some(([name, value]) => name === 'commandfor' || (value ?? '').includes('showModal('));
  const isOpened = page.markup.elements.some(opens) || scriptsOf(page).some(([, code]) => code.includes('showModal('));
  // A component opens its dialog from code that the reader does not have.
  if (!isOpened && page.markup.isPage) return;
  for (const element of page.elements) {
    if (!isHtml(element, 'dialog') || page.exposures.isInTree(element) || element.attributes.has('open')) continue;
    if (!/^(?:alert)?dialog$/.test(attributeOf(element, 'role') ?? 'dialog')) continue;
    if (
      ['aria-label', 'title'].some(
        (name) => element.attributes.has(name) && (element.attributes.get(name) ?? 'unknown').trim() !== '',
      )
    )
      continue;
    if (element.attributes.has('aria-labelledby') && !isNamedByNothing(element, page)) continue;
    yield { element, message: `Dialog ${tagOf(element)} has no accessible name` };
  }
}

const NAMES_BY_SCRIPT = /aria-?label/i;

/** A dialog that is hidden until a script shows it, and that nothing names, or an element without a word. */
function* dialogsNamedByNothing(page: Page): Generator<Fault> {
  for (const element of page.elements) {
    if (!/^(?:alert)?dialog$/.test(explicitRole(element) ?? '') || page.exposures.isInTree(element)) continue;
    if (element.attributes.has('aria-label') || element.attributes.has('title')) continue;
    if (!element.attributes.has('aria-labelledby')) {
      const isKnown = page.markup.isPage && !page.markup.isTemplate && !element.mayHaveMore;
      if (isKnown && !scriptsOf(page).some(([, code]) => NAMES_BY_SCRIPT.test(code)))
        yield { element, message: `Dialog ${tagOf(element)} has no accessible name` };
      continue;
    }
    const ids = tokensOf(attributeOf(element, 'aria-labelledby'));
    const named = ids.map((id) => page.markup.ids.get(id)?.[0]);
    const isEmpty = (each: MarkupElement | undefined): boolean =>
      each === undefined
        ? page.hasAllIds
        : !each.mayHaveMore && !each.opaque && !hasUnknownInside(each) && saysNothing(each);
    if (ids.length === 0 || !named.every(isEmpty)) continue;
    if (scriptsOf(page).some(([, code]) => ids.some((id) => code.includes(id)))) continue;
    yield { element, message: `Dialog ${tagOf(element)} has no accessible name` };
  }
}

/** Whether an element has no words, neither as a text nor as the alternative of a picture. */
const saysNothing = (element: MarkupElement): boolean =>
  textOf(element).trim() === '' &&
  [element, ...elementsIn(element)].every(
    (each) =>
      (attributeOf(each, 'alt') ?? '').trim() === '' &&
      each.attributes.get('alt') !== null &&
      !['aria-label', 'title', 'ref'].some((name) => each.attributes.has(name)),
  );

/** Whether all that names an element is empty, or nowhere, and no script of the page knows it. */
function isNamedByNothing(element: MarkupElement, page: Page): boolean {
  const ids = tokensOf(attributeOf(element, 'aria-labelledby'));
  if (ids.length === 0) return element.attributes.get('aria-labelledby') !== null;
  return ids.every((id) => {
    const [named] = page.markup.ids.get(id) ?? [];
    if (scriptsOf(page).some(([, code]) => code.includes(id))) return false;
    if (named === undefined) return page.hasAllIds;
    return !named.mayHaveMore && !named.opaque && !hasUnknownInside(named) && isSilent(named);
  });
}

const isSilent = (element: MarkupElement): boolean =>
  textOf(element).trim() === '' &&
  ![element, ...elementsIn(element)].some((each) =>
    ['aria-label', 'alt', 'title', 'ref'].some((name) => each.attributes.has(name)),
  );

/** Landmarks that ARIA asks a name for: without one nobody is led to them. */
const GROUPS_THAT_GUIDE = new Set(['region', 'form']);

const isSummary = (element: MarkupElement): boolean => {
  const details = element.parent;
  if (!isHtml(element, 'summary') || !details || !isHtml(details, 'details')) return false;
  return (
    details.children.find((child) => child.kind === 'element' && isHtml(child, 'summary')) === element &&
    explicitRole(element) === undefined
  );
};

const SAYS_FRAME =
  /^(?:i?frame|embedded (?:content|page|frame)|content|untitled|title|page|embed|window|frame title)(?: ?\d+)?$/i;

/** A frame whose title says that there is a frame, and not what it shows. */
function* emptyFrameTitles(page: Page): Generator<Fault> {
  for (const element of page.inTree()) {
    const name = isHtml(element, 'iframe', 'frame') ? page.names.of(element) : null;
    if (name !== null && SAYS_FRAME.test(name) && !isTiny(element))
      yield { element, message: `The title "${name}" does not say what the frame shows` };
  }
}

const IMAGE_FILE = /\.(?:png|jpe?g|gif|svg|webp|avif|bmp|tiff?|ico)$/i;

/** `dsc0417-scaled`, `IMG_20260812`: nobody writes words so. */
const SLUG = /^(?=\S*\d)(?=\S*\p{L})\S*[-_]\S+$/u;

/** `photo.file`, `image.url`. The name of a file that users upload is often all that a program has. */
const OF_FILE = /^[\w.?!]*\w[?!]?\.(?:file|src|url|path|file_?path)$/i;

function* imageFilename(page: Page): Generator<Fault> {
  for (const element of page.inTree()) {
    const bound = isHtml(element, 'img') ? (element.handlers.get('bound alt') ?? '') : '';
    if (OF_FILE.test(bound) && element.attributes.get('alt') === null)
      yield { element, message: `The text alternative of ${tagOf(element)} is the name of its file, ${bound}` };
    if (!isHtml(element, 'img') && !isImageButton(element)) continue;
    const name = page.names.of(element);
    const src = attributeOf(element, 'src');
    if (name === null || name === '' || src === undefined) continue;
    const file = decoded(
      src
        .replace(/[?#].*$/, '')
        .split('/')
        .pop() ?? '',
    )
      .trim()
      .toLowerCase();
    const own = name.toLowerCase();
    const isSlug = own === file.replace(IMAGE_FILE, '') && SLUG.test(own);
    if (IMAGE_FILE.test(file) && (own === file || isSlug))
      yield { element, message: `The text alternative of ${tagOf(element)} is the name of its file` };
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a percent sign that encodes nothing stands for itself
  }
}

/** Roles that people call by what they show. */
const SPOKEN = new Set([
  'button',
  'checkbox',
  'gridcell',
  'link',
  'menuitem',
  'menuitemcheckbox',
  'menuitemradio',
  'option',
  'radio',
  'searchbox',
  'switch',
  'tab',
  'treeitem',
]);

function* labelInName(page: Page): Generator<Fault> {
  for (const element of page.inTree()) {
    if (!SPOKEN.has(page.roleOf(element) ?? '') && !isLabelled(element, page) && !isSummary(element)) continue;
    if (!element.attributes.has('aria-label') && !element.attributes.has('aria-labelledby')) continue;
    const name = page.names.of(element);
    const shown = shownWords(element, page);
    if (name === null || name === '' || shown === null || /\$\{|\{\{/.test(shown)) continue;
    const words = wordsOf(shown.replace(/\([^()]*\)/g, ' '));
    if (words.length === 0 || [...words.join('')].length < 2) continue;
    if (!isPartOf(words, wordsOf(name)))
      yield { element, message: `The accessible name "${name}" does not have the text "${shown}" that is to be seen` };
  }
}

/** A field with one visible label that its ARIA attribute does not name. The options of a list are no label. */
const isLabelled = (element: MarkupElement, page: Page): boolean => {
  const [label, ...others] = page.names.labelsOf(element);
  return (
    isHtml(element, 'input', 'select', 'textarea') &&
    label !== undefined &&
    others.length === 0 &&
    page.exposures.isSeen(label) &&
    (isHtml(element, 'input') || !elementsInclude(label, element)) &&
    !/(?:^|\s)(?:visually-?hidden|sr-only|screen-reader-text)/.test(attributeOf(label, 'class') ?? '')
  );
};

const elementsInclude = (around: MarkupElement, element: MarkupElement): boolean =>
  [...elementsIn(around)].includes(element);

/** The words by which somebody who sees a control calls it. */
function shownWords(element: MarkupElement, page: Page): string | null {
  if (isLabelled(element, page)) return page.visibleText(page.names.labelsOf(element)[0]!);
  const isButton = isHtml(element, 'input') && /^(?:submit|reset|button)$/.test(inputType(element));
  return isButton ? (attributeOf(element, 'value') ?? null) : page.visibleText(element);
}

/** Words as they are spoken: pictures and signs are not words. */
const wordsOf = (text: string): readonly string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[’']/g, '')
    .match(/[\p{L}\p{N}]+/gu) ?? [];

const isPartOf = (words: readonly string[], all: readonly string[]): boolean =>
  all.some((_, index) => words.every((word, offset) => all[index + offset] === word));
