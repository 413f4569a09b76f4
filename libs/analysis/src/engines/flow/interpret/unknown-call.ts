import { STORED } from '../../../catalogue/flow/rows';
import type { Place } from '../ir';
import { ALL_WEAKNESSES, bitOf } from '../rules';
import { mayRun } from './callbacks';
import { allTaints } from './contents';
import { conventionalArguments } from './handlers';
import type { EvaluatedCall } from './evaluated-call';
import { judgeGivenAway } from './given-away';
import { handedWork, stepsHandedOn } from './work-handed-on';
import { handedToC } from './memory/calls';
import { workOf } from './java/work';
import { passesOn } from './memory/functions';
import { forget } from './proof/belief';
import { rememberedByName } from './remembered-names';
import { ADDRESSES, givesNothing, leadsHome } from './ruby/names';
import type { Run } from './run';
import { handOver } from './settings';
import { withSource } from './sources';
import { type Taint, UNKNOWN, type Value, decoded, doubted, joinTaints, madeSafe, ofTaints } from './values';

/** Calls that look something up or do something: the result is not made of the arguments. */
const LOOKUP = namedLike([
  'find',
  'get',
  'fetch',
  'query',
  'load',
  'lookup',
  'select',
  'exec',
  'execute',
  'save',
  'create',
  'insert',
  'update',
  'delete',
  'remove',
  'count',
  'check',
  'is',
  'has',
  'validate',
  'verify',
  'compare',
  'hash',
  'md5',
  'sha1',
  'sha256',
  'sha512',
  'crc32',
  'log',
  'print',
  'debug',
  'info',
  'warn',
  'error',
  'len',
  'length',
  'size',
  'sum',
  'exists',
  'next',
  'send',
  'render',
  'redirect',
  'write',
  'listen',
  'require',
  'sort',
  'close',
  'test',
]);

/** Of these, the calls that only judge or measure. */
const JUDGING = namedLike(['is', 'has', 'len', 'length', 'size', 'count', 'check', 'test', 'log']);

/** `openssl_decrypt($text, …)`, `unserialize($text)`: the result is no longer as the text was escaped. */
const DECODES = /decrypt|decode|unescape|unserialize|inflate|uncompress/i;

/** `$files->read($name)`: what is read is not what names it. A parser has a longer name, such as `readValue`. */
const READS = /^read(?:Stream|File|Bytes|Contents)?$/;

/** Names that begin with one of the words. */
function namedLike(words: readonly string[]): RegExp {
  return new RegExp(`^(?:${words.join('|')})(?![a-z])`);
}

/** An inherited method from outside of the target returns nothing of the fields, in languages that hide fields. */
function taintsOfReceiver(run: Run, receiver: Value): readonly Taint[] {
  return run.language.hasMessages && isInstance(run, receiver) ? receiver.taints : allTaints(run, receiver);
}

/** Whether a value may be an instance of a class of the target. */
const isInstance = (run: Run, { objects }: Value): boolean =>
  objects.some((key) => run.state.object(key)?.kin !== undefined);

/** `new Helper($this)`: an object that knows its maker is made of nothing that its maker holds. */
function isOwner(run: Run, { objects }: Value): boolean {
  const { self } = run.frame.form;
  if (self === undefined || run.proof || objects.length === 0) return false;
  const own = run.state.get(self)?.objects ?? [];
  return objects.every((key) => own.includes(key));
}

/** A row of a database may become markup or code, and nothing else is reported of it. */
const ALL_BUT_STORED = ALL_WEAKNESSES & ~bitOf('cross-site-scripting') & ~bitOf('code-injection');

/** The hints that the name of a function outside of the target gives about its result. */
interface Named {
  /** Exported names of Go begin with a capital. */
  readonly called: string;
  readonly isLookup: boolean;
  readonly isJudging: boolean;
}

const IS_ERROR = /(?:Error|Exception)$/;

const toldBy = rememberedByName((written): Named => {
  const called = `${written.slice(0, 1).toLowerCase()}${written.slice(1)}`;
  return { called, isLookup: LOOKUP.test(called) || READS.test(called), isJudging: JUDGING.test(called) };
});

function looksUp(run: Run, method: string): boolean {
  const packages = run.rules.lookups.get(method);
  return packages !== undefined && [...packages].some((each) => run.imports.has(each));
}

/** `crypto.createHash` is `createHash`. */
const lastNameOf = ([path = '']: readonly string[]): string => path.slice(path.lastIndexOf('.') + 1);

