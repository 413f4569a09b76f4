import { FOUND_FIELD, PREDICTABLE } from '../../../catalogue/flow/rows';
import { bitOf } from '../rules';
import type { Constant, Expression, Place, VariableId } from '../ir';
import { accessKey, ownKey } from './access-key';
import { call } from './calls';
import { extensionsOf, isKnown, otherwiseOf } from './extensions';
import { isFixed } from './constants';
import { filling } from './effect';
import {
  MAX_FIELDS,
  allTaints,
  anyContentOf,
  contentOf,
  copiedContents,
  elementsOf,
  newList,
  newMap,
  methodsOfObject,
  putKey,
  tellsKeys,
} from './contents';
import { fold } from './fold';
import { filledBy } from './go/filled';
import { refine } from './guards';
import { indexersOf, methodsOfClass, ownMethod } from './methods';
import { nullHere } from './memory/access';
import { operatedInC } from './memory/arithmetic';
import { elementInC } from './memory/calls';
import { ALL_SANITIZED } from '../rules';
import { imported } from './modules';
import { decided, doubtAll, forgetObjects, heldNumber, isNumber, isTheSameEverywhere, maybe } from './proof/belief';
import { unknownOf } from './proof/proof';
import type { Run } from './run';
import { judgeStatement, secretCompared } from './sinks';
import { fieldOf, ofKnownType, sourced } from './sources';
import { caughtValue } from './thrown';
import {
  CHOSEN_ELEMENT,
  FIXED,
  MAYBE_PROTOTYPE,
  PUT,
  PUT_BEHIND,
  type Taint,
  UNKNOWN,
  type Value,
  WHOLLY,
  carrying,
  constantOf,
  formatted,
  functionOf,
  isTruthy,
  join,
  joinedText,
  literalOf,
  madeFor,
  madeSafe,
  ofTaints,
  pathsOf,
  stepped,
  valueLike,
  withTaints,
} from './values';
import { objectLike } from './state';

/** Expressions that put texts together. */
const COMPOSING: ReadonlySet<string> = new Set(['operation', 'text', 'call']);

/** @throws OverBudget */
export function evaluate(run: Run, expression: Expression): Value {
  run.step();
  const value = valueOf(run, expression);
  run.goUp();
  if (value.text !== undefined && COMPOSING.has(expression.kind)) judgeStatement(run, value, expression.at);
  if (value.taints.length === 0) return value;
  const key = accessKey(expression);
  return key === undefined ? value : run.state.bySources(madeSafe(value, run.state.guard(key)));
}

function valueOf(run: Run, expression: Expression): Value {
  switch (expression.kind) {
    case 'literal':
      return run.language.hasMemory && expression.value === null
        ? nullHere(run)
        : literalOf(expression.value, run.frame.form, expression.at);
    case 'variable':
      return known(run, expression.id);
    case 'global':
      if (expression.caught) return caughtValue(run, named(run, expression), expression.caught);
      return named(run, expression);
    case 'import':
      return named(run, expression);
    case 'field':
      return fieldValue(run, expression);
    case 'own':
      return ownMethod(run, expression);
    case 'index':
      return indexed(run, expression);
    case 'call':
      return call(run, expression);
    case 'assign': {
      const isStatement = run.proof?.statement === expression;
      const value = assigned(run, expression, evaluate(run, expression.value), isStatement);
      run.assign(expression.target, value, expression.at);
      if (expression.target.kind === 'variable') run.written.note(expression.target.id, expression.value);
      return value;
    }
    case 'operation':
      return operation(run, expression);
    case 'text':
      return joinedText(expression.parts.map((part) => asText(run, evaluate(run, part), expression.at)));
    case 'list':
      return list(run, expression);
    case 'map':
      return map(run, expression);
    case 'choice':
      return choice(run, expression);
    case 'typed':
      return typed(run, expression);
    case 'sequence':
      return expression.parts.map((part) => evaluate(run, part)).at(-1) ?? UNKNOWN;
    case 'function':
      return whole(run, functionOf(expression.function));
    case 'class':
      return whole(run, valueLike(UNKNOWN, { classes: [expression.class] }));
    case 'block':
      run.execute(expression.statements);
      return run.state.isDead ? UNKNOWN : evaluate(run, expression.value);
    case 'unknown':
      return ofUnknown(run, expression);
  }
}

