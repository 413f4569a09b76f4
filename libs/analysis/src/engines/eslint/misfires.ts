import { hasWordedAssertions, wrapsAssertion } from '../kit/asserting-helpers';
import { isJumpTarget } from '../kit/jump-targets';
import { tagAt } from '../kit/misfires';
import type { LintFinding } from './lint-job';
import { indentOf } from '../kit/indent';

type Misfire = (
  lines: readonly string[],
  line: number,
  findings: readonly LintFinding[],
  finding: LintFinding,
) => boolean;

/** A line from where the finding begins: what stands before it says nothing of it. */
const from = (lines: readonly string[], line: number, column: number): string =>
  (lines[line - 1] ?? '').slice(column - 1);

/** The lines above a place, some of them, and its line up to there. */
const before = (lines: readonly string[], line: number, column: number): string =>
  [
    ...lines.slice(Math.max(0, line - 1 - LINES_OF_CHOICE), line - 1),
    (lines[line - 1] ?? '').slice(0, column - 1),
  ].join('\n');

/** A value whose name says that a sanitizer made it. The rule cannot know the sanitizer's other name. */
const SANITISED = String.raw`\s*\w*(?:sanitis|sanitiz|purif)\w*(?:\.value)?(?:\([^;]*\))?\s*`;
const OF_SANITISED = new RegExp(`^(?:[\\w.]+HTML\\s*=${SANITISED};?\\s*$|v-html=(["'])${SANITISED}\\1)`, 'i');
const isSanitised: Misfire = (lines, line, _, { column }) => OF_SANITISED.test(from(lines, line, column));

