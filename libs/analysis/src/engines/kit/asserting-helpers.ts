import { escapedForRegex } from './escaped-for-regex';
import { blockAt } from './misfires';

/** `expect(helper(…` and `expect(await page.helper(…`: the name of what is called. */
const WRAPPED = /^expect\(\s*(?:await\s+)?(?:[\w$]{1,60}\.){0,5}([\w$]{1,60})\(/;
/** `checkLimits` may give a yes or no that nobody looks at. These names promise to throw. */
const ASSERTS_BY_NAME = /^(?:assert|expect(?=[A-Z_]))(?:[A-Z_]\w*)?$/;
const ASSERTS = /\b(?:expect|assert(?:\.\w+)?)\(/;
/** Then something else is wrong with it, such as that nobody waits. */
const HAS_MATCHER = /\)\s*\.(?:not|resolves|rejects|to[A-Z]\w*)\b/;
/** An arrow function without a block gives what its expression gives. */
const IS_EXPRESSION = /=>\s*[^{\s](?!.*=>)/;
const GIVES_A_VALUE = /\breturn\s+[^;\s]/;

/**
 * Whether an `expect` without a matcher holds a call of a helper that asserts by itself and returns nothing: the test
 * checks what it says, and a matcher on the helper's result would check nothing.
 * @param code the line from where the `expect` begins, with the next one where it ends open
 * @param text of the file, in which the helper may be declared
 */
export function wrapsAssertion(code: string, text: string): boolean {
  const [, name] = WRAPPED.exec(code) ?? [];
  if (name === undefined || HAS_MATCHER.test(code)) return false;
  if (ASSERTS_BY_NAME.test(name)) return true;
  const declared = new RegExp(
    String.raw`\b(?:function\s+${escapedForRegex(name)}\s*[(<]|(?:const|let|var)\s+${escapedForRegex(name)}\s*=[^=])`,
  ).exec(text);
  if (declared === null) return false;
  const lines = text.slice(declared.index).split('\n');
  if (IS_EXPRESSION.test(lines[0]!)) return false;
  const body = blockAt(lines, 1);
  return ASSERTS.test(body) && !GIVES_A_VALUE.test(body);
}

/** `expect(value, 'to be ok')`: the assertion of the library `unexpected` is its second argument. */
const WORDED = /\bexpect\((?:[^;]{1,200}?),\s*(['"`])(?:\[?not\]? )?(?:to|when|was) \w/;

/** Whether the expectations of a file have their assertion in words instead of a matcher. */
export const hasWordedAssertions = (text: string): boolean => WORDED.test(text);