/** The value of a name that the file does not declare. If the target has no module of it, it is the same each time. */
function named(run: Run, expression: Extract<Expression, { kind: 'global' | 'import' }>): Value {
  const { file } = run;
  const known = run.elsewhere.get(expression);
  if (known?.file === file) return known.value;
  const isGlobal = expression.kind === 'global';
  const value = isGlobal ? pathsOf(run.rules.known(expression.name)) : importedOr(run, expression);
  const all = sourced(run, value, expression.at);
  const isElsewhere =
    isGlobal || (expression.otherwise === undefined && run.language.resolve(file, expression.module) === undefined);
  if (isElsewhere && all === value) run.elsewhere.set(expression, { file, value });
  return all;
}

function known(run: Run, id: VariableId): Value {
  const value = run.state.get(id) ?? UNKNOWN;
  return run.proof ? run.proof.known(run, id, value) : value;
}

/** A value that is certain as a whole. Variables that a function captures may change later. */
function whole(run: Run, value: Value): Value {
  if (run.proof === undefined) return value;
  forgetObjects(run);
  return valueLike(value, { made: WHOLLY });
}

/** The value of an assignment. An assignment within another expression may not run. */
function assigned(
  run: Run,
  assign: Extract<Expression, { kind: 'assign' }>,
  value: Value,
  isStatement: boolean,
): Value {
  const { proof } = run;
  if (proof === undefined) return value;
  const { target } = assign;
  if (target.kind === 'field' || target.kind === 'index') proof.called(assign, madeFor(value) === WHOLLY);
  if (isStatement) return value;
  if (target.kind === 'list' || target.kind === 'map' || target.kind === 'optional') return UNKNOWN;
  return target.kind === 'variable' ? maybe(run.state.get(target.id), value) : valueLike(value, { made: 0 });
}

/** The value of an unknown expression: which of its parts run, and in which order, is not known. */
function ofUnknown(run: Run, expression: Extract<Expression, { kind: 'unknown' }>): Value {
  const { proof } = run;
  if (proof === undefined || expression.parts.length === 0)
    return carrying(expression.parts.map((part) => evaluate(run, part)));
  proof.doubtful += 1;
  const value = carrying(expression.parts.map((part) => evaluate(run, part)));
  proof.doubtful -= 1;
  doubtAll(run, expression);
  return value;
}

function fieldValue(run: Run, { object, name, otherwise, at }: Extract<Expression, { kind: 'field' }>): Value {
  const value = evaluate(run, object);
  const ofCollection = run.language.properties ? propertyOf(run, value, name, at) : undefined;
  if (ofCollection) return ofCollection;
  const found = fieldOf(run, value, name, at);
  if (isKnown(found)) return found;
  const extended = extensionsOf(run, value, name).find(({ form }) => form.isGetter);
  if (extended) return run.invoke(extended, [], at) ?? found;
  const functions = run.language.hasTypes ? methodsOfClass(run, value, name) : [];
  if (functions.length > 0) return valueLike(found, { functions });
  return otherwise ? otherwiseOf(run, found, otherwise) : found;
}

/** Whether an object, or its class, has a field or a method of the name. */
function hasMember(run: Run, key: number, name: string): boolean {
  const object = run.state.object(key);
  return object === undefined || object.fields.has(name) || object.kin?.methods.has(name) === true;
}

/** The text that an object of the target makes of itself, where it stands in one. */
function asText(run: Run, value: Value, at: Place): Value {
  const { describes } = run.language;
  if (describes === undefined || value.objects.length === 0 || run.proof) return value;
  const own = methodsOfObject(run, value, describes)?.functions ?? [];
  const texts = own
    .filter(({ form }) => form.parameters.length === 0)
    .flatMap((each) => run.invoke(each, [], at) ?? []);
  return texts.length === 0 ? value : texts.reduce(join);
}

