import { ASKED_IF_FALSE, ASKED_IF_TRUE } from '../rules';
import type { Argument, Expression } from '../ir';
import { accessKey } from './access-key';
import { nameOfCalled } from './called-names';
import { calledFunctions } from './methods';
import { rememberedByName } from './remembered-names';
import type { Run } from './run';

type Call = Extract<Expression, { kind: 'call' }>;
type Guard = (place: Expression, mask: number) => void;

/** Names of calls that ask a question about their arguments, or look for what these name. */
const ASKS = new RegExp(
  `^(?:${[
    'is|has|have|can|may|should|does|matches|contains|allows?|accepts?|checks?|validates?|verif(?:y|ies)|tests?|ok',
    'knows?|supports?|includes?|exists?|find|look_?[uU]p|search|count|resolve|match|(?:get|load|fetch)_?[bB]y|by|first',
    'validator|safe_?[pP]arse|in_?(?:[aA]rray|[lL]ist)|where|defines?|authori[sz]ed?|assert|ensure',
  ].join('|')})(?![a-z])`,
);
/** Of these, the names that ask only whether there is something, of which kind or how long it is. */
const ASKS_FOR_PRESENCE = new RegExp(
  `^(?:is|has|have)_?(?:not_?)?(?:${[
    'empty|null|nil|none|blank|set|undefined|defined|present|missing|some|any|a|an|value|truthy|falsy|error|na_?n',
    'string|str|text|array|list|object|obj|hash|map|dict|function|callable|iterable|instance|plain|buffer|promise',
    'file|dir|directory|folder|link|readable|writable|executable|null_?or_?\\w+|not_?\\w+|length|type|of|nothing',
  ].join('|')})(?![a-z])|^exists$|exists_?sync$|file_?exists|path_?exists`,
  'i',
);

const asks = rememberedByName((written): boolean => {
  const name = `${written.slice(0, 1).toLowerCase()}${written.slice(1)}`;
  return ASKS.test(name.replace(/[!?]$/, '')) && !ASKS_FOR_PRESENCE.test(name);
});

/**
 * Applies that the program has asked a function that is not known about an input, and that its answer decides: `if
 * (!registry.knows(name)) return;`, `const user = await find({ name }); if (!user) return;`. It may be a check.
 * @param isTrue the answer that leads on
 */
export function refineAsked(run: Run, asked: Expression, isTrue: boolean, guard: Guard): void {
  if (run.language.hasMemory || run.proof) return;
  const call = askedCall(run, asked);
  if (call === undefined || !asks(nameOfCalled(call.callee))) return;
  const places = call.args.flatMap(placesOf).filter((place) => run.evaluate(place).taints.length > 0);
  if (places.length === 0 || calledFunctions(run, call.callee).length > 0) return;
  for (const place of places) guard(place, isTrue ? ASKED_IF_TRUE : ASKED_IF_FALSE);
}

/** `names[name]`: whether the program's own collection has something under the name. */
export function refineHeld(run: Run, { object, key }: Extract<Expression, { kind: 'index' }>, guard: Guard): void {
  if (run.language.hasMemory || run.proof || accessKey(key) === undefined) return;
  if (run.evaluate(key).taints.length > 0 && run.evaluate(object).taints.length === 0) guard(key, ASKED_IF_TRUE);
}

/** The call whose answer an expression is, or a field of the answer: `result.error`. */
function askedCall(run: Run, asked: Expression): Call | undefined {
  const whole = asked.kind === 'field' && asked.object.kind === 'variable' ? asked.object : asked;
  const made = run.written.of(whole);
  return made.kind === 'call' && (whole === asked || made !== whole) ? made : undefined;
}

/** The places that an argument hands over: itself, or the values of a literal. */
function placesOf({ value }: Argument): readonly Expression[] {
  if (value.kind === 'map') return value.entries.map((entry) => entry.value).filter(isPlace);
  if (value.kind === 'list') return value.items.map((item) => item.value).filter(isPlace);
  return isPlace(value) ? [value] : [];
}

const isPlace = (expression: Expression): boolean => accessKey(expression) !== undefined;
