import { METHODS, joining, textOrParts } from '../builtins';
import { type Effect, isObject } from '../effect';
import { constantOf } from '../values';
import { emptied, read, writing } from './buffers';
import { grouped, matched, withoutMatches } from './patterns';

const named = (names: readonly string[], effect: Effect): Record<string, Effect> =>
  Object.fromEntries(names.map((name) => [name, effect]));

/** The whole text of a buffer or builder. */
const whole: Effect = (method) =>
  isObject(method.receiver) ? joining({ ...method, args: [constantOf('')] }) : undefined;

/** Methods of Go's own packages, beside those that have the names of other languages. */
export const GO_METHODS: Readonly<Record<string, Effect>> = {
  ...METHODS,
  ...named(['Write', 'WriteString', 'WriteByte', 'WriteRune'], writing),
  ReadFrom: (method) => writing({ ...method, args: [read(method)!] }),
  Reset: emptied,
  ...named(['String', 'Bytes'], whole),
  ...named(['FindString', 'FindAllString', 'Find', 'FindAll'], matched),
  ...named(['FindStringSubmatch', 'FindAllStringSubmatch', 'FindSubmatch', 'FindAllSubmatch'], grouped),
  ...named(['ReplaceAllString', 'ReplaceAllLiteralString'], (method) => withoutMatches(method) ?? textOrParts(method)),
};