/** The value of a property of a collection: no instance of a class of the target has it. */
function propertyOf(run: Run, value: Value, name: string, at: Place): Value | undefined {
  if (value.objects.length === 0 || run.proof) return undefined;
  if (run.language.unwraps?.has(name))
    return value.objects.some((key) => hasMember(run, key, name)) ? undefined : value;
  if (!Object.hasOwn(run.language.properties!, name)) return undefined;
  const isCollection = value.objects.every((key) => {
    const object = run.state.object(key);
    return object !== undefined && object.kin === undefined && !object.fields.has(name);
  });
  return isCollection
    ? run.language.properties![name]!({ run, receiver: value, args: [], named: [], at: at + 0.25 })
    : undefined;
}

/** Packages in which nobody else declares a class of the same name. */
const KNOWN_PACKAGE = /^(?:java|javax|jakarta|org\.(?:apache|owasp|springframework))\./;

/**
 * Code that has a module may set its names, except in languages with types; there several files may declare one name.
 */
function certainImport(run: Run, module: string, value: Value): Value {
  if (run.proof === undefined) return value;
  const isOwn = run.language.resolve(run.file, module) !== undefined;
  if (!run.language.holdsTypes) return isOwn ? unknownOf(value) : value;
  const isSure = isOwn ? run.language.isOnly?.(run.file, module) : module.startsWith('.') || KNOWN_PACKAGE.test(module);
  return isSure ? value : valueLike(unknownOf(value), { paths: [] });
}

/** A name for which the target has no module may be an inherited one. */
function importedOr(run: Run, { module, name, otherwise }: Extract<Expression, { kind: 'import' }>): Value {
  const value = certainImport(run, module, imported(run, module, name));
  if (otherwise === undefined || run.language.resolve(run.file, module) !== undefined) return value;
  const inherited = evaluate(run, otherwise);
  const { taints, objects, functions, classes, constant } = inherited;
  const isSomething = constant !== undefined || taints.length + objects.length + functions.length + classes.length > 0;
  return isSomething ? valueLike(inherited, { paths: [...value.paths, ...inherited.paths] }) : value;
}

function typed(run: Run, { value, type, isHeld }: Extract<Expression, { kind: 'typed' }>): Value {
  const known = ofKnownType(run, evaluate(run, value), evaluate(run, type));
  if (run.proof && run.language.holdsTypes && isNumber(known)) return heldNumber(known);
  return isHeld ? madeSafe(known, ALL_SANITIZED) : known;
}

function indexed(run: Run, { object, key, at }: Extract<Expression, { kind: 'index' }>): Value {
  const value = evaluate(run, object);
  const place = evaluate(run, key);
  if (run.language.hasMemory) return elementInC(run, value, place, at);
  const own = indexersOf(run, value, 'get').flatMap((each) => run.invoke(each, [{ value: place }], at) ?? []);
  if (own.length > 0) return own.reduce(join);
  // `decode[Job](request)`: the type is that of a function.
  if (run.language.embeds && value.functions.length > 0 && value.objects.length === 0) return value;
  const { constant } = place;
  if (typeof constant === 'string' && value.objects.length === 0) return fieldOf(run, value, constant, at);
  if (constant !== undefined) {
    const content = contentOf(run, value, String(placeIn(run, value, constant)));
    if (content) return constant === 0 ? withoutBehind(value, content) : content;
    if (typeof value.constant === 'string' && typeof constant === 'number')
      return constantOf(value.constant.at(constant) ?? null);
  }
  // Code that knows the random number that chooses an element also knows the element.
  const chosen = place.taints.filter(({ label }) => label === PREDICTABLE);
  const content = anyContentOf(run, value);
  const paths = [
    ...(mayFindPrototype(run, object, key, value, place)
      ? [MAYBE_PROTOTYPE]
      : content.paths.filter((path) => path === WITHOUT_PROTOTYPE)),
    ...(chosen.length > 0 ? [CHOSEN_ELEMENT] : []),
  ];
  return withTaints(valueLike(content, { paths }), chosen);
}

