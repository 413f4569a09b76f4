import {
  EXPORTED,
  FOUND_FIELD,
  type FlowWeakness,
  OWN_LABELS,
  PREDICTABLE,
  STORED,
  type SinkRow,
} from '../../../catalogue/flow/rows';
import { bitOf } from '../rules';
import type { Expression, Place } from '../ir';
import { nameInSource } from '../lower/scope';
import { allTaints, contentOf, elementsOf } from './contents';
import type { EvaluatedArgument, EvaluatedCall } from './evaluated-call';
import { doubtOfType, isNoMarkup, saysNoMarkup } from './response-type';
import type { Run } from './run';
import {
  CHOSEN_ELEMENT,
  HOLE,
  MAYBE_PROTOTYPE,
  type Step,
  type Taint,
  UNKNOWN,
  type Value,
  carrying,
  joinTaints,
  madeSafe,
} from './values';

const SQL = [
  /\bselect\b[\s\S]*\bfrom\b|\bunion\s+select\b/i,
  /\binsert\s+into\b|\bupdate\b[\s\S]*\bset\b|\bdelete\s+from\b|\bvalues\s*\(/i,
  /\b(?:create|drop|alter)\s+table\b|\bwhere\b|\border\s+by\b/i,
];

/** Input alone, or a condition, an order, a column by its function. */
const SQL_PART = new RegExp(
  `^\\s*${HOLE}\\s*$|[=<>]|\\b(?:and|or|in|is|like|between|asc|desc|as|from|select|count|sum|max|min|distinct)\\b`,
  'i',
);

/** A header that sends the browser where input says. */
const LOCATION = new RegExp(`^\\s*(?:location|refresh)\\s*:\\s*(?:\\d+;\\s*url=)?(?:https?://|//)?${HOLE}`, 'i');
/** The name of a view of Spring that sends the browser where input says. */
const REDIRECT_VIEW = new RegExp(`^redirect:(?:https?://|//)?${HOLE}`, 'i');
/** A header that lets the origin that input names read the answer. */
const ALLOWED_ORIGIN = new RegExp(`^\\s*access-control-allow-origin\\s*:\\s*${HOLE}`, 'i');
/** A text that begins with markup. */
const MARKUP = /^\s*<[a-z!]/i;
/** Input chooses the host, or whether it is an address at all. */
const ADDRESS = new RegExp(`^(?:https?://|//)?${HOLE}`, 'i');

/**
 * Reports what reaches a dangerous call.
 * @returns while what is certain is looked for: whether nothing dangerous can; undefined where it is no dangerous call
 */
export function sinksOfCall(
  run: Run,
  rows: readonly SinkRow[] | undefined,
  { receiver, args, at }: Pick<EvaluatedCall, 'receiver' | 'args' | 'at'>,
): boolean | undefined {
  let isSafe: boolean | undefined;
  const tell = (row: SinkRow, value: Value): void => {
    isSafe = judge(run, row.weakness, value, at) && isSafe !== false;
    report(run, row, value, at);
  };
  for (const row of rows ?? []) {
    if (!isDangerous(run, row, args)) continue;
    if (row.receiver) {
      if (receiver) tell(row, receiver);
      continue;
    }
    for (const position of row.arguments ?? [0])
      for (const { value } of argumentsAt(args, position)) {
        const judged = row.field === undefined ? value : contentOf(run, value, row.field);
        if (judged !== undefined) tell(row, judged);
      }
  }
  return isSafe;
}

/** What else than constants may reach a place is asked of another run, in the function that has the place. */
function judge(run: Run, weakness: FlowWeakness, value: Value, at: Place): boolean {
  if (run.proof) return run.proof.judge(run, weakness, at, value);
  run.promising.add(run.frame.form);
  return false;
}

/** A text of SQL that is made of constants and of what is safe in it is safe wherever it goes. */
export function judgeStatement(run: Run, value: Value, at: Place): void {
  const { text } = value;
  if (text === undefined || text.length < SHORTEST_SQL) return;
  if (run.proof === undefined && run.promising.has(run.frame.form)) return;
  if (!SQL.some((part) => part.test(text))) return;
  if (run.proof) run.proof.judge(run, 'sql-injection', at, value, true);
  else run.promising.add(run.frame.form);
}

const SHORTEST_SQL = 'order by a'.length;

function argumentsAt(args: readonly EvaluatedArgument[], position: number | string): readonly EvaluatedArgument[] {
  if (typeof position === 'string') return args.filter(({ name }) => name === position);
  const positional = args.filter(({ name }) => name === undefined);
  const found = positional[position];
  if (found) return [found];
  // `f(...all)`: any of them may be it.
  return positional.filter(({ isSpread }) => isSpread);
}

function isDangerous(
  run: Run,
  {
    onlyWith,
    unlessWith,
    unless,
    onlyWithFlag,
    onlyWithFirst,
    unlessFalse,
    imports,
    unlessImports,
    typedBy,
    unlessMade,
  }: SinkRow,
  args: readonly EvaluatedArgument[],
): boolean {
  if (imports !== undefined && !imports.some((name) => run.imports.has(name))) return false;
  if (unlessImports?.some((name) => run.imports.has(name))) return false;
  if (onlyWith !== undefined && !isSet(run, args, onlyWith)) return false;
  if (unlessWith !== undefined && isSet(run, args, unlessWith)) return false;
  const hasFlag = (path: string) => args.some(({ value }) => value.paths.includes(path));
  if (onlyWithFlag !== undefined && !onlyWithFlag.some(hasFlag)) return false;
  const first = onlyWithFirst === undefined ? [] : [onlyWithFirst].flat();
  if (
    onlyWithFirst !== undefined &&
    !args.slice(0, 2).some(({ value }) => first.includes(value.text?.toLowerCase() ?? ''))
  )
    return false;
  if (unlessMade && (args[0]?.value.objects.length ?? 0) > 0) return false;
  if (typedBy?.some((position) => argumentsAt(args, position).some(({ value }) => saysNoMarkup(value)))) return false;
  if (unlessFalse !== undefined && namedValue(run, args, unlessFalse)?.constant === false) return false;
  return !unless?.some(hasFlag);
}

/** Whether a keyword argument, or a field of an argument by that name, is true or may be. */
function isSet(run: Run, args: readonly EvaluatedArgument[], name: string): boolean {
  const value = namedValue(run, args, name);
  if (value === undefined || value.constant === false || value.constant === null) return false;
  return !value.paths.some((path) => path.endsWith('.None'));
}

function namedValue(run: Run, args: readonly EvaluatedArgument[], name: string): Value | undefined {
  const fields = args.flatMap(({ value }) =>
    value.objects.flatMap((key) => run.state.object(key)?.fields.get(name) ?? []),
  );
  return args.find((argument) => argument.name === name)?.value ?? fields[0];
}

/** `element.innerHTML = value` */
export function sinkOfAssignment(run: Run, object: Value, name: string, value: Value, at: Place): void {
  const paths = object.paths.map((path) => run.rules.knownBelow(path, name));
  for (const row of run.rules.find(run.rules.assigned, paths, name) ?? []) {
    judge(run, row.weakness, value, at);
    report(run, row, value, at);
  }
}

/**
 * `found[name] = value`, where a name from outside has found the object, too: `__proto__` finds what all objects
 * inherit.
 */
export function sinkOfFoundField(run: Run, object: Value, key: Value, at: Place): void {
  if (!object.paths.includes(MAYBE_PROTOTYPE)) return;
  // A walk along a path makes what is missing and sets what it has found: one place says it.
  const { form } = run.frame;
  const known = run.polluting.get(form);
  if (known !== undefined && known !== at) return;
  const isUnsafe = allTaints(run, key).some(({ safe }) => (safe & bitOf('prototype-pollution')) === 0);
  if (isUnsafe) run.polluting.set(form, at);
  for (const row of run.rules.assigned.get(FOUND_FIELD) ?? []) report(run, row, key, at);
}

const SECRET = /token|secret|passw|nonce|salt|(?:^|_)otp(?:$|_)|one_?time|session_?(?:id|key)|api_?key|csrf/i;

/** A client's own nonce of digest authentication or OAuth 1.0 need only be new. */
const OF_CLIENT = /c(?:lient)?_?nonce|oauth_?nonce/i;

/** `authorByToken` gives back no token. */
const FOUND_BY = /(?:by|for|from|of|with|to|4)_?(?:token|secret|passw|nonce|salt|otp|session|api|csrf)/i;

/**
 * Reports a predictable number that gets a name which says that nobody may guess it. One of several keys, chosen at
 * random, is as secret as it was before. A text that is joined of chosen characters is not.
 * @returns the value; what was reported is not reported again where it goes from there
 */
export function secretNamed(run: Run, name: string, value: Value, at: Place, how: 'assign' | 'returnOf'): Value {
  const isSecret =
    value.taints.some(({ label }) => label === PREDICTABLE) &&
    !value.paths.includes(CHOSEN_ELEMENT) &&
    SECRET.test(name) &&
    !OF_CLIENT.test(name) &&
    (how === 'assign' || !FOUND_BY.test(name));
  if (!isSecret) return value;
  report(run, { [how]: name, weakness: 'predictable-secret' }, value, at);
  return madeSafe(value, bitOf('predictable-secret'));
}

/** The same of an element of an array, whose name or whose function's name says what it becomes a part of. */
export function secretElement(run: Run, array: Expression, value: Value, at: Place): void {
  const name = array.kind === 'variable' ? nameInSource(array.id) : array.kind === 'field' ? array.name : undefined;
  const all = [name, run.frame.form.name].filter((each) => each !== undefined);
  const secret = all.find((each) => SECRET.test(each));
  if (secret !== undefined) secretNamed(run, secret, value, at, 'assign');
}

/** Reports a token of a request that is compared with a digest of nothing but what the request holds, too. */
export function secretCompared(run: Run, operands: readonly Expression[], values: readonly Value[], at: Place): void {
  for (const [index, expression] of operands.entries()) {
    const [given, digest] = [values[index]!, values[1 - index]!];
    const isSecret = expression.kind === 'field' && SECRET.test(expression.name);
    if (!isSecret || !digest.paths.some((path) => run.rules.digests.has(path))) continue;
    const [taint] = given.taints;
    if (!taint || !isOfRequest(run, operands[1 - index]!)) continue;
    const reaches = 'compared with a digest of what the request holds';
    run.found({ weakness: 'predictable-secret', file: run.file, at, taint, reaches });
  }
}

/** Whether a call gets a value of the request and nothing of the program's own: `md5(request.query.name)`. */
function isOfRequest(run: Run, digest: Expression): boolean {
  if (digest.kind !== 'call' || digest.args.length !== 1) return false;
  const { taints, text, objects } = run.evaluate(digest.args[0]!.value);
  const isWhole = objects.length === 0 && (text === undefined || text === HOLE);
  return isWhole && taints.length > 0 && taints.every(({ label }) => label.endsWith(' of the request'));
}

/** What functions judge and give back is compared with a list more often than not. */
const isHandedAbout = ({ step }: Taint): boolean => {
  for (let each: Step | undefined = step; each; each = each.before)
    if (/^(?:passed to|returned by) /.test(each.note)) return true;
  return false;
};

/** A package that runs what it is given is made for that; one that adds it to text of its own is not. */
function isAdded(run: Run, row: SinkRow, value: Value): boolean {
  if (row.weakness === 'prototype-pollution' || row.isPart) return true;
  if (row.isProgram) return false;
  const parts = elementsOf(run, value) ?? [value];
  return parts.some(({ text }) => text !== undefined && text.includes(HOLE) && !text.startsWith(HOLE));
}

export function report(run: Run, row: SinkRow, given: Value, at: Place): void {
  const value = judgedIn(run, row, given);
  if (!isOfForm(run, row, value)) return;
  const isMarkup = row.weakness === 'cross-site-scripting';
  if (isMarkup && isNoMarkup(run)) return;
  const doubt = row.isLook ? 'looked' : isMarkup ? doubtOfType(run) : undefined;
  const bit = bitOf(row.weakness);
  const own = OWN_LABELS[row.weakness];
  const taints = row.only === 'object' ? rawTaints(run, value) : allTaints(run, value);
  for (const taint of taints)
    if (
      (taint.safe & bit) === 0 &&
      (own === undefined || taint.label === own) &&
      (taint.label !== STORED || row.takesStored === true) &&
      (taint.label !== EXPORTED || isAdded(run, row, value)) &&
      (row.weakness !== 'cross-origin-access' || !isHandedAbout(taint))
    )
      run.found({
        weakness: row.weakness,
        file: run.file,
        at,
        taint: doubt === undefined ? taint : { doubt, ...taint },
        reaches: reachedBy(row),
        ...(isBegun(value) && { isBegun: true as const }),
        ...(row.unlessCalled !== undefined && { unlessCalled: row.unlessCalled }),
      });
}

/** Whether what came in begins a text. */
const isBegun = ({ text }: Value): boolean => text === undefined || text.startsWith(HOLE);

/** `child_process.exec` is known to a reader by its last name. */
function reachedBy({ call, assign, returnOf, weakness }: SinkRow): string {
  const name = (call ?? assign ?? '').replaceAll('()', '').split('.').at(-1);
  if (call !== undefined) return `given to ${name}`;
  if (assign === FOUND_FIELD) return 'names the field that is set';
  if (returnOf === undefined) return `set as ${name}`;
  return weakness === 'predictable-secret' ? `returned by ${returnOf}` : 'returned to the client';
}

/** What of an argument chooses where a call leads, or what it runs. */
function judgedIn(run: Run, row: SinkRow, given: Value): Value {
  if (row.only === 'sql-part' || row.only === 'sql-composed') return statementIn(run, given);
  return row.weakness === 'request-forgery' ? addressIn(run, given) : given;
}

const OF_ADDRESS = ['host', 'hostname', 'url', 'uri', 'href', 'baseURL', 'baseUrl', 'origin', 'socketPath'];

/** Of the options of a request, its address: a header or the body leads nowhere else. */
function addressIn(run: Run, value: Value): Value {
  const fields = value.objects.map((key) => run.state.object(key)?.fields);
  const parts = fields.map((each) => OF_ADDRESS.flatMap((name) => each?.get(name) ?? []));
  if (parts.length === 0 || parts.some((each) => each.length === 0)) return value;
  const [only, ...others] = parts.flat();
  if (others.length === 0) return only!;
  return carrying(parts.flat().map((part) => ({ ...UNKNOWN, taints: allTaints(run, part) })));
}

/** Of a statement with the values for its places beside it, the statement. */
const statementIn = (run: Run, value: Value): Value => elementsOf(run, value)?.[0] ?? value;

/** What lies in a query as it came: a text that it was joined to can bring no operator along. */
function rawTaints(run: Run, value: Value, depth = 3): readonly Taint[] {
  if (value.text !== undefined) return [];
  const inner = depth === 0 ? [] : value.objects.flatMap((key) => contentsOf(run, key));
  return inner.reduce<readonly Taint[]>((all, each) => joinTaints(all, rawTaints(run, each, depth - 1)), value.taints);
}

/** A text brings no operators along, and is code where it runs as code. */
const asCode = (taint: Taint): Taint =>
  (taint.safe & bitOf('code-injection')) === 0 ? { ...taint, safe: taint.safe & ~bitOf('nosql-injection') } : taint;

/** Sequelize and its like take conditions under a name of their own, and make SQL of them. */
const isForMapper = (run: Run, { objects }: Value): boolean =>
  objects.some((key) => run.state.object(key)?.fields.has('where'));

function contentsOf(run: Run, key: number): readonly Value[] {
  const object = run.state.object(key);
  if (object === undefined) return [];
  // `{ $eq: value }` compares the value as it is, whatever it holds.
  const fields = [...object.fields].flatMap(([name, field]) => {
    if (name === '$eq') return [];
    if (name !== '$where') return [field];
    // The text of $where runs as code in the database.
    return [{ ...field, text: undefined, taints: field.taints.map(asCode) }];
  });
  return [object.rest, ...fields];
}

function isOfForm(run: Run, { only }: SinkRow, value: Value): boolean {
  switch (only) {
    case undefined:
      return true;
    case 'sql-text':
      return value.text !== undefined && value.text.includes(HOLE) && SQL.some((part) => part.test(value.text!));
    case 'sql-part':
      return value.objects.length === 0 && (value.text === undefined || value.text.includes(HOLE));
    case 'sql-composed':
      return value.text !== undefined && value.text.includes(HOLE) && SQL_PART.test(value.text);
    case 'whole':
      return value.objects.length === 0 && (value.text === undefined || value.text === HOLE);
    case 'whole-body':
      return value.objects.length === 0 && value.paths.some((path) => /\b(?:body|json\(\)|payload)$/.test(path));
    case 'markup':
      return value.text !== undefined && MARKUP.test(value.text);
    case 'text':
      // What is sent as an object is sent as JSON.
      return value.objects.length === 0;
    case 'object':
      // A text cannot bring operators of a query along; what was parsed from JSON or a query string can.
      return value.text === undefined && !isForMapper(run, value) && rawTaints(run, value).length > 0;
    case 'shell-text':
      return value.objects.length === 0;
    case 'location':
      return value.text === undefined || LOCATION.test(value.text);
    case 'address':
      return value.text === undefined || ADDRESS.test(value.text);
    case 'redirect-view':
      return value.text !== undefined && REDIRECT_VIEW.test(value.text);
    case 'address-text':
      // What is no text is a thing of the application, and leads to its own page.
      return value.objects.length === 0 && (value.text === undefined || ADDRESS.test(value.text));
    case 'allowed-origin':
      return value.text !== undefined && ALLOWED_ORIGIN.test(value.text);
    case 'callable':
      // `[$this, 'send']`: the method is fixed, and what the object holds runs nothing.
      return typeof elementsOf(run, value)?.[1]?.constant !== 'string';
    case 'file':
      return value.text === undefined || !/^(?:https?|ftp|php):/i.test(value.text);
  }
}
