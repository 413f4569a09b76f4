import {
  type MarkupElement,
  HEADINGS,
  ancestorsOf,
  attributeOf,
  contentOf,
  elementsIn,
  hasUnknownInside,
  isComponent,
  isHtml,
  textOf,
} from '../markup';
import { explicitRole, inputType, isDecorative } from '../semantics/roles';
import { isNotDisplayed } from './names';
import { type Fault, type Page, type Rule, tagOf } from './page';

function* titledDecoration(page: Page): Generator<Fault> {
  for (const element of page.inTree()) {
    const title = attributeOf(element, 'title')?.trim() ?? '';
    if (!isHtml(element, 'img') || title === '' || attributeOf(element, 'alt') !== '') continue;
    if (element.attributes.has('aria-label') || element.attributes.has('role')) continue;
    if (![...ancestorsOf(element)].some((around) => isHtml(around, 'a', 'button')))
      yield {
        element,
        message: `The picture has the title "${title.slice(0, 60)}", and its alt says that it is decoration`,
      };
  }
}

/** A drawing by a script. What stands in the element is shown where there is no drawing, and read out. */
function* silentDrawings(page: Page): Generator<Fault> {
  for (const element of page.inTree()) {
    if (!isHtml(element, 'canvas') || isDecorative(explicitRole(element)) || !page.exposures.isSeen(element)) continue;
    if (isNotDisplayed(element, page) || isBackdrop(element)) continue;
    if (['aria-label', 'aria-labelledby', 'title', 'hidden'].some((name) => element.attributes.has(name))) continue;
    if (contentOf(element).length > 0) continue;
    const figure = [...ancestorsOf(element)].find((around) => isHtml(around, 'figure'));
    const isDescribed = figure && [...elementsIn(figure)].some((inner) => isHtml(inner, 'figcaption'));
    const isKept = [...ancestorsOf(element)].some(
      (around) => explicitRole(around) === 'img' || around.attributes.has('aria-label'),
    );
    if (!isDescribed && !isKept) yield { element, message: `${tagOf(element)} shows something, and says nothing` };
  }
}

/** Whether its names say that a drawing is decoration. */
const isBackdrop = (element: MarkupElement): boolean =>
  ['id', 'class'].some((name) => /backg|backdrop|confetti|particle|stars|snow/i.test(attributeOf(element, name) ?? ''));

/** The name of a field that goes away as soon as somebody types. */
function* placeholdersAlone(page: Page): Generator<Fault> {
  for (const element of page.inTree()) {
    const isText = isHtml(element, 'textarea') || (isHtml(element, 'input') && TYPED.has(inputType(element)));
    if (!isText || element.attributes.has('role') || isSearch(element)) continue;
    if (!/\p{L}/u.test(attributeOf(element, 'placeholder') ?? '')) continue;
    if (['aria-label', 'aria-labelledby', 'title', 'list'].some((name) => element.attributes.has(name))) continue;
    if (page.names.labelsOf(element).length > 0 || element.attributes.get('id') === null) continue;
    const around = [...ancestorsOf(element)];
    if (around.some((each) => isComponent(each) || isHtml(each, 'label'))) continue;
    const form = around.find((each) => isHtml(each, 'form'));
    if (form && fieldsIn(form).length > 1)
      yield { element, message: `No label belongs to ${tagOf(element)}, only a placeholder that goes away` };
  }
}

const TYPED = new Set(['text', 'email', 'tel', 'url', 'password', 'number']);
const isSearch = (element: MarkupElement): boolean =>
  ['id', 'name', 'class', 'placeholder', 'type'].some((name) =>
    /search|find|filter|query|^q$/i.test(attributeOf(element, name) ?? ''),
  );
const fieldsIn = (form: MarkupElement): readonly MarkupElement[] =>
  [...elementsIn(form)].filter(
    (inner) => isHtml(inner, 'select', 'textarea') || (isHtml(inner, 'input') && TYPED.has(inputType(inner))),
  );