/** An object made with this has no prototype, and most often its contents have none either. */
const WITHOUT_PROTOTYPE = 'Object.create()';

/** Whether `object[key]` may be inherited from the prototype of all objects, because the key comes from outside. */
function mayFindPrototype(run: Run, object: Expression, key: Expression, value: Value, place: Value): boolean {
  if (!run.rules.assigned.has(FOUND_FIELD) || value.paths.includes(WITHOUT_PROTOTYPE)) return false;
  const bit = bitOf('prototype-pollution');
  if (place.taints.every(({ safe, label }) => (safe & bit) !== 0 || label === PREDICTABLE)) return false;
  const own = ownKey(object, key);
  return own === undefined || (run.state.guard(own) & bit) === 0;
}

/** Python counts from the end if the index is below zero. */
function placeIn(run: Run, value: Value, constant: Constant): Constant {
  if (typeof constant !== 'number' || constant >= 0) return constant;
  const elements = elementsOf(run, value);
  return elements === undefined ? constant : elements.length + constant;
}

/** The left operands of a long sum are evaluated one after another: its tree is as deep as it has terms. */
function operation(run: Run, expression: Operation): Value {
  const chain: Operation[] = [expression];
  let left = isPlain(expression) ? expression.operands[0] : undefined;
  for (; left?.kind === 'operation' && isPlain(left); left = left.operands[0]) chain.push(left);
  let value: Value | undefined;
  for (const each of chain.reverse()) value = operated(run, each, value);
  return value!;
}

/** A variable of the function, or a literal. A value stored elsewhere may have been changed by other code. */
const isOwn = (operand: Expression | undefined): boolean =>
  operand?.kind === 'literal' || (operand?.kind === 'variable' && operand.id.startsWith('v:'));

type Operation = Extract<Expression, { kind: 'operation' }>;

/** Whether both operands are evaluated, whatever the first one is. */
const isPlain = ({ operator, operands }: Operation): boolean =>
  operands.length === 2 && operator !== '&&' && operator !== '||' && operator !== '??';

/** @param first the value of the first operand, if it is known */
function operated(run: Run, { operator, operands, makes, at }: Operation, first: Value | undefined): Value {
  if (operator === '&&' || operator === '||') return logic(run, operator, operands);
  if (operator === 'filled') return filledBy(run, operands[0]!, operands[1]!);
  const values = operands.map((operand, index) => (index === 0 && first ? first : evaluate(run, operand)));
  if (run.language.hasMemory) return operatedInC(run, { operator, values, at, isOwn: isOwn(operands[1]), makes });
  if (operator === '??') {
    if (run.proof) doubtAll(run, operands[1]!);
    return values.reduce(join);
  }
  if (operator === '==' || operator === '!=') secretCompared(run, operands, values, at);
  const folded = fold(operator, values);
  if (folded !== undefined && (run.proof === undefined || isTheSameEverywhere(operator, values, folded)))
    return constantOf(folded);
  const [left, right] = values;
  // The + of PHP adds numbers, or arrays.
  if (operator === 'add' && left && right && left.objects.length > 0) return join(left, right);
  // `changed += Show`: the event calls both.
  if (operator === '+' && run.language.hasTypes && right && right.functions.length > 0) return join(left!, right);
  if (operator === '+' && left && right) return added(run, left, right, at);
  if (operator === '|' && left && right && isFlag(left) && isFlag(right))
    return valueLike(UNKNOWN, { paths: [...new Set([...left.paths, ...right.paths])] });
  if (operator === '/' && left && right && isPathJoined(run, left, right))
    return valueLike(joinedText([left, constantOf('/'), right]), { paths: [PATH_OF_FILE] });
  // Formatting: "%s" % value
  if (operator === '%' && left && right && (left.text !== undefined || isWordsIn(run, right))) {
    const filled = filling(run, [right]);
    return left.text === undefined ? joinedText([left, filled]) : formatted(left, /%(?:\(\w+\))?\w/, filled);
  }
  // `b"\0" * 16`, `[0] * 16`
  if (operator === '*' && left && right && right.taints.length === 0 && isBytes(run, left)) return FIXED;
  // A number or boolean cannot carry a text. But code that knows one number knows every number computed from it.
  return ARITHMETIC.has(operator) ? predictable(values) : UNKNOWN;
}

