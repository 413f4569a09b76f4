import {
  type MarkupElement,
  HEADINGS,
  ancestorsOf,
  attributeOf,
  elementsIn,
  hasUnknownInside,
  isHtml,
  textOnOneLine,
} from '../markup';
import { inputType } from '../semantics/roles';
import { type Fault, type Page, type Rule, tagOf } from './page';
import { contradictedFields } from './patterns';

const SAYS_NO_LABEL = new RegExp(
  String.raw`^(?:field|input|text(?: ?(?:field|box|area))|box|(?:enter|type|write|fill(?: it| this)? in)` +
    String.raw`(?: (?:your )?(?:text|value|something|it|this|answer))?(?: here)?|` +
    String.raw`(?:input|form|select|dropdown)[ -]?(?:field|box|control)|` +
    String.raw`(?:your )?input|label|label (?:text )?(?:goes )?here|placeholder|untitled|to ?do|tbd|lorem ipsum.*|` +
    String.raw`(?:text(?:area)?|select|checkbox|radio|number|email|tel|url|date|file|menu)[-_]\d{1,4}|` +
    String.raw`asdf\w*|x{3,}|[-_.?…]+)(?: ?#?\d+)?[:*]?$`,
  'i',
);

/** Kinds of fields, as words that stand for what each of them asks for. */
const SAYS_KIND: Readonly<Record<string, RegExp>> = {
  checkbox: /^check ?box$/i,
  radio: /^radio(?: ?button)?$/i,
  select: /^(?:select|choose|pick)(?: (?:one|an? (?:option|value|item)|here))?$|^(?:select|drop ?down)(?: ?\d+)?$/i,
};

/** Types of fields that take a word or two. */
const SHORT_TEXTS = new Set(['text', 'email', 'tel', 'url', 'password', 'date', 'number']);

/** A mark that says of a label alone that the field must be filled in. */
const ONLY_MARKED = /^[*:.\s-]+$/;

/** Labels of which a component may be about a text or a label itself do not count. */
const ASKS_TO_WRITE = /^(?:enter|type|write|fill in)\b|^(?:field|input|text ?(?:field|box)) ?#?\d*$|^lorem ipsum/i;

/** A field whose label says that there is a field, and not what to write. */
function* emptyLabels(page: Page): Generator<Fault> {
  for (const element of page.inTree()) {
    const text = isHtml(element, 'input', 'textarea', 'select') ? labelOf(element, page) : undefined;
    if (text === undefined || element.attributes.has('aria-describedby')) continue;
    const form = [...ancestorsOf(element)].find((around) => isHtml(around, 'form'));
    // The type of the field, from the data of which the label was meant.
    const isOfType =
      isHtml(element, 'input') && text.toLowerCase() === 'text' && SHORT_TEXTS.has(attributeOf(element, 'type') ?? '');
    const isWhole = page.markup.isPage && !page.markup.isTemplate;
    const kind = isHtml(element, 'select') ? 'select' : inputType(element);
    const isOfKind = isWhole && page.names.labelsOf(element).length > 0 && SAYS_KIND[kind]?.test(text) === true;
    const isEmpty = isOfKind || isOfType || (SAYS_NO_LABEL.test(text) && (isWhole || ASKS_TO_WRITE.test(text)));
    if (form && (isEmpty || ONLY_MARKED.test(text) || isNumberAlone(text, element)))
      yield { element, message: `The label "${text}" does not say what ${tagOf(element)} asks for` };
  }
}

/** The one label of a field, or the name that an attribute gives it where it has none. */
function labelOf(element: MarkupElement, page: Page): string | undefined {
  const [label, ...others] = page.names.labelsOf(element);
  if (others.length > 0 || (label !== undefined && hasUnknownInside(label))) return undefined;
  const isNamed = ['aria-label', 'aria-labelledby', 'title'].some((name) => element.attributes.has(name));
  if (label !== undefined) return isNamed ? undefined : textOnOneLine(label);
  return isNamed ? (page.names.of(element) ?? undefined) : undefined;
}

/** Whether the label of a field to write in is a number: those of choices and of amounts say enough. */
const isNumberAlone = (text: string, element: MarkupElement): boolean =>
  /^#?\d{1,2}[.:)]?$/.test(text) && isHtml(element, 'input') && inputType(element) === 'text';

const TYPED = new Set(['text', 'email', 'tel', 'url', 'password', 'number', 'date']);
/** Parts of a form that may say which of several fields of one label this one is. */
const PARTS = ['fieldset', 'tr', 'table', 'section', 'li', 'details', 'template'];

/** Whether a bold line, which may say what the next fields are about, begins at an element. */
const looksApart = (element: MarkupElement): boolean =>
  isHtml(element, 'b', 'strong', 'dt', 'summary') || /title|head|legend/i.test(attributeOf(element, 'class') ?? '');

/** Two fields of a form, or of a part of it, that have one label, so that nobody knows which of them asks for what. */
function* sharedLabels(page: Page): Generator<Fault> {
  if (!page.markup.isPage || page.markup.isTemplate) return;
  const seen = new Map<string, MarkupElement>();
  const order = new Map(page.markup.elements.map((each, index) => [each, index]));
  for (const element of page.inTree()) {
    const isTyped =
      isHtml(element, 'select', 'textarea') || (isHtml(element, 'input') && TYPED.has(inputType(element)));
    if (!isTyped || !page.exposures.isSeen(element) || element.attributes.has('aria-describedby')) continue;
    const [label] = page.names.labelsOf(element);
    const around = [...ancestorsOf(element)];
    const form = around.find((each) => isHtml(each, 'form'));
    const part = around.find((each) => isHtml(each, ...PARTS, 'form'));
    if (!label || !form || !part || around.some((each) => each.attributes.has('role'))) continue;
    if (['aria-label', 'aria-labelledby', 'title'].some((name) => element.attributes.has(name))) continue;
    if ([...elementsIn(part)].some((each) => isHtml(each, 'fieldset') || each.opaque)) continue;
    const [text, name] = [textOnOneLine(label).toLowerCase(), page.names.of(element)?.toLowerCase()];
    const key = `${part.place.line}:${part.place.column} ${text}`;
    if (text === '' || name !== text) continue;
    const first = seen.get(key);
    const isDivided =
      first !== undefined &&
      page.markup.elements
        .slice(order.get(first), order.get(element))
        .some((each) => isHtml(each, ...HEADINGS, 'hr', 'legend') || looksApart(each));
    if (first === undefined || isDivided) seen.set(key, element);
    else if (attributeOf(first, 'name') !== attributeOf(element, 'name'))
      yield { element, message: `Another field beside it has the label "${text.slice(0, 60)}", too` };
  }
}

export const labelRules: Readonly<Record<string, Rule>> = {
  'label-says-nothing': function* (page) {
    yield* emptyLabels(page);
    yield* sharedLabels(page);
    yield* contradictedFields(page);
  },
};