/** A field whose label a style hides: who sees the page does not know what to write, nor do most who hear it. */
function* hiddenLabels(page: Page): Generator<Fault> {
  for (const element of page.inTree()) {
    if (!isHtml(element, 'textarea', 'select') && !(isHtml(element, 'input') && TYPED.has(inputType(element))))
      continue;
    if (!page.exposures.isSeen(element) || isSearch(element)) continue;
    if (['aria-label', 'aria-labelledby', 'title', 'placeholder'].some((name) => element.attributes.has(name)))
      continue;
    const labels = page.names.labelsOf(element);
    if (labels.length === 0 || !labels.every((label) => isHiddenForAll(label, page))) continue;
    yield { element, message: `Nobody sees the label of ${tagOf(element)}: a style hides it` };
  }
}

const isHiddenForAll = (label: MarkupElement, { cascade }: Page): boolean => {
  const style = cascade.styleOf(label);
  const hides = style.get('display')?.value.trim() === 'none' || style.get('visibility')?.value.trim() === 'hidden';
  return hides && !label.mayHaveMore && !label.handlers.has('conditional') && !label.attributes.has('hidden');
};

/** Buttons of choice of one name, about which nobody hears what is asked. */
function* choicesWithoutQuestion(page: Page): Generator<Fault> {
  const groups = new Map<string, MarkupElement[]>();
  for (const element of page.inTree()) {
    const name = attributeOf(element, 'name');
    if (!isHtml(element, 'input') || !name || !page.exposures.isSeen(element)) continue;
    if (inputType(element) !== 'radio' && !(inputType(element) === 'checkbox' && isBelowQuestion(element))) continue;
    groups.set(name, [...(groups.get(name) ?? []), element]);
  }
  for (const [name, members] of groups) {
    const [first] = members;
    const isLooped =
      first !== undefined &&
      (members.length === 1 || members.every(({ origin }) => origin)) &&
      isLoopedBelowQuestion(first);
    if (isLooped && ![...ancestorsOf(first)].some((each) => isGroupOrUnknown(each, page))) {
      yield { element: first, message: `The choices "${name.slice(0, 60)}" are in no group with a name` };
      continue;
    }
    if (!first || members.length < 2 || members.some((each) => isInNamedGroup(each, page))) continue;
    yield { element: first, message: `The choices "${name.slice(0, 60)}" are in no group with a name` };
  }
  yield* choicesOfRoles(page);
}

/** Roles of buttons of choice side by side, in no group with a name. */
function* choicesOfRoles(page: Page): Generator<Fault> {
  const told = new Set<MarkupElement>();
  for (const element of page.inTree()) {
    const { parent } = element;
    if (explicitRole(element) !== 'radio' || isHtml(element, 'input') || !parent || told.has(parent)) continue;
    told.add(parent);
    const others = [...elementsIn(parent)].filter((each) => explicitRole(each) === 'radio');
    if (others.length < 2 && !element.handlers.has('repeated')) continue;
    if ([...ancestorsOf(element)].some((each) => isGroupOrUnknown(each, page))) continue;
    yield { element, message: `${tagOf(element)} and the choices beside it are in no group` };
  }
}

/** Whether an element around choices is a group, or may be one. The outermost one of a part is in another file. */
const isGroupOrUnknown = (around: MarkupElement, page: Page): boolean =>
  (around.parent !== undefined && (around.opaque || (around.mayHaveMore && around.parent.parent !== undefined))) ||
  isHtml(around, 'fieldset') ||
  around.attributes.get('role') === null ||
  /^(?:radio)?group$|^menu$|^toolbar$/.test(page.roleOf(around) ?? '');

/** Whether a loop makes a button of choice for each answer to a question that stands before it. */
function isLoopedBelowQuestion(element: MarkupElement): boolean {
  const row = [element, ...ancestorsOf(element)].find(({ handlers }) => handlers.has('repeated'));
  return row !== undefined && followsQuestion(row);
}

/** Whether the text before a row of choices asks for them: "With your tea:". */
function isBelowQuestion(element: MarkupElement): boolean {
  const inner = element.parent && isHtml(element.parent, 'label', 'li', 'span') ? element.parent : element;
  return followsQuestion(inner.parent && isHtml(inner.parent, 'ul', 'ol') ? inner.parent : inner);
}

