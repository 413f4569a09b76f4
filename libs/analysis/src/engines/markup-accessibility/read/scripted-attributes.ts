import { type AttributeValue, type MarkupElement, elementsIn } from '../markup';
import { runsAtStart } from './timers';

const ASKED = String.raw`getElementById\(\s*['"](?<id>[\w-]+)['"]\s*\)|querySelector\(\s*['"]#(?<hash>[\w-]+)['"]\s*\)`;
const TARGET = new RegExp(
  String.raw`(?:document\s*\.\s*(?:${ASKED}|(?<whole>documentElement|body))|(?<![\w.$])(?<name>[a-zA-Z_]\w*))\s*\.\s*` +
    String.raw`(?=setAttribute|removeAttribute|style\b|alt\b|aria[A-Z]|dir\b|lang\b|role\b|tabIndex|title\b)`,
  'g',
);
const KEPT = new RegExp(
  String.raw`\b(?:const|let|var)\s+(?<name>\w+)\s*=\s*document\s*\.\s*(?:${ASKED})\s*[;,\n]`,
  'g',
);
const VALUE = String.raw`(?:(?<quote>['"])(?<value>[^'"\\\n]{0,300})\k<quote>|(?<number>-?\d+))`;
const END = String.raw`\s*(?=[;\n}]|$)`;
const SETS = new RegExp(String.raw`^setAttribute\(\s*['"](?<attribute>[\w-]+)['"]\s*,\s*${VALUE}\s*\)`);
const REMOVES = /^removeAttribute\(\s*['"](?<attribute>[\w-]+)['"]\s*\)/;
const ASSIGNS = new RegExp(String.raw`^(?<property>\w+)\s*=(?!=)\s*${VALUE}${END}`);
const STYLES = new RegExp(String.raw`^style\s*\.\s*(?<property>[a-zA-Z]+)\s*=(?!=)\s*${VALUE}${END}`);
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
/** Longer code is of a program. */
const LONGEST_SCRIPT = 20_000;
const LONGEST_STATEMENT = 420;

/** Gives elements the attributes that scripts of the page give them before anybody has done anything. */
export function runAtStart(root: MarkupElement, scripts: Iterable<string>): void {
  let ids: ReadonlyMap<string, MarkupElement> | undefined;
  for (const code of scripts) {
    if (
      code.length > LONGEST_SCRIPT ||
      !/\.(?:setAttribute|removeAttribute|style|alt|aria|dir|lang|role|tabIndex|title)/.test(code)
    )
      continue;
    ids ??= idsIn(root);
    const kept = new Map(
      [...code.matchAll(KEPT)].map(({ groups }) => [groups!['name']!, groups!['id'] ?? groups!['hash']!]),
    );
    for (const { index, 0: head, groups } of code.matchAll(TARGET)) {
      if (!isStatement(code, index) || !runsAtStart(code, index)) continue;
      const { id, hash, whole, name = '' } = groups!;
      const target =
        whole === undefined
          ? ids.get(id ?? hash ?? kept.get(name) ?? '')
          : wholeOf(root, whole === 'body' ? 'body' : 'html');
      const begin = index + head.length;
      if (target) change(target, code.slice(begin, begin + LONGEST_STATEMENT));
    }
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
  const styled = (STYLES_BY_CALL.exec(statement) ?? STYLES.exec(statement))?.groups;
  const value = styled?.['value'] ?? styled?.['number'];
  if (!styled || value === undefined) return;
  const property = styled['property']!.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const before = attributes.get('style');
  if (before === null) return;
  const declared = `${property}: ${value}${styled['important'] ? ' !important' : ''}`;
  attributes.set('style', before === undefined || before.trim() === '' ? declared : `${before}; ${declared}`);
}
