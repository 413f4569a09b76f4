import { type AttributeValue, type MarkupElement, HEADINGS, addText, elementsIn, isHtml } from '../markup';
import { matcherOf } from '../style/selectors';
import { runsAtStart } from './timers';

const ASKED = String.raw`getElementById\(\s*['"](?<id>[\w-]+)['"]\s*\)|querySelector\(\s*['"]#(?<hash>[\w-]+)['"]\s*\)`;
const TARGET = new RegExp(
  String.raw`(?:document\s*\.\s*(?:${ASKED}|(?<whole>documentElement|body))|(?<![\w.$])(?<name>[a-zA-Z_]\w*))\s*\.\s*` +
    String.raw`(?=setAttribute|removeAttribute|style\b|class[LN]|alt\b|aria[A-Z]|dir\b|lang\b|role\b|tabIndex|` +
    String.raw`title\b|textContent|inner[TH]|(?:autoplay|controls|muted|loop|required|disabled)\b)`,
  'g',
);
const KEPT = new RegExp(
  String.raw`\b(?:const|let|var)\s+(?<name>\w+)\s*=\s*document\s*\.\s*(?:${ASKED})\s*[;,\n]`,
  'g',
);
/** `const here = document.querySelectorAll('#steps li')[1];` */
const KEPT_BY_SELECTOR = new RegExp(
  String.raw`\b(?:const|let|var)\s+(?<name>\w+)\s*=\s*document\s*\.\s*(?:querySelector\(\s*(?<quote>['"\x60])` +
    String.raw`(?<one>[^'"\x60\n]{1,80})\k<quote>\s*\)|` +
    String.raw`querySelectorAll\(\s*(?<mark>['"\x60])(?<all>[^'"\x60\n]{1,80})\k<mark>` +
    String.raw`\s*\)\s*\[\s*(?<index>\d{1,3})\s*\])\s*[;,\n]`,
  'g',
);
const VALUE = String.raw`(?:(?<quote>['"])(?<value>[^'"\\\n]{0,300})\k<quote>|(?<number>-?\d+))`;
const END = String.raw`\s*(?=[;\n}]|$)`;
const SETS = new RegExp(String.raw`^setAttribute\(\s*['"](?<attribute>[\w-]+)['"]\s*,\s*${VALUE}\s*\)`);
const REMOVES = /^removeAttribute\(\s*['"](?<attribute>[\w-]+)['"]\s*\)/;
const ASSIGNS = new RegExp(String.raw`^(?<property>\w+)\s*=(?!=)\s*${VALUE}${END}`);
const STYLES = new RegExp(String.raw`^style\s*\.\s*(?<property>(?!cssText)[a-zA-Z]+)\s*=(?!=)\s*${VALUE}${END}`);
const STYLES_AT_ONCE = new RegExp(String.raw`^style\s*\.\s*cssText\s*\+?=\s*${VALUE}${END}`);
const CLASSES = new RegExp(
  String.raw`^(?:classList\s*\.\s*(?<call>add|remove)\(\s*${VALUE}\s*\)|` +
    String.raw`className\s*(?<more>\+)?=(?!=)\s*(?<quoted>['"])(?<names>[\w\s-]*)\k<quoted>)`,
);
/** `$('#tea').css('color', '#bbb')` */
const BY_JQUERY = new RegExp(
  String.raw`(?:\$|jQuery)\(\s*['"]#(?<id>[\w-]+)['"]\s*\)\s*\.\s*` +
    String.raw`(?<call>css|attr|addClass|removeClass|removeAttr)\(\s*['"](?<name>[\w\s-]+)['"]\s*` +
    String.raw`(?:,\s*${VALUE}\s*)?\)`,
  'g',
);
const STYLES_BY_CALL = new RegExp(
  String.raw`^style\s*\.\s*setProperty\(\s*['"](?<property>[\w-]+)['"]\s*,\s*${VALUE}\s*` +
    String.raw`(?<important>,\s*['"]important['"]\s*)?\)`,
);
/** Properties that write an attribute. */
const WRITTEN: Readonly<Record<string, string>> = {
  alt: 'alt',
  ariaExpanded: 'aria-expanded',
  ariaHidden: 'aria-hidden',
  ariaLabel: 'aria-label',
  dir: 'dir',
  lang: 'lang',
  role: 'role',
  tabIndex: 'tabindex',
  title: 'title',
};
/** Properties that add an attribute, or take it away. */
const FLAGS = /^(?<flag>autoplay|controls|muted|loop|required|disabled)\s*=(?!=)\s*(?<state>true|false)\b/;
/** Properties that write the text of an element. */
const TEXTS = new Set(['textContent', 'innerText', 'innerHTML']);
/** Elements that a script leaves alone after it has given them a text. */
const KEEP_TEXT: readonly string[] = [...HEADINGS, 'a', 'button', 'label', 'legend', 'summary', 'th', 'title'];
/** The title of the page, which a script sets as a whole. */
const TITLES = new RegExp(String.raw`\bdocument\s*\.\s*title\s*=(?!=)\s*${VALUE}${END}`, 'g');
const CHANGES_SOMETHING = new RegExp(
  String.raw`\.(?:setAttribute|removeAttribute|style|css|attr|class[LN]|addClass|alt|aria|dir|lang|role|tabIndex|` +
    String.raw`title|textContent|inner[TH]|autoplay|controls|muted|required|disabled)`,
);
/** Longer code is of a program. */
const LONGEST_SCRIPT = 20_000;
const LONGEST_STATEMENT = 420;

/** Gives elements the attributes that scripts of the page give them before anybody has done anything. */
export function runAtStart(root: MarkupElement, scripts: Iterable<string>): void {
  let ids: ReadonlyMap<string, MarkupElement> | undefined;
  for (const code of scripts) {
    if (code.length > LONGEST_SCRIPT || !CHANGES_SOMETHING.test(code)) continue;
    ids ??= idsIn(root);
    setTitle(root, code);
    for (const { index, groups } of code.matchAll(BY_JQUERY)) {
      const target = ids.get(groups!['id']!);
      if (target && isStatement(code, index) && runsAtStart(code, index)) changeByJquery(target, groups!);
    }
    const kept = new Map(
      [...code.matchAll(KEPT)].map(({ groups }) => [groups!['name']!, groups!['id'] ?? groups!['hash']!]),
    );
    const selected = selectedIn(root, code);
    for (const { index, 0: head, groups } of code.matchAll(TARGET)) {
      if (!isStatement(code, index) || !runsAtStart(code, index)) continue;
      const { id, hash, whole, name = '' } = groups!;
      const target =
        whole === undefined
          ? (ids.get(id ?? hash ?? kept.get(name) ?? '') ?? selected.get(name))
          : wholeOf(root, whole === 'body' ? 'body' : 'html');
      const begin = index + head.length;
      if (!target) continue;
      const statement = code.slice(begin, begin + LONGEST_STATEMENT);
      change(target, statement);
      const { property, value } = ASSIGNS.exec(statement)?.groups ?? {};
      const isWritten = property !== undefined && TEXTS.has(property) && value !== undefined && !value.includes('<');
      const isKept = isHtml(target, ...KEEP_TEXT) && isWrittenOnce(code, id ?? hash ?? name, name);
      if (isWritten && (isKept || isEmptyUntilNow(target, code))) writeText(target, value);
    }
  }
}

/** The elements that variables of a script keep, which it finds by selectors. */
function selectedIn(root: MarkupElement, code: string): ReadonlyMap<string, MarkupElement> {
  const found = new Map<string, MarkupElement>();
  for (const { groups } of code.matchAll(KEPT_BY_SELECTOR)) {
    const { name = '', one, all = '', index = '0' } = groups!;
    const matches = matcherOf(one ?? all);
    const elements = matches ? [...elementsIn(root)].filter((each) => matches(each)) : [];
    const element = elements[Number(index)];
    if (element && !found.has(name)) found.set(name, element);
  }
  return found;
}

/** Whether an element gets its first text, and a script writes no other one. */
const isEmptyUntilNow = (element: MarkupElement, code: string): boolean =>
  element.children.every((each) => each.kind === 'text' && each.text?.trim() === '') &&
  (code.match(/\.(?:textContent|innerText|innerHTML)\s*\+?=(?!=)/g)?.length ?? 0) === 1;

/** Whether a script speaks of an element where it writes its text, and nowhere else. */
function isWrittenOnce(code: string, called: string, name: string): boolean {
  const times = code.match(new RegExp(String.raw`(?<![\w-])${called}(?![\w-])`, 'g'))?.length ?? 0;
  return times === (name === '' ? 1 : 2);
}

function writeText(element: MarkupElement, text: string): void {
  element.children.length = 0;
  addText(element, text);
}

function setTitle(root: MarkupElement, code: string): void {
  for (const { index, groups } of code.matchAll(TITLES)) {
    if (!isStatement(code, index) || !runsAtStart(code, index)) continue;
    for (const each of elementsIn(root))
      if (isHtml(each, 'title')) writeText(each, groups!['value'] ?? groups!['number']!);
  }
}

/** Whether a statement begins at a place that no condition without braces stands before. */
const isStatement = (code: string, index: number): boolean =>
  /(?:^|[;{}])\s*$/.test(code.slice(Math.max(0, index - 80), index));

const wholeOf = (root: MarkupElement, name: string): MarkupElement | undefined =>
  root.name === name
    ? root
    : root.children.find((each): each is MarkupElement => each.kind === 'element' && each.name === name);

function idsIn(root: MarkupElement): ReadonlyMap<string, MarkupElement> {
  const ids = new Map<string, MarkupElement>();
  for (const element of elementsIn(root)) {
    const id = element.attributes.get('id');
    if (typeof id === 'string' && !ids.has(id)) ids.set(id, element);
  }
  return ids;
}

function change(element: MarkupElement, statement: string): void {
  const attributes = element.attributes as Map<string, AttributeValue>;
  const write = (name: string, value: string | undefined): void => {
    if (attributes.get(name) !== null && value !== undefined) attributes.set(name.toLowerCase(), value);
  };
  const set = SETS.exec(statement)?.groups;
  if (set) write(set['attribute']!, set['value'] ?? set['number']);
  const removed = REMOVES.exec(statement)?.groups;
  if (removed) attributes.delete(removed['attribute']!.toLowerCase());
  const assigned = ASSIGNS.exec(statement)?.groups;
  const written = assigned && WRITTEN[assigned['property']!];
  if (written !== undefined) write(written, assigned!['value'] ?? assigned!['number']);
  const { flag, state } = FLAGS.exec(statement)?.groups ?? {};
  if (state === 'true') write(flag!, '');
  else if (state === 'false') attributes.delete(flag!);
  const classes = CLASSES.exec(statement)?.groups;
  if (classes) changeClasses(element, classes);
  const atOnce = STYLES_AT_ONCE.exec(statement)?.groups;
  if (atOnce) addStyle(element, atOnce['value'] ?? '');
  const styled = (STYLES_BY_CALL.exec(statement) ?? STYLES.exec(statement))?.groups;
  const value = styled?.['value'] ?? styled?.['number'];
  if (!styled || value === undefined) return;
  const property = styled['property']!.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  addStyle(element, `${property}: ${value}${styled['important'] ? ' !important' : ''}`);
}

/** Adds declarations to the style attribute, unless only a program knows that. */
function addStyle(element: MarkupElement, declared: string): void {
  const attributes = element.attributes as Map<string, AttributeValue>;
  const before = attributes.get('style');
  if (before === null) return;
  attributes.set('style', before === undefined || before.trim() === '' ? declared : `${before}; ${declared}`);
}

function changeClasses(element: MarkupElement, groups: Readonly<Record<string, string | undefined>>): void {
  const attributes = element.attributes as Map<string, AttributeValue>;
  const before = attributes.get('class');
  if (before === null) return;
  const names = (groups['value'] ?? groups['names'] ?? '').trim();
  const all = (before ?? '').split(/\s+/).filter((each) => each !== '');
  if (groups['call'] === 'remove') attributes.set('class', all.filter((each) => each !== names).join(' '));
  else attributes.set('class', [...(groups['call'] === 'add' || groups['more'] ? all : []), names].join(' '));
}

function changeByJquery(element: MarkupElement, groups: Readonly<Record<string, string | undefined>>): void {
  const attributes = element.attributes as Map<string, AttributeValue>;
  const [name, value] = [groups['name']!.trim(), groups['value'] ?? groups['number']];
  switch (groups['call']) {
    case 'addClass':
      return changeClasses(element, { call: 'add', value: name });
    case 'removeClass':
      return changeClasses(element, { call: 'remove', value: name });
    case 'removeAttr':
      attributes.delete(name.toLowerCase());
      return;
    case 'css':
      if (value !== undefined) addStyle(element, `${name}: ${value}`);
      return;
    default:
      if (value !== undefined && attributes.get(name) !== null) attributes.set(name.toLowerCase(), value);
  }
}
