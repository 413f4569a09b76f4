import {
  type MarkupElement,
  HEADINGS,
  ancestorsOf,
  attributeOf,
  elementsIn,
  isComponent,
  isHtml,
  textOf,
  tokensOf,
} from '../markup';
import { type Fault, type Page, type Rule, tagOf } from './page';

const ROLES = /^(?:dialog|alertdialog|region|menu|listbox|status|alert|img|presentation|none)$/;
/** Classes of the veil over the page behind a dialog. */
const VEIL = new RegExp(
  String.raw`^(?:${[
    String.raw`[\w-]*(?:modal|dialog|popup|lightbox)[-_]{1,2}(?:overlay|backdrop|mask|veil|outer)`,
    String.raw`[\w-]*(?:modal|dialog|popup|lightbox)[-_]{1,2}(?:wrapper|container|bg|background|wrap)`,
    String.raw`(?:[\w-]*[-_])?(?:overlay|backdrop)`,
    String.raw`(?:modal|dialog|popup)(?:Overlay|Backdrop|Wrapper|Container)`,
  ].join('|')})$`,
);
const BOX = /^(?:[\w-]*[-_])?(?:modal|dialog|popup)(?:[-_]{1,2}(?:content|box|body|inner|window|card|panel))?$/i;
const DIM = /^bg-(?:(?:black|gray|slate|zinc|neutral|stone)(?:-\d+)?\/\d+|opacity-\d+)$|^bg-black\/\[/;
/** Who closes, answers or cancels. */
const WORDS_OF_ANSWERS = [
  ...['close', 'cancel', 'ok', 'yes', 'no', 'dismiss', 'done', 'confirm', 'delete', 'remove', 'save', 'submit'],
  ...['accept', 'schließen', 'abbrechen', 'fermer', 'annuler', 'cerrar', 'cancelar'],
].join('|');
const ANSWERS = new RegExp(String.raw`\b(?:${WORDS_OF_ANSWERS})\b|^[×✕✖xX]$`, 'i');
/** Parts of a page that is more than a dialog. */
const OF_PAGE = ['main', 'nav', 'header', 'footer', 'aside', 'video', 'canvas'];
/** Components that make a dialog of what is in them. */
const OF_LIBRARY = /dialog|modal|drawer|popover|popper|focus-?(?:trap|lock|scope)|overlay|sheet/i;

/** A box over the page that waits for an answer, and that nobody hears is a dialog. */
function* dialogsWithoutRole(page: Page): Generator<Fault> {
  const told = new Set<MarkupElement>();
  for (const veil of page.elements) {
    if (!isHtml(veil, 'div', 'section', 'aside', 'article') || !isVeil(veil, page)) continue;
    const around = [...ancestorsOf(veil)];
    if (around.some((each) => told.has(each) || isSaid(each))) continue;
    const inside = [veil, ...elementsIn(veil)];
    if (inside.some((each) => isSaid(each) || isHtml(each, ...OF_PAGE))) continue;
    const heading = inside.find((each) => isHtml(each, ...HEADINGS));
    if (!heading || [...ancestorsOf(heading)].some((each) => isComponent(each) && inside.includes(each))) continue;
    if (!inside.some((each) => isHtml(each, 'button', 'a') && answers(each, page))) continue;
    told.add(veil);
    yield { element: veil, message: `${tagOf(veil)} lies over the page, and nobody hears that it is a dialog` };
  }
}

/** Whether the element says what it is, or something else may. */
const isSaid = (element: MarkupElement): boolean =>
  (element.mayHaveMore && element.parent?.parent !== undefined) ||
  element.attributes.get('role') === null ||
  ROLES.test(attributeOf(element, 'role') ?? '') ||
  element.attributes.has('aria-modal') ||
  isHtml(element, 'dialog') ||
  element.attributes.has('popover') ||
  (isComponent(element) && OF_LIBRARY.test(element.name));

function answers(element: MarkupElement, page: Page): boolean {
  const classes = attributeOf(element, 'class') ?? '';
  // Most dialogs are hidden at first, and what is hidden has no name yet.
  const words = `${attributeOf(element, 'aria-label') ?? ''} ${textOf(element)}`.trim();
  return (
    ANSWERS.test(page.names.of(element) ?? '') ||
    ANSWERS.test(words) ||
    /\bclose\b|modal__close|btn-close/.test(classes)
  );
}

function isVeil(element: MarkupElement, page: Page): boolean {
  const classes = tokensOf(attributeOf(element, 'class'));
  const kids = element.children.filter((each): each is MarkupElement => each.kind === 'element');
  if (classes.includes('fixed') && classes.includes('inset-0'))
    return [element, ...kids].some((each) => tokensOf(attributeOf(each, 'class')).some((name) => DIM.test(name)));
  const isNamed = classes.some((name) => VEIL.test(name));
  const holdsBox = kids.some((each) => tokensOf(attributeOf(each, 'class')).some((name) => BOX.test(name)));
  if (isNamed && holdsBox) return true;
  return covers(element, page) && (isNamed || holdsBox || classes.some((name) => BOX.test(name)));
}

/** Whether a style lays the element over the whole window, with what is behind it shining through. */
function covers(element: MarkupElement, { cascade }: Page): boolean {
  const style = cascade.styleOf(element);
  const valueOf = (name: string): string => style.get(name)?.value.trim() ?? '';
  if (valueOf('position') !== 'fixed') return false;
  const isWhole =
    /^0(?:px)?$/.test(valueOf('inset')) ||
    (/^0(?:px)?$/.test(valueOf('top')) &&
      (/^100(?:%|v[wh])$/.test(valueOf('height')) || /^0(?:px)?$/.test(valueOf('bottom'))));
  return (
    isWhole && /(?:rgba|hsla)\([^)]*,\s*0?\.\d+\s*\)|\/\s*(?:0?\.\d+|\d{1,2}%)\s*\)/.test(valueOf('background-color'))
  );
}

export const ownDialogRules: Readonly<Record<string, Rule>> = { 'dialog-without-role': dialogsWithoutRole };
