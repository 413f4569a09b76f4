import { FUNCTIONS, METHODS, joining, textOrParts } from '../builtins';
import { type Effect, isObject } from '../effect';
import { constantOf } from '../values';
import { GO_FUNCTIONS } from './functions';
import { resolved } from './addresses';
import { getting, loading, loadingOrStoring, ranging, storing } from './collections';
import { contextOf, valueIn } from './contexts';
import { emptied, encoded, read, writing } from './buffers';
import { grouped, matched, matchesReplaced, withoutMatches } from './patterns';

const named = (names: readonly string[], effect: Effect): Record<string, Effect> =>
  Object.fromEntries(names.map((name) => [name, effect]));

/** The whole text of a buffer or builder. */
const whole: Effect = (method) =>
  isObject(method.receiver) ? joining({ ...method, args: [constantOf('')] }) : undefined;

/** Functions of Go's own packages, beside those of other languages. */
export const FUNCTIONS_OF_GO: Readonly<Record<string, Effect>> = { ...FUNCTIONS, ...GO_FUNCTIONS };

/** Methods of Go's own packages, beside those that have the names of other languages. */
export const METHODS_OF_GO: Readonly<Record<string, Effect>> = {
  ...METHODS,
  ...named(['Write', 'WriteString', 'WriteByte', 'WriteRune'], writing),
  ReadFrom: (method) => writing({ ...method, args: [read(method)!] }),
  Encode: encoded,
  Reset: emptied,
  ...named(['Set', 'Add', 'Store', 'Swap'], storing),
  Get: getting,
  ...named(['Load', 'LoadAndDelete'], loading),
  LoadOrStore: loadingOrStoring,
  Range: ranging,
  ResolveReference: resolved,
  Context: contextOf,
  Value: valueIn,
  ...named(['String', 'Bytes'], whole),
  ...named(['FindString', 'FindAllString', 'Find', 'FindAll'], matched),
  ...named(['FindStringSubmatch', 'FindAllStringSubmatch', 'FindSubmatch', 'FindAllSubmatch'], grouped),
  ...named(['ReplaceAllStringFunc', 'ReplaceAllFunc'], matchesReplaced),
  ...named(['ReplaceAllString', 'ReplaceAllLiteralString'], (method) => withoutMatches(method) ?? textOrParts(method)),
};