/** By rule: the plain cases in which the rule is wrong. `line` counts from 1. */
const MISFIRES: Readonly<Record<string, Misfire>> = {
  // 3.10 as a version is 3.1; 42.00 as a price or 1.0 as a ratio is what it looks like.
  // RuboCop reads numbers: 3.0 is 3.0 to it.
  'yml/no-trailing-zeros': (lines, line) =>
    !isVersion(keyOf(lines, line)) || /^\s*Target\w+Version:\s*\d+\.0\s*$/.test(lines[line - 1] ?? ''),
  // An item ends where the next one begins: HTML asks for no `</li>`.
  '@html-eslint/require-li-container': (lines, line, _, { column }) => isInList(lines, line, column),
  // `vue/require-component-is` knows the bound attribute alone.
  'vue/require-component-is': (lines, line) => /<component\s[^>]*(?<![\w:-])is="[^"]+"/.test(tagAt(lines, line)),
  // An element without a role has no keyboard handler either; a button in its place has both.
  'vuejs-accessibility/click-events-have-key-events': (lines, line, findings) =>
    isComponent(lines, line) ||
    isNoAction(lines, line) ||
    findings.some(
      (other) =>
        /\/(?:no-static-element-interactions|interactive-supports-focus)$/.test(other.rule) && other.line === line,
    ),
  // Captions are for films. A range tells its value by itself.
  'vuejs-accessibility/media-has-caption': (lines, line) => /^\s*<audio\b/i.test(lines[line - 1] ?? ''),
  'vuejs-accessibility/role-has-required-aria-props': (lines, line) =>
    /^\s*<input\b.*\stype=["']?(?:range|checkbox|radio|number)\b/i.test(tagAt(lines, line)),
  // A click on a label is one on its control. Without a handler of clicks, there is nothing to operate.
  'vuejs-accessibility/no-static-element-interactions': (lines, line) =>
    isComponent(lines, line) || isNoAction(lines, line) || /^\s*<(?:label|form)\b/.test(lines[line - 1] ?? ''),
  // Whoever uses the component gives its root what else it has, such as an `id` that a label names.
  'vuejs-accessibility/form-control-has-label': (lines, line) =>
    isComponent(lines, line) || isRoot(lines, line) || isNotDisplayed(lines, line),
  'vuejs-accessibility/label-has-for': (lines, line) =>
    isComponent(lines, line) || isRoot(lines, line) || holdsComponent(lines, line),
  'vuejs-accessibility/aria-unsupported-elements': isComponent,
  // An object gets its alternative as text in it. A picture without an address gets both from a script that has a
  // reference.
  'vuejs-accessibility/alt-text': (lines, line) =>
    isComponent(lines, line) ||
    /^\s*<object\b/.test(lines[line - 1] ?? '') ||
    /^\s*<img\b(?=[^>]*\sref=)(?![^>]*\s:?src=)/.test(tagAt(lines, line)),
  // A component or a slot in the heading may well print its text.
  'vuejs-accessibility/heading-has-content': (lines, line) => holdsComponent(lines, line),
  // A title names a link, too, and a component in it may well print its text.
  'vuejs-accessibility/anchor-has-content': (lines, line, _, { column }) =>
    isJumpTarget({ here: from(lines, line, column), tag: tagAt(lines, line) }) ||
    /\s:?(?:title|aria-label|aria-labelledby)=/.test(tagAt(lines, line)) ||
    holdsComponent(lines, line) ||
    holdsNamelessImage(lines, line),
  // Left-to-right text that is set apart, from U+2066 to U+2069, changes the order of no other.
  'security/detect-bidi-characters': (lines, line) =>
    !/[\u202a-\u202e\u2066-\u2069]/.test(
      (lines[line - 1] ?? '').replace(/\u2066[^\u202a-\u202e\u2066-\u2069]*\u2069/g, ''),
    ),
  // A loop has a name so that a `break` or `continue` may end it from inside another one.
  'sonarjs/no-case-label-in-switch': (lines, line, _, { column }) =>
    /^[\w$]+\s*:\s*(?:for|while|do)\b/.test(`${from(lines, line, column)} ${lines[line] ?? ''}`),
  // A file that a program has put into one line is code of others.
  'sonarjs/no-extra-arguments': (lines, line) => (lines[line - 1] ?? '').length > LONG_LINE,
  // Browsers have these, too, and have had them for long.
  'n/no-unsupported-features/node-builtins': (_, _line, _findings, { message }) =>
    /^The '(?:navigator|localStorage|sessionStorage|Storage|EventSource|WebSocket|CustomEvent|CloseEvent)\b/.test(
      message,
    ),
  // A program in one line has no indentation.
  'sonarjs/no-unenclosed-multiline-block': (lines, line) => (lines[line - 1] ?? '').length > LONG_LINE,
  // A type argument makes it a test of types, in which the compiler asserts.
  'sonarjs/no-incomplete-assertions': (lines, line, _, { column }) => {
    const [here, text] = [from(lines, line, column), lines.join('\n')];
    const whole = here.replace(/\(\s*$/, (open) => open + (lines[line] ?? ''));
    return /^expect\s*</.test(here) || hasWordedAssertions(text) || wrapsAssertion(whole, text);
  },
  // The old form says the same.
  '@html-eslint/require-meta-charset': (lines) =>
    lines.some((each) => /<meta\b[^>]*\shttp-equiv=["']?content-type\b[^>]*\bcharset=/i.test(each)),
  // Helm fills the value in.
  'yml/no-empty-mapping-value': (lines, line) => /\{\{.*\}\}/.test(lines[line - 1] ?? ''),
  // The title that is empty is told of where the page begins.
  '@html-eslint/require-title': (lines, line) => /<title\b/i.test(lines[line - 1] ?? ''),
  // A file that is run is code of the program, as one that is imported.
  'sonarjs/code-eval': (lines, line, _, { column }) =>
    /^[\w.]*\brun\w*\(\s*(?:fs\.)?readFile(?:Sync)?\(/.test(from(lines, line, column)),
  // An element that gets its own markup again gets nothing new.
  'no-unsanitized/property': (lines, line, findings, finding) =>
    /^([\w.]+\.innerHTML)\s*=\s*\1\s*;?\s*$/.test(from(lines, line, finding.column)) ||
    isSanitised(lines, line, findings, finding),
  'vue/no-v-html': isSanitised,
  // 0o755 lets everybody read. The rule is about those who may change.
  'sonarjs/file-permissions': (lines, line) => /\b0?o?[0-7]?[0-7]{2}[0145]\b/.test(lines[line - 1] ?? ''),
  // A constant is no markup of somebody else.
  '@microsoft/sdl/no-inner-html': (lines, line) =>
    /(?:inner|outer)HTML\s*=\s*(['"`])(?:(?!\1|\$\{).)*\1\s*;?\s*$/.test(lines[line - 1] ?? ''),
  '@microsoft/sdl/no-html-method': (lines, line) =>
    /\.html\(\s*(['"`])(?:(?!\1|\$\{).)*\1\s*\)/.test(lines[line - 1] ?? ''),
  // Only NaN differs from itself, which is how one asks for it.
  // 1 / 1 is a ratio.
  'sonarjs/no-identical-expressions': (lines, line, _, { column }) =>
    /([\w.$]+) !==? \1(?![\w.$[(])/.test(lines[line - 1] ?? '') ||
    /^(\d+(?:\.\d+)?) *\/ *\1(?![\w.])/.test(from(lines, line, column)),
  // `check(x) || other`: whoever combines what a function returns with more knows that it may be nothing.
  'sonarjs/no-use-of-empty-return-value': (lines, line) =>
    /\w\([^()]*\)\s*(?:\|\||&&|\?\?)/.test(lines[line - 1] ?? ''),
  // The helper that the TypeScript compiler writes.
  'sonarjs/no-dead-store': (lines, line) => lines[line - 1]?.includes('__awaiter = ') === true,
  // A window that posts to itself, as those do who imitate `setImmediate`.
  '@microsoft/sdl/no-postmessage-star-origin': (lines, line) =>
    /\b(?:window|self|globalThis|_?global)\.postMessage\(/.test(lines[line - 1] ?? ''),
  // `import()` loads a module and parses no markup.
  'no-unsanitized/method': (lines, line) => /\bimport\(/.test(lines[line - 1] ?? ''),
  // The finding about the cipher covers its mode, too.
  'sonarjs/encryption-secure-mode': (_, line, findings) =>
    findings.some((other) => other.rule === 'sonarjs/no-weak-cipher' && other.line === line),
  // A certificate is public. A private key is one secret, however many parts of it look like one.
  'no-secrets/no-secrets': (lines, line, findings, { message, endLine = line }) =>
    isInCertificate(lines, line, endLine) ||
    isPartOfKey(findings, line, message) ||
    standsIn(PUBLIC_KEY, lines[line - 1] ?? '', message) ||
    standsIn(ADDRESS, lines[line - 1] ?? '', message),
  // `match(a, a).should.be.true` asks what a function makes of the same value twice.
  // `calledWith(any, any)` compares each with an argument of its own.
  'sonarjs/no-same-argument-assert': (lines, line, _, { column }) =>
    AMONG_ARGUMENTS.test(from(lines, line, column)) || OF_CALL.test(before(lines, line, column)),
  // A program that asks for the newer function first uses the older one where there is no other.
  'n/no-deprecated-api': (lines, line, _, { column }) =>
    /^(?:new\s+)?Buffer\b/.test(from(lines, line, column)) &&
    ASKS_FOR_NEWER.test(lines.slice(Math.max(0, line - 1 - LINES_OF_CHOICE), line).join('\n')),
  // `suite.only = (name) => describe.only(name)` hands on what its own name says.
  'sonarjs/no-exclusive-tests': (lines, line) =>
    HANDS_ON_ONLY.test(lines.slice(Math.max(0, line - 1 - LINES_OF_CHOICE), line).join('\n')),
  // The TypeScript compiler writes an async function without await as such a generator.
  'sonarjs/generator-without-yield': (lines) => lines.some((each) => each.includes('__awaiter(')),
};

/** How far above a call the condition or the function is that it stands in, in lines. */
const LINES_OF_CHOICE = 3;
/** Functions that are not called: a condition asks whether they are there. */
const ASKS_FOR_NEWER = /\bBuffer\.(?:from|alloc(?:Unsafe)?)\b(?!\s*\(|\.)/;
/** A function that is assigned to a field of that name, or is one in an object. */
const HANDS_ON_ONLY = /(?:\.only\s*=(?!=)|(?:^|[\s{,])only\s*:)\s*(?:async\s*)?(?:function\b|\(|\w+\s*=>)/;

/** An argument that stands again behind it, in a call of which `should` judges the result. */
const AMONG_ARGUMENTS = /^([^;]{1,200}), \1(?:, [^;]*?)?\)\.should\b/;

/** The beginning of a question whether a function was called with such arguments. */
const OF_CALL = /\.(?:\w*[cC]alled\w*With\w*|withArgs|toHaveBeenLastCalledWith)\([^()]*$/;

/** Rules that point at an attribute of a tag, which other tools point at. */
const ABOUT_TAG: Readonly<Record<string, RegExp>> = { '@html-eslint/no-non-scalable-viewport': /<meta\b/i };

export function withoutMisfires(findings: readonly LintFinding[], text: string): readonly LintFinding[] {
  if (!findings.some(({ rule }) => Object.hasOwn(MISFIRES, rule) || Object.hasOwn(ABOUT_TAG, rule))) return findings;
  const lines = text.split(/\r?\n/);
  return findings
    .filter((each) => !(Object.hasOwn(MISFIRES, each.rule) && MISFIRES[each.rule]!(lines, each.line, findings, each)))
    .map((each) => (Object.hasOwn(ABOUT_TAG, each.rule) ? atTag(each, lines, ABOUT_TAG[each.rule]!) : each));
}

/** The finding at the tag that its line is part of. */
function atTag(finding: LintFinding, lines: readonly string[], tag: RegExp): LintFinding {
  const above = lines.slice(Math.max(0, finding.line - LINES_OF_A_TAG), finding.line);
  const distance = above.toReversed().findIndex((line) => tag.test(line));
  if (distance < 1) return finding;
  const line = finding.line - distance;
  return { ...finding, line, column: lines[line - 1]!.search(tag) + 1 };
}

const LINES_OF_A_TAG = 20;
const LONG_LINE = 500;

const OF_VERSIONS = [
  /version|release|^ver$|^tag$|^rev$|image|engine/i,
  /node|python|php|ruby|^go$|golang|java|jdk|dotnet|django|rails/i,
  /postgres|mysql|redis|ubuntu|debian|alpine/i,
];

const isVersion = (key: string | undefined): boolean =>
  key !== undefined && OF_VERSIONS.some((names) => names.test(key));

/** The key that a YAML value belongs to: on its line, or the nearest one above that is indented less. */
function keyOf(lines: readonly string[], line: number): string | undefined {
  const own = lines[line - 1] ?? '';
  const named = KEY.exec(own);
  if (named) return named[1];
  const indent = indentOf(own);
  for (let index = line - 2; index >= 0; index -= 1) {
    const above = lines[index]!;
    const key = KEY.exec(above);
    if (key && !above.trimStart().startsWith('-') && indentOf(above) <= indent) return key[1];
  }
  return undefined;
}

const KEY = /^\s*(?:- +)?["']?([\w.$-]+)["']?\s*:/;
const LINES_OF_A_HEADING = 60;
const LINES_OF_A_LIST = 500;
const LINES_OF_A_CERTIFICATE = 60;

/** Whether the nearest list before the place is still open there. */
function isInList(lines: readonly string[], line: number, column: number): boolean {
  let closed = 0;
  const before = [...lines.slice(Math.max(0, line - LINES_OF_A_LIST), line - 1), lines[line - 1]!.slice(0, column - 1)];
  for (const above of before.toReversed()) {
    for (const [tag] of [...above.matchAll(/<\/?(?:ul|ol|menu)\b/gi)].toReversed()) {
      if (tag.startsWith('</')) closed += 1;
      else if (closed === 0) return true;
      else closed -= 1;
    }
  }
  return false;
}

/** Whether the tag is one of a component: the rules take `Link` of a library for `link` of HTML. */
function isComponent(lines: readonly string[], line: number): boolean {
  return /^\s*<[A-Z]/.test(lines[line - 1] ?? '');
}

/** Whether the element is the first in the template of its component. */
const isRoot = (lines: readonly string[], line: number): boolean =>
  /^<template>\s*$/.test(lines.slice(0, line - 1).findLast((each) => each.trim() !== '') ?? '');

/** Whether the field is never to be seen: what surrounds it opens it, such as a button that chooses a file. */
const isNotDisplayed = (lines: readonly string[], line: number): boolean =>
  /^\s*<input\b(?=[^>]*\stype="file")(?=[^>]*\sref=)/.test(tagAt(lines, line)) ||
  /\s(?:class="(?:[^"]*\s)?(?:hidden|d-none|is-hidden)(?:\s[^"]*)?"|style="[^"]*display:\s*none|hidden[\s/>])/.test(
    tagAt(lines, line),
  );

/**
 * Whether nothing is operated there: no click is handled, or it ends there (`@click.stop`), or it closes what lies
 * above, which a key does as well.
 */
function isNoAction(lines: readonly string[], line: number): boolean {
  const tag = tagAt(lines, line);
  const handled = /\s(?:@|v-on:)(?:click|dblclick|mousedown|mouseup|pointerdown|touchstart)(?:\.[\w-]+)*=/.test(tag);
  return !handled || /\sclass="[^"]*(?:\bfixed inset-0\b|backdrop|overlay)/.test(tag);
}

/** Whether the heading, label or link that begins on the line has a component in it: its name has a capital. */
function holdsComponent(lines: readonly string[], line: number): boolean {
  const text = lines.slice(line - 1, line - 1 + LINES_OF_A_HEADING).join('\n');
  const element = text.slice(0, text.search(/<\/(?:h[1-6]|a|label)>/) + 1 || undefined);
  return /<(?:[A-Z]\w*|slot\b|i18n-t\b)/.test(element);
}

/** Whether the link that begins on the line has a picture without a text, which is said of the picture. */
function holdsNamelessImage(lines: readonly string[], line: number): boolean {
  const text = lines.slice(line - 1, line - 1 + LINES_OF_A_HEADING).join(' ');
  const element = text.slice(0, text.indexOf('</a>') + 1 || undefined);
  return /<img\b(?![^>]*\s:?alt\b)/.test(element);
}

/** Whether the string holds a certificate, or is a line of one that is put together from strings. */
function isInCertificate(lines: readonly string[], line: number, endLine: number): boolean {
  if (lines.slice(line - 1, endLine + 1).some((each) => each.includes('-----BEGIN CERTIFICATE-----'))) return true;
  const above = lines.slice(Math.max(0, line - LINES_OF_A_CERTIFICATE), line).findLast((each) => MARK.test(each));
  const below = lines.slice(line - 1, line + LINES_OF_A_CERTIFICATE).find((each) => MARK.test(each));
  return above?.includes('-----BEGIN') === true && below?.includes('-----END') === true;
}

const MARK = /-----(?:BEGIN|END) CERTIFICATE-----/;

/** A random part of a line that is reported as a private key. */
const isPartOfKey = (findings: readonly LintFinding[], line: number, message: string): boolean =>
  !NAMES_A_KEY.test(message) && findings.some((other) => other.line === line && NAMES_A_KEY.test(other.message));

/** A value that is named a public key. The bytes that begin a public key of Ed25519 or RSA say the same. */
const PUBLIC_KEY = new RegExp(
  String.raw`\bpublic_?key\w*["']?\s*[:=]\s*["'\x60]([^"'\x60]*)|` +
    String.raw`["'\x60](MCowBQYDK2VwAyEA[^"'\x60]*|MI(?:IB|GfM)[A-Za-z0-9+/]{2,6}ANBgkqhkiG9w0BAQEFAA[^"'\x60]*)`,
  'gi',
);

/** The state of a program behind the `#` of an address, as playgrounds keep code, where nothing names it a key. */
const ADDRESS = /https?:\/\/[^\s'"`<>#]{1,500}#((?![^\s'"`<>]*(?:token|key|secret|passw\w*)=)[^\s'"`<>]*)/gi;

/**
 * Whether the random part stands in what the pattern captures, and nowhere else in the line.
 * @param message shows how the part begins
 */
function standsIn(harmless: RegExp, line: string, message: string): boolean {
  const begin = /: (\S{1,4})… \(/.exec(message)?.[1];
  if (begin === undefined || line.replace(harmless, '').includes(begin)) return false;
  return [...line.matchAll(harmless)].some((match) => match.slice(1).some((held) => held?.includes(begin)));
}

const NAMES_A_KEY = /"[\w ]*private key[\w ]*"/i;
