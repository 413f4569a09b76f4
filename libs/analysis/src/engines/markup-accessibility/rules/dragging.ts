import {
  type MarkupElement,
  ancestorsOf,
  attributeOf,
  contentOf,
  elementsIn,
  isComponent,
  isHtml,
  tokensOf,
} from '../markup';
import { inputType } from '../semantics/roles';
import { listensTo, listensToKeys } from './handlers';
import { heardOf } from './heard-by-scripts';
import { type Fault, type Page, type Rule, tagOf } from './page';
import { BY_ID, scriptsById, scriptsOf } from './page-scripts';

/** `draggable` of a component is true without a value. */
const isDragged = (element: MarkupElement, { markup }: Page): boolean =>
  attributeOf(element, 'draggable') === 'true' || (!markup.isPage && attributeOf(element, 'draggable') === '');

/** Something that a pointer alone moves: no key does, and no button beside it. */
function* draggedAlone(page: Page): Generator<Fault> {
  yield* sortedByDragging(page);
  yield* filesByDragging(page);
  yield* sortedInTemplates(page);
  yield* pulledAlone(page);
  yield* draggedByHooks(page);
  for (const element of page.inTree()) {
    if (!isDragged(element, page) || !listensTo(element, 'dragstart')) continue;
    if (listensToKeys(element) || listensTo(element, 'click', 'dblclick', 'contextmenu')) continue;
    if (isHtml(element, 'a', 'img', 'button') || element.attributes.has('tabindex')) continue;
    const inside = [...elementsIn(element)];
    if (inside.some((each) => each.opaque || isHtml(each, 'button', 'select', 'input') || listensTo(each, 'click')))
      continue;
    if ([...ancestorsOf(element)].some((each) => listensToKeys(each) || isComponent(each))) continue;
    yield { element, message: `${tagOf(element)} is moved by dragging, and by nothing else` };
  }
}

const SORTS = new RegExp(
  String.raw`(?:\bnew\s+Sortable\(|\bSortable\.create\(|\bdragula\(\s*\[)\s*${BY_ID}|${BY_ID}\.sortable\(|` +
    String.raw`\$\(\s*['"](\.[\w-]+)['"]\s*\)\.sortable\(`,
  'g',
);

/** A list that a library lets a pointer put in order, with nothing in it that a key could press. */
function* sortedByDragging(page: Page): Generator<Fault> {
  if (page.markup.isTemplate) return;
  for (const [, code] of scriptsById(page))
    for (const [, first, second, ofClass] of code.matchAll(SORTS)) {
      const isOfClass = (each: MarkupElement): boolean =>
        ofClass !== undefined && tokensOf(attributeOf(each, 'class')).includes(ofClass.slice(1));
      const list = page.markup.ids.get(first ?? second ?? '')?.[0] ?? page.markup.elements.find(isOfClass);
      if (!list || contentOf(list).length < 2 || /\bkey(?:down|up)\b/.test(code)) continue;
      const isPressed = (each: MarkupElement): boolean => isHtml(each, 'button', 'select', 'input', 'a');
      if (![...elementsIn(list)].some(isPressed))
        yield { element: list, message: `What is in ${tagOf(list)} is put in order by dragging, and by nothing else` };
    }
}

const SORTABLE = /^(?:draggable|vue-?draggable|react-?sortable|sortable-?list)$/i;

/** A list of a template that a library lets a pointer put in order, with nothing in it that a key could press. */
function* sortedInTemplates(page: Page): Generator<Fault> {
  if (!page.markup.isTemplate) return;
  for (const element of page.markup.elements) {
    const isSortable = element.opaque && SORTABLE.test(element.name);
    if (!isSortable && !element.attributes.has('cdkdroplist')) continue;
    const inside = [...elementsIn(element)];
    const isPressed = (each: MarkupElement): boolean =>
      isHtml(each, 'button', 'select', 'input', 'a') ||
      listensToKeys(each) ||
      (each.opaque && each.name !== 'template');
    const isMoved = isSortable || inside.some((each) => each.attributes.has('cdkdrag'));
    if (isMoved && inside.length > 0 && !inside.some(isPressed) && ![...ancestorsOf(element)].some(listensToKeys))
      yield { element, message: `What is in ${tagOf(element)} is put in order by dragging, and by nothing else` };
  }
}

const PULLS = new RegExp(
  String.raw`\.style\.(?:left|top|right|width|height|transform)\s*=[^;]*` +
    String.raw`\b(?:clientX|clientY|pageX|pageY|movementX|dx|dy)\b`,
);
const HEARS_PULL = /['"](?:mouse|pointer)move['"]|\.on(?:mouse|pointer)move\s*=/;

/** A handle that a script moves with the pointer, and that no key moves. */
function* pulledAlone(page: Page): Generator<Fault> {
  if (!page.markup.isPage || page.markup.isTemplate) return;
  for (const element of page.elements) {
    if (!isHtml(element, 'div', 'span') || element.attributes.has('tabindex') || element.attributes.has('role'))
      continue;
    const codes = heardOf(page, element, 'mousedown|pointerdown');
    if (codes.length === 0 || heardOf(page, element, 'click|keydown').length > 0) continue;
    const pulls = scriptsOf(page).some(
      ([, code]) => HEARS_PULL.test(code) && PULLS.test(code) && !/['"]key(?:down|up)['"]|onkey(?:down|up)/.test(code),
    );
    if (pulls && codes.some((code) => /move|drag|down|start|client|page[XY]|=\s*true/i.test(code)))
      yield { element, message: `${tagOf(element)} is moved by dragging, and by nothing else`, isMild: true };
  }
}

/** Something that a hook of react-dnd lets a pointer drag, in a component without a control. */
function* draggedByHooks(page: Page): Generator<Fault> {
  const file = page.markup.root.handlers.get('file') ?? '';
  if (page.markup.isPage || !/['"]react-dnd['"]/.test(file) || !/\buseDrag\(/.test(file)) return;
  const { elements } = page.markup;
  if (elements.some((each) => isHtml(each, 'button', 'input', 'select', 'a') || listensToKeys(each))) return;
  const element = elements.find((each) => each.parent !== undefined);
  if (!element || elements.some((each) => each.opaque && each.parent !== undefined)) return;
  yield { element, message: `${tagOf(element)} is moved by dragging, and by nothing else` };
}

const TAKES_FILES = /\bondrop\s*=|addEventListener\(\s*['"]drop['"]|\.on\(\s*['"]drop['"]/;
const OTHER_WAY_TO_FILES = /\.click\(\)|showOpenFilePicker|createElement\(\s*['"]input|Dropzone|['"]paste['"]/;

/** A page that takes files which are dropped on it, and that lets nobody choose them. */
function* filesByDragging(page: Page): Generator<Fault> {
  if (!page.markup.isPage || page.markup.isTemplate) return;
  if (page.markup.elements.some((each) => each.opaque || (isHtml(each, 'input') && inputType(each) === 'file'))) return;
  for (const [element, code] of scriptsOf(page))
    if (TAKES_FILES.test(code) && /dataTransfer\.(?:files|items)/.test(code) && !OTHER_WAY_TO_FILES.test(code))
      yield { element, message: 'Files get into the page by dragging, and by nothing else' };
}

export const draggingRules: Readonly<Record<string, Rule>> = { 'drag-alone': draggedAlone };
