import { type MarkupElement, ancestorsOf, attributeOf, elementsIn, hasUnknownInside, isHtml, textOf } from '../markup';
import { doneOn } from './handlers';
import { type Fault, type Page, type Rule, tagOf } from './page';

/** Signs that stand for closing, a menu, and a direction. A plus and a minus are read as what they do. */
const SIGN = /^(?:[×✕✖✗✘⨯╳❌☰≡⋮⋯…❯❮»«›‹→←↑↓▶◀▲▼▸◂▾▴►◄⟵⟶]|<{1,2}|>{1,2}|\.\.\.)\ufe0f?$/u;
/** A letter is the name of an axis or of an answer, too. */
const LETTER = /^[xX]$/;
const CLOSES = /clos|dismiss|remove|delete|hide|cancel|clear/i;

/** A button or link whose name is one sign: it is read as "times", or not at all. */
function* namedBySigns(page: Page): Generator<Fault> {
  for (const element of page.inTree()) {
    const role = page.roleOf(element);
    if ((role !== 'button' && role !== 'link') || element.attributes.has('title') || hasUnknownInside(element))
      continue;
    const name = page.names.of(element)?.trim() ?? '';
    if (!(SIGN.test(name) || (LETTER.test(name) && closes(element))) || textOf(element).trim() !== name) continue;
    if (/^#(?:fn|cite|note|ref)/i.test(attributeOf(element, 'href') ?? '')) continue;
    // A row of keys for signs, such as those of a calculator or of code, says what it writes.
    if (!LETTER.test(name) && isAmongKeys(element)) continue;
    yield { element, message: `Only the sign "${name}" names ${tagOf(element)}` };
  }
}

const closes = (element: MarkupElement): boolean =>
  CLOSES.test(
    ['class', 'id', 'data-dismiss', 'data-bs-dismiss'].map((name) => attributeOf(element, name) ?? '').join(' ') +
      (doneOn(element, 'click') ?? ''),
  );

const FEWEST_KEYS = 3;

/** Whether several controls beside an element have one sign or digit each. */
function isAmongKeys(element: MarkupElement): boolean {
  const [around] = ancestorsOf(element);
  const keys = [...(around ? elementsIn(around) : [])].filter(
    (each) => isHtml(each, 'button') && /^[\p{N}\p{S}+*/=%().-]$/u.test(textOf(each).trim()),
  );
  return keys.length > FEWEST_KEYS;
}

export const signNameRules: Readonly<Record<string, Rule>> = { 'name-of-sign': namedBySigns };
