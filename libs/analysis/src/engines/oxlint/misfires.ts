import type { Misfires, PlaceInText } from '../kit/misfires';
import { isPlaceholder } from '../kit/placeholders';
import { isDrawn } from '../kit/drawn-pictures';
import { hasWordedAssertions, wrapsAssertion } from '../kit/asserting-helpers';
import { isFilledByOthers } from '../kit/unfilled-elements';
import { isJumpTarget } from '../kit/jump-targets';
import { isNoAction } from '../kit/handlers';
import { indentOf } from '../kit/indent';

/** The line above the place that has code: neither blank nor a comment. */
const codeAbove = (ahead: string): string =>
  ahead
    .split('\n')
    .slice(0, -1)
    .findLast((line) => !/^\s*(?:$|\/[/*]|\*)/.test(line)) ?? '';
/** Whether the function or class is made as a component: an element or the property for one names it. */
function isUsedAsComponent({ here, ahead, text }: PlaceInText): boolean {
  if (/\b(?:component|as)=\{\s*$/.test(ahead)) return true;
  const declared = /^(?:async\s+)?(?:function\b\*?|class)\s+([A-Z]\w*)/.exec(here)?.[1];
  const assigned = /\b(?:const|let|var)\s+([A-Z]\w*)\s*(?::[^=\n]*)?=\s*(?:[\w.]+(?:<[^>\n]*>)?\(\s*)*$/.exec(
    ahead,
  )?.[1];
  const name = declared ?? assigned;
  return name !== undefined && new RegExp(`<${name}[\\s/>]|createElement\\(\\s*${name}\\b`).test(text);
}

/** Whether the function is what a file of the folders `pages` or `app` exports: a component, whatever its name. */
function isInPage({ message, file, text }: PlaceInText): boolean {
  const name = /in function "(\w+)" that is neither/.exec(message)?.[1];
  return (
    name !== undefined &&
    /(?:^|\/)(?:pages|app)\//.test(file) &&
    new RegExp(String.raw`^export\s+default\s+(?:async\s+)?(?:function\s+)?${name}\b`, 'm').test(text)
  );
}

/** Properties of elements and addresses that do something when they are set, whatever they had. */
const SET_AGAIN = new RegExp(
  String.raw`\.(?:href|hash|src|srcdoc|innerHTML|outerHTML|value|className|cssText|scrollTop|scrollLeft|currentTime)` +
    String.raw`\s*[;,)]?\s*$`,
);

/** The end of a `try` that settles the promise last, and its `catch`: what is caught was thrown before. */
const SETTLED_LAST = /\b(?:resolve|reject)\w*\([^;]*\);?\s*\}\s*catch\s*(?:\([^)]*\)\s*)?\{\s*$/;

/** A statement that is a call of `map`, up to the body of the function that it gets: it begins behind another one. */
const UNTAKEN_LIST = new RegExp(
  String.raw`(?:[;{}]|\n[ \t]*\n)\s*(?:await\s+)?(?:[\w$]+|\[[^\[\]]*\])` +
    String.raw`(?:[.?!]+[\w$]+|\([^()\n]*\)|\[[^\[\]\n]*\])*[.?!]+map\(\s*(?:async\s*)?` +
    String.raw`(?:(?:\([^()]*\)|[\w$]+)\s*=>|function\s*\([^()]*\))\s*$`,
);
/** How many characters of it are looked at. */
const MOST_AHEAD = 500;
/** The end of such a statement, with its semicolon or without. */
const END_OF_IT = /^\s*\)\s*?(?:;|\n\s*(?![\s.?[(`]))/;

/** Whether a function waits for something, other than in the functions within it. */
function awaitsItself(block: string): boolean {
  let within: number | undefined;
  for (const line of block.split('\n').slice(1)) {
    if (!/\S/.test(line)) continue;
    if (within !== undefined && indentOf(line) > within) continue;
    within = undefined;
    if (/\bawait\b/.test(line.replace(/\basync\b.*$/, ''))) return true;
    if (/(?:=>|\bfunction\b.*\))\s*\{\s*$/.test(line)) within = indentOf(line);
  }
  return false;
}

const isAssertOfChai = (here: string): boolean => /^expect\.assert\b/.test(here);

/** The text behind the call that begins there, up to some lines below; empty where the call has no end. */
function behindCall({ here, block, afterBlock }: PlaceInText): string {
  const below = `${block}${afterBlock}`;
  const code = below.slice(Math.max(0, below.indexOf(here)));
  let depth = 0;
  for (const { 0: paren, index } of code.matchAll(/[()]/g)) {
    depth += paren === '(' ? 1 : -1;
    if (depth === 0) return code.slice(index + 1);
  }
  return '';
}

/** `expect(a).to.equal(b)`, as Cypress has it, too. `expect(a).to.equal` alone asserts nothing. */
const isInWordsOfChai = (place: PlaceInText): boolean =>
  /^\s*\.(?:not\.)?(?:to|be|have|does|deep)\./.test(behindCall(place));

/**
 * The mark tells the compiler that there is a value: `expect(a)!.toBe(b)`. A variable may name the matcher, too:
 * `expect(a)[matcher](b)`, `expect(a).not[matcher](b)`.
 */
const hasUnseenMatcher = (place: PlaceInText): boolean =>
  /^(?:!\s*\.\w|(?:\s*\.(?:not|resolves|rejects))*\s*\[[^\]]*\]\()/.test(behindCall(place));

/**
 * `const all = expect(a);` and `all.toBe(b)` below, or `const fails = expect(a).rejects.toThrow();` and `await fails`.
 */
function isTakenByName({ line, text }: PlaceInText): boolean {
  const name = /\b(?:const|let|var)\s+(\w{1,60})\s*=\s*expect\(/.exec(line)?.[1];
  return (
    name !== undefined &&
    new RegExp(
      String.raw`\b${name}\.(?:not\.)?to[A-Z]\w*\(|\b(?:await|return)\s+${name}\b|` +
        String.raw`\bPromise\.all(?:Settled)?\(\[[^\]]*\b${name}\b`,
    ).test(text)
  );
}

/** Whether a place is within a list that is the value of a property, `columns={[`, and of nothing else. */
function isInListOfProperty(ahead: string): boolean {
  let depth = 0;
  for (let index = ahead.length - 1; index >= 0; index -= 1) {
    const character = ahead[index]!;
    if (')]}'.includes(character)) depth += 1;
    if (!'([{'.includes(character)) continue;
    depth -= 1;
    if (depth < 0)
      return character === '[' && /\s(?!children\b)[\w-]+=\{\s*$/.test(ahead.slice(Math.max(0, index - 200), index));
  }
  return false;
}

/** An array and `null` are objects to `typeof`, so a comparison before it has said yes: nothing is lost. */
const OBJECT_FIRST = new RegExp(
  String.raw`(?:[(=>]|\|\||\breturn\b)\s*typeof\s+([\w$.[\]]+)\s*={2,3}\s*['"]object['"]\s*` +
    String.raw`(?:\|\|\s*typeof\s+\1\s*={2,3}\s*['"]\w+['"]\s*)*` +
    String.raw`\|\|\s*typeof\s+\1\s*={2,3}\s*['"](?:array|null)['"]`,
);

export const MISFIRES: Misfires = {
  'valid-typeof': ({ line, here }) => /^[^'"]*['"](?:array|null)['"]/.test(here) && OBJECT_FIRST.test(line),
  // Both branches of one condition, on one line: only one of them runs.
  'promise/no-multiple-resolved': ({ line, ahead }) =>
    /\?[^:]*\b(?:resolve|reject)\w*\(.*:.*\b(?:resolve|reject)\w*\(/.test(line) ||
    SETTLED_LAST.test(ahead.slice(-MOST_AHEAD)),
  // supertest's `request(app)\n[method]('/')`: anybody who leaves semicolons out does not begin such a line with a name
  // and a call. Anybody who indents the line means it to go on.
  'no-unexpected-multiline': ({ line, before, ahead }) =>
    (/^\s*\[\w+\]\(/.test(line) && /\)\s*$/.test(before)) || indentOf(line) > indentOf(codeAbove(ahead)),
  // Express calls `next` with the error of a chain, which is how its errors are handled.
  'promise/no-callback-in-promise': ({ line }) => /\bnext\(/.test(line),
  // Redux calls a reducer with the state first, and the state has a default.
  'default-param-last': ({ line }) => /\bstate\s*=/.test(line),
  // The TypeScript compiler writes an async function without await as such a generator.
  'require-yield': ({ line }) => line.includes('__awaiter('),
  // A pattern that is made of a literal has the flags of the literal: `matchAll(new RegExp(/a/g))`.
  'oxc/bad-match-all-arg': ({ line }) => /\bnew\s+RegExp\(\s*\/.*\/[a-z]*g[a-z]*\s*\)/.test(line),
  // A path without `return` counts as no for `some` and `find`, which is what is meant.
  // A filter behind `map` takes such results out.
  // A list that nobody takes is a loop.
  'array-callback-return': ({ message, ahead, block, afterBlock }) =>
    /"Array\.prototype\.(?:some|every|find\w*|filter)"/.test(message) ||
    /^\s*\)\s*\.filter\(/.test(afterBlock) ||
    // `Option.map(…)` of a library: what has a capital is no list.
    /(?:^|[^.\w$])(?!Array\b)[A-Z]\w*\.\w+\(\s*(?:async\s*)?(?:\([^()]*\)|[\w$]+)?(?:\s*=>)?\s*$/.test(
      ahead.slice(-MOST_AHEAD),
    ) ||
    (UNTAKEN_LIST.test(ahead.slice(-MOST_AHEAD)) && END_OF_IT.test(afterBlock) && !/\breturn\s+[^;\s]/.test(block)),
  // Without an await of its own, the function has registered all of its tests when it returns.
  'jest/valid-describe-callback': ({ here, block }) => /^async\b/.test(here) && !awaitsItself(block),
  // A fraction is rounded, whichever number of digits somebody took from a table.
  'no-loss-of-precision': ({ here }) => /^\d*\.\d/.test(here),
  // React asks for a capital, and a component whose name begins with `_` has one behind it. A hook that is called at
  // the top level fails at once, so a call that runs there is not a hook.
  // Next.js makes a page of what a file of these folders exports, however it is called.
  'react/rules-of-hooks': (place) => /function "_+[A-Z]|called at the top level/.test(place.message) || isInPage(place),
  // Vitest's `expect.assert` is Chai's; the rules for Jest meet it where nothing is imported.
  // A helper in it may assert by itself.
  'jest/valid-expect': (place) =>
    isInWordsOfChai(place) ||
    isAssertOfChai(place.here) ||
    hasUnseenMatcher(place) ||
    isTakenByName(place) ||
    hasWordedAssertions(place.text) ||
    wrapsAssertion(place.here, place.text),
  // Assertions in the words of Chai, which Vitest has, too.
  'vitest/valid-expect': (place) =>
    isTakenByName(place) ||
    isInWordsOfChai(place) ||
    isAssertOfChai(place.here) ||
    hasUnseenMatcher(place) ||
    wrapsAssertion(place.here, place.text),
  // An element of a list of promises is awaited with the list.
  'vitest/require-awaited-expect-poll': ({ ahead }) =>
    /\b(?:await|return)\s+Promise\.\w+\(\s*\[(?:(?!\]\s*\))[^])*(?:,|\[)\s*$/.test(ahead),
  // Vitest waits for such a callback.
  // A test has no value that could be lost.
  'vitest/valid-describe-callback': ({ message, block, here }) =>
    /\basync\b/i.test(message) || /=>\s*(?:it|test|describe)\b/.test(`${here}${block}`),
  // The content may be among the properties that are spread.
  'jsx-a11y/anchor-has-content': (place) =>
    /\{\s*\.\.\./.test(place.tag) || isFilledByOthers(place) || isJumpTarget(place),
  // A picture has no links, and none of the names of its parts.
  'jsx-a11y/anchor-is-valid': ({ text }) => isDrawn(text),
  'jsx-a11y/alt-text': ({ text }) => isDrawn(text),
  // The rule takes a title that is computed, as `frame?.name`, for none.
  'jsx-a11y/iframe-has-title': ({ tag }) => /\{\s*\.\.\.|\stitle=\{(?!\s*(?:undefined|null|''|""|``)\s*\})/.test(tag),
  // `htmlFor` may be among them, too.
  'jsx-a11y/label-has-associated-control': ({ tag }) => /\{\s*\.\.\./.test(tag),
  // The missing property may be among them, too.
  'jsx-a11y/role-has-required-aria-props': ({ tag }) => /\{\s*\.\.\./.test(tag),
  'jsx-a11y/click-events-have-key-events': isNoAction,
  // The rule takes a page without a language for one in a language that does not exist.
  'jsx-a11y/lang': ({ tag }) => !/\slang\s*=/.test(tag),
  // Elements of Three.js have the properties of its objects, and Preact takes the names of HTML as they are.
  // A list of the code that a property gets, other than the children: a component takes its elements by their places.
  'react/jsx-key': ({ message, ahead }) => /\barray\b/i.test(message) && isInListOfProperty(ahead),
  'react/no-unknown-property': ({ text }) => /\b(?:from|import|require\()\s*['"](?:@react-three\/|preact\b)/.test(text),
  // A function that is called while rendering, such as a handler or a cell of a table, is no component.
  'react/no-unstable-nested-components': (place) => !isUsedAsComponent(place),
  // The rule takes a method in a variable for GET. A body may be `undefined`, which is no body.
  'unicorn/no-invalid-fetch-options': ({ here, ahead, block }) =>
    /^body\s*:[^\n]*\bundefined\b/.test(here) ||
    /(?:^|[{,\s])method\s*(?:,|:\s*[^'"`\s])/.test(
      `${ahead.slice(Math.max(ahead.lastIndexOf('fetch('), ahead.lastIndexOf('Request(')))}${block}`,
    ),
  // A property of an element or an address that is set again takes effect again: it loads the page, or plays from
  // there.
  'no-self-assign': ({ here }) => SET_AGAIN.test(here),
  // A build replaces the text.
  'no-constant-binary-expression': ({ here }) => isPlaceholder(here),
  // Habit puts a `break` behind a `return`. Nothing is lost that it would do.
  'no-unreachable': ({ here }) => /^(?:break|continue|return)\s*;?\s*(?:\/\/.*)?$/.test(here),
  // An executor that catches all that it throws leaves no promise open.
  'no-async-promise-executor': ({ here, block }) =>
    /^async\b[^{]*\{/.test(here) && /=>\s*\{\s*try\s*\{/.test(block) && /\}\s*catch\b/.test(block),
  // A component that is part of itself, such as a tree, is imported by its own file.
  'import/no-self-import': ({ file }) => /\.(?:vue|svelte)$/.test(file),
  // An export of nothing makes a module of a file that has no other. Another rule says where it does not.
  'unicorn/require-module-specifiers': ({ here }) => /^(?:export\s*)?\{\s*\}\s*;?\s*(?:\/\/.*)?$/.test(here),
  // Bundlers read such a path from the folder of what is published as it is.
  'import/no-absolute-path': ({ line }) =>
    /['"]\/[^'"]*\.(?:svg|png|jpe?g|gif|webp|avif|ico|css|s[ac]ss|less|woff2?|json|mp[34]|wasm)(?:\?\w+)?['"]/.test(
      line,
    ),
  // A getter that gives something on one path gives `undefined` on the others, which is an answer.
  'getter-return': ({ block }) => /\breturn\s+[^;\s]/.test(block),
};