/** Calls the functions that code outside of the target gets: nobody knows with what, unless their parameters say so. */
function callFromOutside(run: Run, value: Value, at: Place): void {
  const held = value.objects.length === 0 ? [] : [...workOf(run, value), ...stepsHandedOn(run, value)];
  for (const closure of held.length === 0 ? value.functions : [...value.functions, ...held]) {
    const conventional = conventionalArguments(run, closure);
    mayRun(run, () => {
      if (conventional) run.asEntry(closure.form, () => void run.invoke(closure, conventional, at));
      else run.invoke(closure, [], at);
    });
  }
}

/**
 * The result of a function outside of the target: it carries the arguments, unless its name says that it looks
 * something up.
 */
export function unknownCall(run: Run, evaluated: EvaluatedCall): Value {
  const { target, receiver, name, args, at, handled, isNew } = evaluated;
  judgeGivenAway(run, evaluated);
  const holdsObjects = args.some(({ value }) => value.objects.length > 0);
  // A function that rows judge by its arguments does not change them.
  const isJudged = holdsObjects && run.rules.find(run.rules.settings, target.paths, name) !== undefined;
  if (run.proof) forget(run, [...args.map(({ value }) => value), receiver ?? UNKNOWN]);
  const work = handled ? [] : handedWork(run, evaluated);
  for (const each of work) mayRun(run, () => void run.invoke(each.closure, each.args, at));
  for (const { value } of args) {
    if (!handled && work.length === 0) callFromOutside(run, value, at);
    if (!isJudged) handOver(run, value);
    if (run.language.hasMemory) handedToC(run, value);
  }
  // A thread of the target runs its own method.
  if (name === 'start' && receiver !== undefined && receiver.objects.length > 0) callFromOutside(run, receiver, at);
  const written = name ?? lastNameOf(target.paths);
  const { called, isLookup, isJudging } = toldBy(written);
  const { hasMessages } = run.language;
  const carried = receiver ? taintsOfReceiver(run, receiver) : UNKNOWN.taints;
  const isInherited = carried.length > 0 && !run.proof && isInstance(run, receiver!);
  // A method that a class inherits from outside of the target may return any field of its object, or none.
  const own = carried.length === 0 ? UNKNOWN : doubted(ofTaints(carried), isInherited ? 'inherited' : undefined);
  // For a recursive call of a function of the target, see `safeBy`.
  const isForeign = target.functions.length === 0;
  if (run.language.hasMemory && isForeign && receiver === undefined && !passesOn(called)) return UNKNOWN;
  // The result of an unknown call has only a path that says so.
  const isNamed = target.paths.some((path) => !hasMessages || !path.includes('()'));
  if (hasMessages && givesNothing(called, isNew && !isNamed && target.taints.length === 0) && own.taints.length === 0)
    return UNKNOWN;
  if (name !== undefined && looksUp(run, name)) return withSource(run, own, STORED, at, ALL_BUT_STORED);
  // An error keeps its message; `error(text)` writes to a log.
  const isError = isNew === true && IS_ERROR.test(written);
  if (isLookup && !isError) return own.taints.length > 0 && !isJudging ? own : UNKNOWN;
  let taints = own.taints;
  for (const { value } of args)
    taints = joinTaints(taints, isNew && isOwner(run, value) ? value.taints : allTaints(run, value));
  const carriedOn = taints.length === 0 ? UNKNOWN : ofTaints(taints);
  const result = DECODES.test(written) ? decoded(carriedOn) : carriedOn;
  if (hasMessages && leadsHome(called) && own.taints.length === 0) return madeSafe(result, ADDRESSES);
  // An unknown method may also look something up.
  const isHidden = hasMessages && receiver !== undefined && isInstance(run, receiver);
  const isUnknown = receiver !== undefined && (isHidden || !isNamed) && own.taints.length === 0;
  const isGuess = (run.language.hasMemory && isForeign) || isUnknown;
  if (isGuess) return doubted(result, 'handed-over');
  // `$db->build_array('UPDATE', $values)`: who gets a collection more often escapes its values than hands them on.
  const isComposed = receiver !== undefined && own.taints.length === 0 && holdsObjects && !run.proof;
  if (isComposed && !args.some(({ value }) => value.taints.length > 0)) return doubted(result, 'composed');
  // A package's function rarely makes markup of its arguments without escaping them.
  return target.paths.length > 0 && own.taints.length === 0 && !isError
    ? madeSafe(result, bitOf('cross-site-scripting'))
    : result;
}
