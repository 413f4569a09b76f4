import { type MarkupElement, ancestorsOf, elementsIn, isComponent, isHtml } from '../markup';
import { isDisabled } from '../semantics/focus';
import { inputType } from '../semantics/roles';
import { listensTo, listensToKeys } from './handlers';
import { type Fault, type Page, tagOf } from './page';
import { scriptsOf } from './page-scripts';

const KINDS = new Set(['file', 'checkbox', 'radio']);
/** Another way to what the field does. */
const OTHER_WAY = /\.click\(\)|showOpenFilePicker|\bkey(?:down|press|up)\b|tabindex/i;

/**
 * A label that people press in the place of its field, which is hidden from all: no key gets to either of them. A
 * field that is only out of sight keeps the focus.
 */
export function* fieldsBehindLabels(page: Page): Generator<Fault> {
  if (scriptsOf(page).some(([, code]) => OTHER_WAY.test(code))) return;
  for (const field of page.markup.elements) {
    if (!isHtml(field, 'input') || field.mayHaveMore || !KINDS.has(inputType(field)) || isDisabled(field)) continue;
    if (['ref', 'tabindex', 'readonly'].some((name) => field.attributes.has(name)) || !isHiddenItself(field, page))
      continue;
    const [label, ...others] = page.names.labelsOf(field);
    if (!label || others.length > 0 || !page.exposures.isSeen(label) || label.mayHaveMore) continue;
    const parts = [label, ...[...elementsIn(label)].filter((each) => each !== field)];
    const around = [...ancestorsOf(label)];
    const isOperated = (each: MarkupElement): boolean =>
      each.attributes.has('tabindex') || each.attributes.has('role') || listensToKeys(each);
    if (parts.some((each) => isOperated(each) || each.opaque || isHtml(each, 'button', 'a', 'input', 'select')))
      continue;
    if (around.some((each) => isComponent(each) || isOperated(each) || listensTo(each, 'drop'))) continue;
    yield { element: label, message: `No key gets to ${tagOf(label)}, nor to its field, which is hidden` };
  }
}

/** Whether a field is in no box of its own, in a place that is shown. */
function isHiddenItself(field: MarkupElement, page: Page): boolean {
  const style = page.cascade.styleOf(field);
  const isGone =
    style.get('display')?.value.trim() === 'none' ||
    style.get('visibility')?.value.trim() === 'hidden' ||
    typeof field.attributes.get('hidden') === 'string';
  return (
    isGone && !field.handlers.has('conditional') && field.parent !== undefined && page.exposures.isSeen(field.parent)
  );
}