const PATH_OF_FILE = 'pathlib.Path()';

/** `Path(root) / name` of Python: what is divided by a text is a path, wherever it comes from. */
const isPathJoined = (run: Run, left: Value, right: Value): boolean =>
  left.paths.includes(PATH_OF_FILE) || (right.objects.length === 0 && isWordsIn(run, right));

/** Whether a value is a text, or holds one, in a language whose `/` and `%` have a meaning for texts. */
const isWordsIn = ({ language }: Run, { text, constant, taints, objects }: Value): boolean =>
  language.hasTextOperators === true &&
  (typeof constant === 'string' || (constant === undefined && (text ?? taints[0] ?? objects[0]) !== undefined));

/** A constant of a library by its name: several of them in one number are all given. */
const isFlag = ({ paths, taints, objects }: Value): boolean =>
  paths.length > 0 &&
  taints.length + objects.length === 0 &&
  paths.every((path) => /(?:^|\.)[A-Z][A-Z0-9_]+$/.test(path));

const ARITHMETIC: ReadonlySet<string> = new Set(['+', '-', '*', '/', '%', '**', '|', '&', '^', '<<', '>>', '>>>']);

function predictable(values: readonly Value[]): Value {
  if (values.every((value) => value.taints.length === 0)) return UNKNOWN;
  const taints = values.flatMap((value) => value.taints.filter(({ label }) => label === PREDICTABLE));
  return taints.length === 0 ? UNKNOWN : withTaints(UNKNOWN, taints);
}

const isBytes = (run: Run, value: Value): boolean => typeof value.constant !== 'number' && isFixed(run, value);

function added(run: Run, left: Value, right: Value, at: Place): Value {
  const lists = [elementsOf(run, left), elementsOf(run, right)] as const;
  if (lists[0] && lists[1]) return newList(run, at, [...lists[0], ...lists[1]]);
  if (left.objects.length > 0 || right.objects.length > 0)
    return carrying([ofTaints(allTaints(run, left)), ofTaints(allTaints(run, right))]);
  const text = joinedText([left, right]);
  return text.constant === undefined && isFixed(run, left) && isFixed(run, right)
    ? valueLike(text, { fixed: true })
    : text;
}

/** `a && b`, `a || b`: the second operand is evaluated only if the first one lets it. */
function logic(run: Run, operator: '&&' | '||', operands: readonly Expression[]): Value {
  const [first, second] = operands as readonly [Expression, Expression];
  const left = evaluate(run, first);
  const goesOn = operator === '&&';
  const leads = decided(run, left.constant);
  if (leads !== undefined) return leads === goesOn ? evaluate(run, second) : left;
  let right = UNKNOWN;
  run.branch([
    () => undefined,
    () => {
      refine(run, first, goesOn);
      right = evaluate(run, second);
    },
  ]);
  // In C the result is a truth value: if the second operand decides it, the first one makes no difference.
  if (run.language.hasMemory && right.constant !== undefined && isTruthy(right.constant) !== goesOn) return right;
  return join(left, right);
}

function choice(run: Run, { condition, then, otherwise }: Extract<Expression, { kind: 'choice' }>): Value {
  const isTrue = condition && decided(run, evaluate(run, condition).constant);
  if (isTrue !== undefined) return evaluate(run, isTrue ? then : otherwise);
  const values: Value[] = [];
  const side = (holds: boolean, expression: Expression) => () => {
    if (condition) refine(run, condition, holds);
    const value = evaluate(run, expression);
    if (!run.state.isDead) values.push(value);
  };
  run.branch([side(true, then), side(false, otherwise)]);
  return values.length === 0 ? UNKNOWN : values.reduce(join);
}

