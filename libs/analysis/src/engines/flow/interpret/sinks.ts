import {
  EXPORTED,
  FOUND_FIELD,
  type FlowWeakness,
  KEPT_DATA,
  OWN_LABELS,
  PREDICTABLE,
  type SinkRow,
} from '../../../catalogue/flow/rows';
import { bitOf } from '../rules';
import type { ClassForm, Expression, Place } from '../ir';
import { nameInSource } from '../lower/scope';
import { allTaints, contentOf, elementsOf, holdsDeeper } from './contents';
import type { EvaluatedArgument, EvaluatedCall } from './evaluated-call';
import { isTypedBeside } from './later-types';
import { doubtOfType, headerNamed, isNoMarkup, isPage, saysNoMarkup, typeIn } from './response-type';
import type { Run } from './run';
import {
  CHOSEN_ELEMENT,
  HANDED_ON,
  HOLE,
  MAYBE_PROTOTYPE,
  type Step,
  type Taint,
  UNKNOWN,
  type Value,
  carrying,
  joinTaints,
  madeSafe,
  ofTaints,
  taintLike,
  valueLike,
  withDoubt,
} from './values';

const SQL = [
  /\bselect\b[\s\S]*\bfrom\b|\bunion\s+select\b/i,
  /\binsert\s+into\b|\bupdate\b[\s\S]*\bset\b|\bdelete\s+from\b|\bvalues\s*\(/i,
  /\b(?:create|drop|alter)\s+table\b|\bwhere\b|\border\s+by\b/i,
];

/** `query { genes(where: {name: {_eq: "…"}}) { name } }`, a query of GraphQL, also as a part of its request in JSON. */
const GRAPHQL = /^\s*(?:\{\s*"query"\s*:\s*")?\s*(?:(?:query|mutation|subscription)\b[^{;]*)?\{\s*\w+\s*[({:]/;

/** A query of Neo4j: `MATCH (person {name: …}) RETURN person`. */
const CYPHER = /\b(?:match|merge|create|unwind|call)\b[\s\S]*\b(?:return|set|delete|where|yield)\b|\bmatch\s*\(/i;

/** Whether a text has the keywords of a statement of SQL. */
export const isSql = (text: string): boolean => SQL.some((part) => part.test(text)) && !GRAPHQL.test(text);

/** Input alone, or a condition, an order or a column, recognised by its keywords. */
const SQL_PART = new RegExp(
  `^\\s*${HOLE}\\s*$|[=<>]|\\b(?:and|or|in|is|like|between|asc|desc|as|from|select|count|sum|max|min|distinct)\\b`,
  'i',
);

/** A header that sends the browser to an address from input. */
const LOCATION = new RegExp(`^\\s*(?:location|refresh)\\s*:\\s*(?:\\d+;\\s*url=)?(?:https?://|//)?${HOLE}`, 'i');
/** The name of a view of Spring that sends the browser to an address from input. */
const REDIRECT_VIEW = new RegExp(`^redirect:(?:https?://|//)?${HOLE}`, 'i');
/** A header that lets an origin from input read the response. */
const ALLOWED_ORIGIN = new RegExp(`^\\s*access-control-allow-origin\\s*:\\s*${HOLE}`, 'i');
/** A template of Smarty that is given as a text. */
const INLINE_TEMPLATE = new RegExp(`^(?:string|eval):[^]*${HOLE}`);
/** A text that is run because it begins with a bar. */
const PIPED = new RegExp(`^\\s*\\|[^]*${HOLE}`);
/** A path through a document, where the name of an element may stand, too. */
const XPATH = new RegExp(`^\\.?//?[^]*\\[[^]*${HOLE}`);
/** The name of an entry of a directory: `uid=…,ou=people`. */
const LDAP_NAME = new RegExp(`^\\s*[a-z][\\w-]*\\s*=[^()]*${HOLE}`, 'i');
/** The name of a view of Spring that is not the address of another page. */
const VIEW_NAME = new RegExp(`^(?!(?:redirect|forward):)[^<>]*${HOLE}`, 'i');
/** Input with something before or behind it. */
const PATH_TEXT = new RegExp(`[^]${HOLE}|${HOLE}[^]`);
/** A text that is no JSON, and the beginning of one. */
const PAGE_TEXT = new RegExp(`^\\s*[^\\s{[][^]*${HOLE}|^\\s*${HOLE}`);
const QUERY_TEXT = new RegExp(`^\\s*[{[][^]*${HOLE}`);
/** Lines of a response that are written as they are, with a header from input. */
const RESPONSE_HEAD = new RegExp(`^HTTP/1\\.[01] (?:(?!\\r?\\n\\r?\\n)[^])*\\n[\\w-]+:[^\\n]*${HOLE}`);
/** A text that begins with markup. */
const MARKUP = /^\s*<[a-z!]/i;
/** Input chooses the host, or whether it is an address at all. */
const ADDRESS = new RegExp(`^(?:https?://|//)?${HOLE}`, 'i');

/**
 * Reports inputs that reach a dangerous call.
 * @returns in a run that looks for proofs: whether the call is safe; undefined if it is not a dangerous call
 */
export function sinksOfCall(
  run: Run,
  rows: readonly SinkRow[] | undefined,
  { receiver, args, at }: Pick<EvaluatedCall, 'receiver' | 'args' | 'at'>,
): boolean | undefined {
  let isSafe: boolean | undefined;
  // Ruby takes a map of the environment before the command.
  const hasEnvironment = args.length > 1 && (args[0]?.value.objects.length ?? 0) > 0;
  const tell = (row: SinkRow, value: Value): void => {
    isSafe = judge(run, row.weakness, value, at) && isSafe !== false;
    report(run, row, value, at);
  };
  for (const row of rows ?? []) {
    if (!isDangerous(run, row, args) || (row.ofRecord && isMap(run, receiver))) continue;
    if (row.only === 'shell-behind' && (!hasEnvironment || unnamed(args).length > 2)) continue;
    if (row.receiver) {
      if (receiver) tell(row, receiver);
      continue;
    }
    for (const position of row.arguments ?? [0])
      for (const { value } of argumentsAt(args, position)) {
        for (const judged of judgedOf(run, row, value)) tell(row, judged);
      }
  }
  return isSafe;
}

/** The argument, or the fields of it that a row asks for. */
function judgedOf(run: Run, { field, fieldsOfObject }: SinkRow, value: Value): readonly Value[] {
  if (field !== undefined) return [contentOf(run, value, field) ?? []].flat();
  if (fieldsOfObject === undefined || value.objects.length === 0) return [value];
  return fieldsOfObject.flatMap((name) => contentOf(run, value, name) ?? []);
}

const unnamed = (args: readonly EvaluatedArgument[]) => args.filter(({ name }) => name === undefined);

/** Whether a value may be a map that the code has made: its method `update` stores nothing. */
const isMap = (run: Run, value: Value | undefined): boolean =>
  value !== undefined && value.objects.some((key) => run.state.object(key)?.kin === undefined);

/** Another run, in the function with the place, proves whether anything but constants may reach it. */
function judge(run: Run, weakness: FlowWeakness, value: Value, at: Place): boolean {
  if (run.proof) return run.proof.judge(run, weakness, at, value);
  run.promising.add(run.frame.form);
  return false;
}

/** A text of SQL whose parts are constants or safe is itself safe, wherever it goes. */
export function judgeStatement(run: Run, value: Value, at: Place): void {
  const { text } = value;
  if (text === undefined || text.length < SHORTEST_SQL) return;
  if (run.proof === undefined && run.promising.has(run.frame.form)) return;
  if (!isSql(text)) return;
  if (run.proof) run.proof.judge(run, 'sql-injection', at, value, true);
  else run.promising.add(run.frame.form);
}

const SHORTEST_SQL = 'order by a'.length;

function argumentsAt(args: readonly EvaluatedArgument[], position: number | string): readonly EvaluatedArgument[] {
  if (typeof position === 'string') return args.filter(({ name }) => name === position);
  const positional = args.filter(({ name }) => name === undefined);
  const found = positional[position];
  if (found) return [found];
  // `f(...all)`: each spread argument may hold it.
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
    onlyWithSecond,
    unlessFalse,
    onlyFalse,
    onlyWithText,
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
  if (unlessWith !== undefined && [unlessWith].flat().some((position) => isSet(run, args, position))) return false;
  const hasFlag = (path: string) => args.some(({ value }) => value.paths.includes(path));
  if (onlyWithFlag !== undefined && !onlyWithFlag.some(hasFlag)) return false;
  const first = onlyWithFirst === undefined ? [] : [onlyWithFirst].flat();
  if (onlyWithFirst !== undefined && !args.slice(0, 2).some(({ value }) => first.includes(headerNamed(value) ?? '')))
    return false;
  if (onlyWithSecond !== undefined && !onlyWithSecond.includes(args[1]?.value.text ?? '')) return false;
  if (unlessMade && (args[0]?.value.objects.length ?? 0) > 0) return false;
  const saysText = ({ value }: EvaluatedArgument) => saysNoMarkup(typeIn(run, value));
  if (typedBy?.some((position) => argumentsAt(args, position).some(saysText))) return false;
  if (unlessFalse !== undefined && namedValue(run, args, unlessFalse)?.constant === false) return false;
  if (onlyWithText && !new RegExp(onlyWithText.matches).test(namedValue(run, args, onlyWithText.name)?.text ?? ''))
    return false;
  if (onlyFalse !== undefined && namedValue(run, args, onlyFalse)?.constant !== false) return false;
  return !unless?.some(hasFlag);
}

/** Whether a keyword argument, a field of an argument by that name, or the argument at a position is true or may be. */
function isSet(run: Run, args: readonly EvaluatedArgument[], position: string | number): boolean {
  const value = typeof position === 'string' ? namedValue(run, args, position) : argumentsAt(args, position)[0]?.value;
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
 * `found[name] = value`, if a name from outside has also found the object: `__proto__` finds the prototype of all
 * objects.
 */
export function sinkOfFoundField(run: Run, object: Value, key: Value, at: Place): void {
  if (!object.paths.includes(MAYBE_PROTOTYPE)) return;
  // A walk along a path creates missing objects and sets fields of found ones: one place is reported.
  const { form } = run.frame;
  const known = run.polluting.get(form);
  if (known !== undefined && known !== at) return;
  const isUnsafe = allTaints(run, key).some(({ safe }) => (safe & bitOf('prototype-pollution')) === 0);
  if (isUnsafe) run.polluting.set(form, at);
  for (const row of run.rules.assigned.get(FOUND_FIELD) ?? []) report(run, row, key, at);
}

/** `object[key].name = value`: a key from outside may find what all objects inherit, and sets one field of it. */
export function sinkOfFoundName(run: Run, object: Value, key: Expression, at: Place): void {
  if (run.proof !== undefined || !object.paths.includes(MAYBE_PROTOTYPE)) return;
  const value = run.evaluate(key);
  for (const row of run.rules.assigned.get(FOUND_FIELD) ?? [])
    report(run, { ...row, reservation: 'the program itself names the field that is set' }, value, at);
}

const SECRET = /token|secret|passw|nonce|salt|(?:^|_)otp(?:$|_)|one_?time|session_?(?:id|key)|api_?key|csrf/i;

/** A client's own nonce of digest authentication or OAuth 1.0 only needs to be new. */
const OF_CLIENT = /c(?:lient)?_?nonce|oauth_?nonce/i;

/** Names of codes by which users prove who they are, in languages whose names are whole words. */
const CODE = new RegExp(
  `(?:${[
    'verif(?:y|ication)|confirm(?:ation)?|activation|reset|recovery|invit(?:e|ation)',
    'sms|otp|login|unlock|pairing|pass|pin|mfa|2fa',
  ].join('|')})_?(?:code|pin|digits|link)s?$`,
  'i',
);
const PIN = /(?:^|_)(?:pin|otp)(?![a-z])|[a-z](?:Pin|Otp)(?![a-z])|^(?:PIN|OTP)(?![A-Z])/;
/** A plain name, and what its class must be about for it to mean a secret. */
const PLAIN_CODE = /^(?:code|digits|key|link|id)$/;
const OF_SECRETS = new RegExp(
  [
    '(?:Otp|Pin|OTP|Sms|Mfa|Session|Token)s?(?![a-z])|Invit(?:e|ation)|Verification|Activation|Reset',
    'Api_?Key|Passw|Passcode|TwoFactor',
  ].join('|'),
);

/** Whether a variable or method holds or makes what must not be guessed, by its name and that of its class. */
function isSecretName(run: Run, name: string, value: Value, how: 'assign' | 'returnOf'): boolean {
  if (!hasWholeNames(run)) return SECRET.test(name);
  const [of = '', method = name] = how === 'returnOf' ? name.split('.') : [];
  const isOfClass = how === 'returnOf' && SECRET.test(of) && !isSentence(value);
  if (isOfClass || SECRET.test(method) || CODE.test(method) || PIN.test(method)) return true;
  return how === 'assign' && PLAIN_CODE.test(name) && OF_SECRETS.test(run.frame.form.name.split('.')[0]!);
}

/** Java, and Kotlin, which has functions of its own. */
const hasWholeNames = ({ language }: Run): boolean => language.holdsTypes === true || language.extensions !== undefined;

/** A text with words around what may be the secret. */
const isSentence = ({ text }: Value): boolean => text !== undefined && /[a-z]{2}/i.test(text);

/** `authorByToken` does not return a token. */
const FOUND_BY = /(?:by|for|from|of|with|to|4)_?(?:token|secret|passw|nonce|salt|otp|session|api|csrf)/i;

/**
 * Reports a predictable number whose name says that it must not be guessable. One of several keys, chosen at random, is
 * as secret as before. A text that is composed of chosen characters is not.
 * @returns the value; a value that was reported is not reported again further on
 */
export function secretNamed(run: Run, name: string, value: Value, at: Place, how: 'assign' | 'returnOf'): Value {
  const taints = hasWholeNames(run) && value.objects.length > 0 ? allTaints(run, value, 1) : value.taints;
  const isSecret =
    taints.some(({ label }) => label === PREDICTABLE) &&
    !value.paths.includes(CHOSEN_ELEMENT) &&
    isSecretName(run, name, value, how) &&
    !OF_CLIENT.test(name) &&
    (how === 'assign' || !FOUND_BY.test(name));
  if (!isSecret) return value;
  report(run, { [how]: name, weakness: 'predictable-secret' }, value, at);
  return madeSafe(value, bitOf('predictable-secret'));
}

/** The same for an element of an array: the name of the array or of the function says what it becomes a part of. */
export function secretElement(run: Run, array: Expression, value: Value, at: Place): void {
  const name = array.kind === 'variable' ? nameInSource(array.id) : array.kind === 'field' ? array.name : undefined;
  const all = [name, run.frame.form.name].filter((each) => each !== undefined);
  const secret = all.find((each) => SECRET.test(each));
  if (secret !== undefined) secretNamed(run, secret, value, at, 'assign');
}

/** Reports a token of a request that is compared with a digest made only of other values of the request. */
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

/** Whether the only argument of a call is a value of the request: `md5(request.query.name)`. */
function isOfRequest(run: Run, digest: Expression): boolean {
  if (digest.kind !== 'call' || digest.args.length !== 1) return false;
  const { taints, text, objects } = run.evaluate(digest.args[0]!.value);
  const isWhole = objects.length === 0 && (text === undefined || text === HOLE);
  return isWhole && taints.length > 0 && taints.every(({ label }) => label.endsWith(' of the request'));
}

/** An input that was passed to a function or returned by one has more often than not been compared with a list. */
const isHandedAbout = ({ step }: Taint): boolean => {
  for (let each: Step | undefined = step; each; each = each.before) if (HANDED_ON.test(each.note)) return true;
  return false;
};

/** A package that runs its argument is made for that; a package that adds the argument to text of its own is not. */
function isAdded(run: Run, row: SinkRow, value: Value): boolean {
  if (row.weakness === 'prototype-pollution' || row.isPart) return true;
  if (row.isProgram || row.isMacro) return false;
  const parts = elementsOf(run, value) ?? [value];
  return parts.some(({ text }) => text !== undefined && text.includes(HOLE) && !text.startsWith(HOLE));
}

/** Whether a value is known to be a text: input itself, or one that is composed of it. */
const isWords = ({ rules }: Run, { text, paths }: Value): boolean =>
  text === undefined ? paths.some((path) => rules.sources.has(path)) : text.includes(HOLE);

export function report(run: Run, row: SinkRow, given: Value, at: Place): void {
  const value = judgedIn(run, row, given);
  run.checked.note(run, row.weakness, value, at);
  const isMarkup = row.weakness === 'cross-site-scripting';
  if (!isOfForm(run, row, value) && !(isMarkup && row.only === 'markup' && isPage(run) && isWords(run, value))) return;
  if (isMarkup && isNoMarkup(run)) return;
  const doubt = row.isLook ? 'looked' : isMarkup ? doubtOfType(run) : undefined;
  const bit = bitOf(row.weakness);
  const own = OWN_LABELS[row.weakness];
  const taints = row.only === 'object' ? rawTaints(run, value) : allTaints(run, value);
  if (row.only === undefined && taints.length === 0 && holdsDeeper(run, value)) run.leaveOut('objects', run.frame.form);
  const isHarmful = taints.some(({ safe }) => (safe & bit) === 0);
  if (isMarkup && isHarmful && row.typedBy !== undefined && isTypedBeside(run, at)) return;
  for (const taint of taints)
    if (
      (taint.safe & bit) === 0 &&
      (own === undefined || own.includes(taint.label)) &&
      (row.onlyLabel === undefined || taint.label === row.onlyLabel) &&
      (!KEPT_DATA.has(taint.label) || row.takesStored === true) &&
      (taint.label !== EXPORTED || isAdded(run, row, value)) &&
      (row.weakness !== 'cross-origin-access' || !isHandedAbout(taint))
    )
      run.found({
        weakness: row.weakness,
        file: run.file,
        at,
        taint: doubt === undefined ? taint : withDoubt(taint, doubt),
        reaches: reachedBy(row),
        ...(value.text !== undefined && { text: value.text }),
        ...(row.unlessCalled !== undefined && { unlessCalled: row.unlessCalled }),
        ...(row.onlyCalled !== undefined && { onlyCalled: row.onlyCalled }),
        ...(row.reservation !== undefined && { reservation: row.reservation }),
      });
}

/** A reader knows `child_process.exec` by its last name. */
function reachedBy({ call, assign, returnOf, weakness }: SinkRow): string {
  const name = (call ?? assign ?? '').replaceAll('()', '').split('.').at(-1);
  if (call !== undefined) return `given to ${name}`;
  if (assign === FOUND_FIELD) return 'names the field that is set';
  if (returnOf === undefined) return `set as ${name}`;
  return weakness === 'predictable-secret' ? `returned by ${returnOf}` : 'returned to the client';
}

/** The part of an argument that chooses where a call leads, or what it runs. */
function judgedIn(run: Run, row: SinkRow, given: Value): Value {
  if (row.only === 'sql-part' || row.only === 'sql-composed') return statementIn(run, given);
  if (row.only === 'shell-list') return scriptIn(run, given);
  if (row.only === 'command') return commandIn(run, given);
  return row.weakness === 'request-forgery' ? addressIn(run, given) : given;
}

const SHELL = /(?:^|[\\/])(?:(?:ba|z|da|k|a)?sh|cmd(?:\.exe)?|powershell(?:\.exe)?|pwsh)$/i;
/** The option of a shell before the text that it runs. */
const OF_SCRIPT = /^(?:-\w*c|\/c|-command)$/i;

/** The text that a shell among the elements of a list runs: `["sh", "-c", text]`. */
function scriptIn(run: Run, value: Value): Value {
  const elements = elementsOf(run, value) ?? [];
  const shell = elements.findIndex(({ constant }) => typeof constant === 'string' && SHELL.test(constant));
  const option = elements.findIndex(
    ({ constant }, index) => index > shell && typeof constant === 'string' && OF_SCRIPT.test(constant),
  );
  return shell < 0 || option < 0 ? UNKNOWN : (elements[option + 1] ?? UNKNOWN);
}

const OF_ADDRESS = ['host', 'hostname', 'url', 'uri', 'href', 'baseURL', 'baseUrl', 'origin', 'socketPath'];

/** The address among the options of a request: a header or the body leads nowhere else. */
function addressIn(run: Run, value: Value): Value {
  const fields = value.objects.map((key) => run.state.object(key)?.fields);
  const parts = fields.map((each) => OF_ADDRESS.flatMap((name) => each?.get(name) ?? []));
  if (parts.length === 0 || parts.some((each) => each.length === 0)) return value;
  const [only, ...others] = parts.flat();
  if (others.length === 0) return only!;
  return carrying(parts.flat().map((part) => ofTaints(allTaints(run, part))));
}

/** The program of a list of arguments; all of it if that is a shell, which reads the others as a command. */
function commandIn(run: Run, value: Value): Value {
  const elements = elementsOf(run, value);
  if (elements === undefined || elements.length === 0) return value;
  const { text } = elements[0]!;
  return text !== undefined && SHELL.test(text) ? value : elements[0]!;
}

/** The statement, if an array holds it together with the values for its placeholders. */
const statementIn = (run: Run, value: Value): Value => elementsOf(run, value)?.[0] ?? value;

/** The taints of the raw input in a query: once joined to a text, input cannot contain operators. */
function rawTaints(run: Run, value: Value, depth = 3): readonly Taint[] {
  if (value.text !== undefined) return [];
  const inner = depth === 0 ? [] : value.objects.flatMap((key) => contentsOf(run, key));
  return inner.reduce<readonly Taint[]>((all, each) => joinTaints(all, rawTaints(run, each, depth - 1)), value.taints);
}

/** A text contains no operators, but is dangerous where it runs as code. */
const asCode = (taint: Taint): Taint =>
  (taint.safe & bitOf('code-injection')) === 0
    ? taintLike(taint, { safe: taint.safe & ~bitOf('nosql-injection') })
    : taint;

/** Object-relational mappers such as Sequelize take conditions under the name `where`, and make SQL of them. */
const isForMapper = (run: Run, { objects }: Value): boolean =>
  objects.some((key) => run.state.object(key)?.fields.has('where'));

function contentsOf(run: Run, key: number): readonly Value[] {
  const object = run.state.object(key);
  if (object === undefined) return [];
  // `{ $eq: value }` compares the value as it is, whatever it contains.
  const fields = [...object.fields].flatMap(([name, field]) => {
    if (name === '$eq') return [];
    if (name !== '$where') return [field];
    // The text of $where runs as code in the database.
    return [valueLike(field, { text: undefined, taints: field.taints.map(asCode) })];
  });
  return [object.rest, ...fields];
}

/** Parts of a request that Express and its parsers make objects of. */
const WHOLE_PARTS = new Set(
  ['body', 'query', 'params', 'headers', 'cookies', 'signedCookies'].map((name) => `express.Request.${name}`),
);

/** Whether rows of a table are made of the objects of a class, and not everybody may set each of its fields. */
const isEntity = (run: Run, { decorators, fields }: ClassForm): boolean =>
  decorators.some((decorator) => run.evaluate(decorator).paths.some((path) => ENTITY.test(path))) &&
  fields.some(({ name, value }) => PRIVILEGE.test(name) || (isTruth(value) && !HARMLESS_TRUTH.test(name)));

/** Whether a field is declared as one that is true or false. */
const isTruth = (value: Expression): boolean =>
  value.kind === 'typed' && 'name' in value.type && /^(?:boolean|Boolean)$/.test(String(value.type.name));
const PRIVILEGE = /^(?:is_?)?(?:admin|root|superuser|staff)|roles?$|authorit|permission|privilege|balance|credits?$/i;
const HARMLESS_TRUTH = /delete|remove|visible|display|public|show|read|notif|subscri|newsletter|default|required|open/i;
const ENTITY = /(?:^|\.)(?:Entity|Document|Table|MappedEntity)(?:\(\))?$/;

/** Whether a value may be a text: it is no object, no function, and of no type of the target. */
const isText = ({ objects, classes, functions }: Value): boolean =>
  objects.length + classes.length + functions.length === 0;

/** The forms of a dangerous text. The name of a template's file, for one, runs no text of a stranger. */
const FORMS: ReadonlyMap<SinkRow['only'], RegExp> = new Map([
  ['markup', MARKUP],
  ['redirect-view', REDIRECT_VIEW],
  ['allowed-origin', ALLOWED_ORIGIN],
  ['piped', PIPED],
  ['xpath', XPATH],
  ['inline-template', INLINE_TEMPLATE],
  ['ldap-name', LDAP_NAME],
  ['response-head', RESPONSE_HEAD],
  ['page-text', PAGE_TEXT],
  ['path-text', PATH_TEXT],
  ['query-text', QUERY_TEXT],
]);

/** A parameter alone, or a name that is composed of one. */
const isViewName = (value: Value): boolean =>
  value.text === undefined ? isText(value) && value.paths.length === 0 : VIEW_NAME.test(value.text);

function isOfForm(run: Run, { only }: SinkRow, value: Value): boolean {
  switch (only) {
    default:
      return value.text !== undefined && FORMS.get(only)?.test(value.text) === true;
    case undefined:
    case 'shell-list':
    case 'shell-behind':
    case 'command':
      return true;
    case 'view-name':
      return isViewName(value);
    case 'sql-text':
      return value.text !== undefined && value.text.includes(HOLE) && isSql(value.text);
    case 'sql-part':
      return isText(value) && (value.text === undefined || value.text.includes(HOLE));
    case 'sql-composed':
      return value.text !== undefined && value.text.includes(HOLE) && SQL_PART.test(value.text);
    case 'cypher':
      return value.text !== undefined && value.text.includes(HOLE) && CYPHER.test(value.text);
    case 'whole':
      return value.objects.length === 0 && (value.text === undefined || value.text === HOLE);
    case 'whole-body':
      return value.objects.length === 0 && value.paths.some((path) => /\b(?:body|json\(\)|payload)$/.test(path));
    case 'text':
      // An object is sent as JSON.
      return isText(value) && !value.paths.some((path) => WHOLE_PARTS.has(path));
    case 'object':
      // A text cannot contain operators of a query; a value that was parsed from JSON or a query string can.
      return value.text === undefined && !isForMapper(run, value) && rawTaints(run, value).length > 0;
    case 'shell-text':
      return value.objects.length === 0;
    case 'location':
      return value.text === undefined || LOCATION.test(value.text);
    case 'address':
      return value.text === undefined || ADDRESS.test(value.text);
    case 'address-text':
      // An object is one of the application's own, and leads to its own page.
      return value.objects.length === 0 && (value.text === undefined || ADDRESS.test(value.text));
    case 'callable-name':
      // `App\Jobs::${name}`: a method of one class is no function of the language.
      return (
        value.objects.length === 0 &&
        value.functions.length === 0 &&
        (value.text === undefined || value.text.startsWith(HOLE))
      );
    case 'callable': {
      // `[$this, 'send']`: the method is fixed, and the object's contents run nothing. `[Api::class, $name]`: a method
      // of one class is no function of the language.
      const [of, method] = elementsOf(run, value) ?? [];
      return typeof method?.constant !== 'string' && (method === undefined || typeof of?.constant !== 'string');
    }
    case 'file-object':
      return value.paths.some((path) => /^(?:java\.io\.File|File|Path)$/.test(path));
    case 'file':
      return value.text === undefined || !/^(?:https?|ftp|php):/i.test(value.text);
    case 'entity':
      return value.classes.some((form) => isEntity(run, form));
  }
}
