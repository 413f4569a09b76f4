import type { Place } from '../../ir';
import { type Syntax, kindOf, placeOfNode } from '../syntax';

type Extracts = Map<Place, { readonly names: readonly string[]; calls: number }>;

const FUNCTION = /^(?:method_declaration|function_definition|anonymous_function|program)/;
const VARIABLE = /\$([A-Za-z_]\w*)/g;
/** A file may have thousands of variables, and of calls. */
const MAX_NAMES = 60;
const MAX_CALLS = 10;

/** The names of the variables of the function around a call of `extract`, without `$`. */
export function namesAround(call: Syntax, extracts: Extracts): readonly string[] {
  let around: Syntax = call;
  for (let each = call.parent(); each !== null; each = each.parent()) {
    around = each;
    if (FUNCTION.test(kindOf(each))) break;
  }
  const place = placeOfNode(around);
  const known = extracts.get(place) ?? { names: namesIn(around.text()), calls: 0 };
  extracts.set(place, known);
  known.calls += 1;
  return known.calls > MAX_CALLS ? [] : known.names;
}

const namesIn = (text: string): readonly string[] =>
  [...new Set([...text.matchAll(VARIABLE)].map(([, name]) => name!))]
    .filter((name) => name !== 'this' && name !== 'GLOBALS' && !name.startsWith('_'))
    .slice(0, MAX_NAMES);