/**
 * Whether a list holds elements that came before what the program puts into it: a function of a package returned it,
 * such as the arguments of the program's own command line, `flag.Args()`.
 */
function holdsOthers(run: Run, { objects, taints, paths }: Value): boolean {
  if (objects.length > 1 || taints.length > 0) return false;
  const object = objects.length === 1 ? run.state.object(objects[0]!) : undefined;
  if (object === undefined) return paths.length > 0 && paths.every((path) => path.endsWith('()'));
  return object.fields.size === 0 && object.rest.taints.length > 0 && object.rest.taints.every(isBehindOthers);
}

const isBehindOthers = ({ step }: Taint): boolean => step.note === PUT_BEHIND;

/**
 * The first element of a list, without what was put behind others: `args := append(flag.Args(), more...)`. A list that
 * may be one of several keeps all of it.
 */
function withoutBehind({ objects }: Value, content: Value): Value {
  const taints = content.taints.filter((taint) => !isBehindOthers(taint));
  return objects.length !== 1 || taints.length === content.taints.length ? content : valueLike(content, { taints });
}

function list(run: Run, { items, at }: Extract<Expression, { kind: 'list' }>): Value {
  const elements: Value[] = [];
  let rest = UNKNOWN;
  let isBehind = false;
  // A list that many statements make longer would be copied as often as it has elements: 20,000 of them took 4 GB.
  let isLong = false;
  const behind = (content: Value): Value => (isBehind ? stepped(content, run.file, at, PUT_BEHIND) : content);
  for (const { value, isSpread, isPut } of items) {
    const given = evaluate(run, value);
    const element = isPut && !isBehind ? stepped(given, run.file, at, PUT) : behind(given);
    if (!isSpread && isBehind) rest = join(rest, element);
    else if (!isSpread) elements.push(element);
    else {
      const spread = elementsOf(run, element);
      isLong ||= spread !== undefined && elements.length + spread.length > MAX_FIELDS;
      if (spread && !isLong && !isBehind && rest === UNKNOWN) elements.push(...spread);
      else rest = join(rest, behind(anyContentOf(run, element)));
      isBehind ||= !isPut && holdsOthers(run, given);
    }
  }
  const made = newList(run, at, elements);
  if (isBehind || isLong || rest !== UNKNOWN) {
    const [key] = made.objects;
    run.state.setObject(key!, objectLike(run.state.object(key!)!, { length: undefined, rest }));
  }
  return made;
}

function map(run: Run, { entries, at }: Extract<Expression, { kind: 'map' }>): Value {
  const fields = new Map<string, Value>();
  let rest = UNKNOWN;
  const keys: Value[] = [];
  for (const { key, value } of entries) {
    const content = evaluate(run, value);
    const named = key && evaluate(run, key);
    // The name of a constant is its key: `CURLOPT_URL`.
    const constant = named?.constant ?? (key?.kind === 'global' ? key.name : undefined);
    if (constant !== undefined) fields.set(String(constant), content);
    else {
      if (named !== undefined && tellsKeys(run)) keys.push(named);
      const [only] = content.objects;
      const spread = key === undefined && content.objects.length === 1 ? run.state.object(only!) : undefined;
      const copied = spread && fields.size === 0 && spread.fields.size > MAX_FIELDS && copiedContents(spread);
      for (const [name, field] of copied ? copied.known : (spread?.fields ?? []))
        if (fields.size < MAX_FIELDS || fields.has(name)) fields.set(name, field);
        else rest = join(rest, field);
      if (copied) rest = join(rest, copied.others);
      rest = join(rest, spread ? withTaints(spread.rest, content.taints) : anyContentOf(run, content));
    }
  }
  const made = newMap(run, at, fields, rest);
  for (const key of keys) putKey(run, made, key);
  return made;
}
