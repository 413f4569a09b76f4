import { callBack } from '../callbacks';
import { type Effect, type Method, taintOf } from '../effect';
import { ruledOutBy } from '../patterns';
import { groups } from '../php/functions';
import { replacedIn } from '../replacing';
import { UNKNOWN, carrying, madeSafe } from '../values';

const OF_PATTERN = /^regexp\.(?:(?:Must)?Compile\(\)|Regexp$)/;

/** Whether a method is called on a pattern: `users.Find(id)` is not. */
const isOfPattern = ({ receiver }: Method): boolean => receiver.paths.some((path) => OF_PATTERN.test(path));

/** `pattern.FindString(text)`: what matches has only the characters that the pattern lets through. */
export const matched: Effect = (method) => {
  const { run, receiver, args } = method;
  if (!isOfPattern(method)) return undefined;
  return madeSafe(taintOf(run, args[0] ?? UNKNOWN), ruledOutBy(receiver.text, true));
};

/** `pattern.FindStringSubmatch(text)` */
export const grouped: Effect = (method) =>
  isOfPattern(method) ? groups({ ...method, args: [method.receiver, ...method.args] }) : undefined;

/** `pattern.ReplaceAllString(text, other)`: the result no longer has what the pattern finds. */
export const withoutMatches: Effect = (method) => {
  const [text, part] = method.args;
  if (!isOfPattern(method) || text === undefined || part === undefined) return undefined;
  return replacedIn({ ...method, args: [method.receiver, part, text] });
};

/** `pattern.ReplaceAllStringFunc(text, work)`: the results of the function for each match stand in the new text. */
export const matchesReplaced: Effect = (method) => {
  const { run, args, at } = method;
  const [text, work] = args;
  if (!isOfPattern(method) || text === undefined || work === undefined || work.functions.length === 0) return undefined;
  const whole = taintOf(run, text);
  return carrying([whole, callBack(run, work, at, [whole]) ?? UNKNOWN]);
};
