import { type MarkupElement, ancestorsOf, attributeOf, elementsIn, hasUnknownInside, isHtml, textOf } from '../markup';
import { doneOn } from './handlers';
import { type Fault, type Page, type Rule, tagOf } from './page';

/** Signs that stand for closing, a menu, and a direction. A plus and a minus are read as what they do. */
const SIGN = /^(?:[×✕✖✗✘⨯╳❌☰≡⋮⋯…❯❮»«›‹→←↑↓▶◀▲▼▸◂▾▴►◄⟵⟶]|<{1,2}|>{1,2}|\.\.\.)\ufe0f?$/u;
/** Characters that only a font of icons gives a look. */
const OF_FONT = /^[\u{e000}-\u{f8ff}\u{f0000}-\u{ffffd}]$/u;
/** The name of an icon, which a font draws in the place of the word: `arrow_back`. */
const OF_LIGATURE = /^[a-z]+(?:_[a-z\d]+)+$/;
const LIGATURES = /(?:^|\s)material-(?:icons|symbols)/;
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
    const isSign = SIGN.test(name) || OF_FONT.test(name) || (LETTER.test(name) && closes(element));
    if (!(isSign || isNameOfIcon(element, name)) || textOf(element).trim() !== name) continue;
    if (/^#(?:fn|cite|note|ref)/i.test(attributeOf(element, 'href') ?? '')) continue;
    // A row of keys for signs, such as those of a calculator or of code, says what it writes.
    if (!LETTER.test(name) && isAmongKeys(element)) continue;
    const sign = OF_FONT.test(name) ? `U+${name.codePointAt(0)!.toString(16).toUpperCase()}` : name;
    yield { element, message: `Only the sign "${sign}" names ${tagOf(element)}` };
  }
}

const isNameOfIcon = (element: MarkupElement, name: string): boolean =>
  OF_LIGATURE.test(name) &&
  [element, ...elementsIn(element)].some((each) => LIGATURES.test(attributeOf(each, 'class') ?? ''));

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