/** Whether the nearest text beside a row, and before it, is a question. Rows of other choices lie between them. */
function followsQuestion(row: MarkupElement): boolean {
  const siblings = row.parent?.children ?? [];
  const before = siblings.slice(0, siblings.indexOf(row)).filter((each) => each.kind === 'element');
  const nearest = before.findLast((each) => each.kind === 'element' && isHtml(each, ...ASKING) && !holdsChoice(each));
  const text = nearest?.kind === 'element' ? textOf(nearest) : '';
  const isCalledSo = nearest?.kind === 'element' && CALLED_QUESTION.test(attributeOf(nearest, 'class') ?? '');
  return (/[:?]\s*$/.test(text) || (isCalledSo && text.trim() !== '')) && text.length < LONGEST_QUESTION;
}

/** Classes of a text that stands for the legend of a group. */
const CALLED_QUESTION = /(?:^|[\s_-])(?:legend|question|group-?(?:label|title|heading))(?:$|[\s_-])/i;
const ASKING: readonly string[] = ['p', 'div', 'label', 'span', 'strong', 'b', ...HEADINGS];

/** Whether an element is a choice with its label, or the label of one. */
const holdsChoice = (element: MarkupElement): boolean =>
  element.attributes.has('for') || [...elementsIn(element)].some((each) => isHtml(each, 'input'));

const LONGEST_QUESTION = 100;

/** Whether an element around it may say what is asked; a part of a page may be in a group of another file. */
function isInNamedGroup(element: MarkupElement, page: Page): boolean {
  let isInForm = page.markup.isPage;
  for (const around of ancestorsOf(element)) {
    if (around.parent === undefined && !page.markup.isPage) break;
    if (around.opaque || around.mayHaveMore || around.attributes.get('role') === null) return true;
    const role = page.roleOf(around);
    if ((role === 'group' || role === 'radiogroup') && !page.names.isNameless(around)) return true;
    isInForm ||= isHtml(around, 'form', 'fieldset');
  }
  return !isInForm;
}

/** A text that people can change, and of which nobody hears that it is a field. */
function* editableTexts(page: Page): Generator<Fault> {
  for (const element of page.inTree()) {
    const editable = attributeOf(element, 'contenteditable')?.toLowerCase();
    if (editable !== '' && editable !== 'true' && editable !== 'plaintext-only') continue;
    if (element.attributes.has('role') || isHtml(element, 'body', 'html') || element.attributes.has('ref')) continue;
    yield { element, message: `${tagOf(element)} can be changed, and has no role that says so` };
  }
}

/** Embedded documents, which a browser shows in a frame of its own. */
function* namelessEmbeds(page: Page): Generator<Fault> {
  for (const element of page.inTree())
    if (isHtml(element, 'embed') && element.attributes.has('src') && page.names.isNameless(element))
      yield { element, message: `Object ${tagOf(element)} has no accessible name` };
}

const PAIRS_OF_SPACED = /^(?:\p{L}\s){4,}\p{L}$/u;

/** A word with a space between all its letters, which is read out letter by letter. */
function* lettersApart(page: Page): Generator<Fault> {
  for (const element of page.inTree()) {
    if (isHtml(element, 'code', 'pre', 'kbd', 'samp', 'option', 'title') || hasUnknownInside(element)) continue;
    if (element.namespace !== 'html' || element.children.some((child) => child.kind === 'element')) continue;
    const text = textOf(element).trim();
    if (PAIRS_OF_SPACED.test(text) && !isSequence(text.replace(/\s/g, '').toLowerCase()))
      yield { element, message: `"${text.slice(0, 60)}" is read out as letters, not as a word` };
  }
}

/** The letters of an alphabet in their order are no word. */
const isSequence = (letters: string): boolean =>
  [...letters].every((letter, index, all) => index === 0 || letter > all[index - 1]!);

export const alternativeRules: Readonly<Record<string, Rule>> = {
  'decoration-titled': titledDecoration,
  'nameless-canvas': silentDrawings,
  'nameless-embed': namelessEmbeds,
  'field-placeholder-only': placeholdersAlone,
  'choices-without-question': choicesWithoutQuestion,
  'label-hidden': hiddenLabels,
  'editable-without-role': editableTexts,
  'letters-apart': lettersApart,
};
