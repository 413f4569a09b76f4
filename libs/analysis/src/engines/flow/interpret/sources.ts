import type { ClassForm, Expression, Place } from '../ir';
import { ALL_SANITIZED, ALL_WEAKNESSES, bitOf } from '../rules';
import { contentOf } from './contents';
import { fieldOfFunction } from './function-objects';
import { leftInField } from './javascript/request-fields';
import { safeByRoute } from './javascript/route-patterns';
import { judgeUse } from './memory/access';
import { MAX_ANCESTORS, basesOf, kinOf, methodsOf } from './kin';
import type { Run } from './run';
import { UNKNOWN, type Value, join, madeSafe, ofTaints, valueLike, withPaths, withTaints, withType } from './values';

/**
 * Marks a value as input if the rows say so for one of its paths.
 * @param paths the paths that it gets here; the others were looked up earlier
 */
export function sourced(run: Run, value: Value, at: Place, paths = value.paths): Value {
  for (const path of paths) {
    const label = run.rules.sources.get(path);
    if (label === undefined) continue;
    const isOwn = run.rules.ofOtherApps.has(path) && run.language.ofOwnComponents?.has(run.file);
    if (!isOwn) return withSource(run, value, labelHere(run, path) ?? label, at, run.rules.harmless.get(path) ?? 0);
  }
  return value;
}

/** The label of a source in this file, where it is something else: `params` of a mailer are no request’s. */
function labelHere({ rules, file }: Run, path: string): string | undefined {
  const other = rules.otherwise.get(path);
  return other?.files.test(file) === true ? other.label : undefined;
}

/**
 * Marks a value as input. If it already has a taint with the label, the input came in earlier, and only that place
 * counts.
 */
export function withSource(run: Run, value: Value, label: string, at: Place, safe = 0): Value {
  if (value.taints.some((taint) => taint.label === label)) return value;
  const { file } = run;
  const taint = { source: run.sourceAt(at), label, safe, step: { file, at, note: label, length: 1 } };
  return withTaints(value, [taint]);
}

/** A value of a type, with what rows say about all values of the type. */
export function ofKnownType({ rules, language }: Run, value: Value, type: Value): Value {
  const known = withType(value, type);
  // The type holds its members alone, whatever a value was made of.
  if (language.holdsTypes && known.taints.length > 0 && isEnumeration(type)) return madeSafe(known, ALL_SANITIZED);
  if (rules.harmlessTypes.size === 0) return known;
  return madeSafe(
    known,
    type.paths.reduce((mask, path) => mask | (rules.harmlessTypes.get(path) ?? 0), 0),
  );
}

/** The field of a value of which only the class is known, as the class declares it: a constant, or its type. */
function declaredField(run: Run, { classes, taints }: Value, name: string, at: Place, depth = 0): Value | undefined {
  for (const form of classes) {
    const member = run.proof === undefined ? form.members?.find((each) => each.name === name) : undefined;
    const made = member && constantOf(run, member);
    if (made) return made;
    const field = form.fields.find((each) => each.name === name);
    const isKnown = field?.isConstant === true && (run.proof === undefined || run.proof.isNeverSet(name));
    const constant = isKnown ? constantOf(run, field) : undefined;
    if (constant) return withTaints(constant, taints);
    if (field?.value.kind === 'typed') return ofType(run, field.value, taints);
    const { hasTypes, embeds, hasScripts } = run.language;
    const isHeld = (hasTypes || embeds || hasScripts) && depth < MAX_ANCESTORS;
    const inherited = isHeld
      ? inheritedField(run, form, taints, name, at, depth)
      : run.language.holdsTypes && depth < MAX_ANCESTORS
        ? fieldOfBase(run, form, taints, name, at, depth)
        : undefined;
    if (inherited) return inherited;
  }
  return undefined;
}

type ClassField = ClassForm['fields'][number];

const constantsRead = new WeakMap<Run, Set<ClassField>>();

/**
 * The constant value of a field of a class; undefined within itself: `static Kind Kind = Kind.Of(1)` names a type
 * there.
 */
function constantOf(run: Run, field: ClassField): Value | undefined {
  const read = constantsRead.get(run) ?? new Set<ClassField>();
  constantsRead.set(run, read);
  if (read.has(field)) return undefined;
  read.add(field);
  try {
    // It is judged where it stands: its places are those of its own file.
    return run.unjudged(() => run.evaluate(field.value));
  } finally {
    read.delete(field);
  }
}

/** Whether a class declares a constant value for the field. */
const hasConstant = ({ classes }: Value, name: string): boolean =>
  classes.some(({ fields }) => fields.some((each) => each.name === name && each.isConstant));

/** A field that must hold a number or a member of an enumeration cannot hold a text. */
function ofType(run: Run, { type, isHeld }: Extract<Expression, { kind: 'typed' }>, taints: Value['taints']): Value {
  const known = run.evaluate(type);
  const value = withType(UNKNOWN, known);
  return isHeld || isEnumeration(known) ? value : withTaints(value, taints);
}

export const isEnumeration = ({ classes }: Value): boolean =>
  classes.some(({ bases }) => bases.some((base) => base.kind === 'global' && base.name === 'enum'));

/** The result of a getter, the field of a base class in the target, or the path of one elsewhere. */
function inheritedField(
  run: Run,
  form: ClassForm,
  taints: Value['taints'],
  name: string,
  at: Place,
  depth: number,
): Value | undefined {
  const only = methodsOf(run, form, name).find(({ form: each }) => each.isGetter);
  if (only) {
    // The object may hold input.
    const self: Value = valueLike(UNKNOWN, { classes: [form], taints });
    return run.invoke(only.form.self === undefined ? only : { ...only, self }, [], at) ?? withTaints(UNKNOWN, taints);
  }
  const found = fieldOfBase(run, form, taints, name, at, depth);
  if (found) return found;
  const paths = kinOf(run, form).paths.map((path) => run.rules.knownBelow(path, name));
  return paths.length === 0 ? undefined : sourced(run, valueLike(UNKNOWN, { taints, paths }), at);
}

function fieldOfBase(
  run: Run,
  form: ClassForm,
  taints: Value['taints'],
  name: string,
  at: Place,
  depth: number,
): Value | undefined {
  for (const base of basesOf(run, form, 0)) {
    const found = declaredField(run, valueLike(base, { taints }), name, at, depth + 1);
    if (found) return found;
  }
  return undefined;
}

/** Whether rows know a field `length` of the value as a source: a query may have any name. */
const mayBeSource = ({ rules }: Run, { paths }: Value): boolean =>
  paths.some((path) => rules.hasAnyField(path) || rules.sources.has(`${path}.length`));

/** Two dots alone lead out of a folder. */
const ALL_BUT_PATHS = ALL_WEAKNESSES & ~bitOf('path-traversal');

/** `mux.Vars(r)["id"]` */
const PARTS_OF_GORILLA = 'mux.Vars()';

/** `value.name` */
export function fieldOf(run: Run, value: Value, name: string, at: Place): Value {
  if (run.language.hasMemory) judgeUse(run, value, at);
  const own = fieldOfFunction(run, value, name) ?? run.language.filledField?.(run, value, name, at);
  if (own) return own;
  const left = leftInField(run, value, name);
  if (left) return left;
  // The length of something is a number. A client that sends an object instead of a text or list is an exception.
  if (name === 'length' && run.language.hasFunctionObjects && value.objects.length === 0 && !mayBeSource(run, value))
    return UNKNOWN;
  const content = contentOf(run, value, name);
  const paths = value.paths.length === 0 ? value.paths : value.paths.map((path) => run.rules.knownBelow(path, name));
  if (content === undefined) {
    if (isSetByServer(run, value, name)) return withPaths(UNKNOWN, paths);
    const mayBe = paths.length === 0 || (run.proof !== undefined && hasConstant(value, name));
    const declared = mayBe ? declaredField(run, value, name, at) : undefined;
    if (declared) return declared;
    // `path.*` is any field.
    const any = run.rules.anyFieldsOf(value.paths);
    const taints = derived(run, value, name, at) ?? value.taints;
    const isPlain = run.plainParts.has(name) && value.paths.includes(PARTS_OF_GORILLA);
    const safe = isPlain ? ALL_BUT_PATHS : safeByRoute(run.route, value.paths, name);
    const read = withPaths(safe === 0 ? ofTaints(taints) : madeSafe(ofTaints(taints), safe), paths);
    return sourced(run, cleaned(run, read), at, any.length === 0 ? paths : [...paths, ...any]);
  }
  const read = gotten(run, content, at);
  return paths.length === 0 ? read : sourced(run, withPaths(read, [...read.paths, ...paths]), at, paths);
}

/** A property may be harmless as the result of a call is: the last part of a path. */
function cleaned({ rules }: Run, value: Value): Value {
  if (value.taints.length === 0) return value;
  const mask = value.paths.reduce((all, path) => all | (rules.sanitizers.get(path) ?? 0), 0);
  return mask === 0 ? value : madeSafe(value, mask);
}

const isSetByServer = ({ rules: { setByServer } }: Run, { paths }: Value, name: string): boolean =>
  setByServer.size > 0 && paths.some((path) => setByServer.get(path)?.test(name) === true);

/** The input in a part of an address: `new URL(request.url).searchParams` */
function derived(run: Run, { taints }: Value, name: string, at: Place): Value['taints'] | undefined {
  const row = run.rules.derived.get(name)?.find(({ of }) => taints.some(({ label }) => label === of));
  if (row === undefined) return undefined;
  const others = taints.filter(({ label }) => label !== row.of);
  if (row.label === undefined) return others;
  const whole = taints.filter(({ label }) => label === row.of);
  const safe = row.isWhole ? whole.reduce((mask, each) => mask & each.safe, -1) : 0;
  return withSource(run, ofTaints(others), row.label, at, safe).taints;
}

/** Replaces getters by their results. */
function gotten(run: Run, content: Value, at: Place): Value {
  if (content.functions.length === 0) return content;
  const getters = content.functions.filter(({ form }) => form.isGetter);
  if (getters.length === 0) return content;
  const others = valueLike(content, { functions: content.functions.filter(({ form }) => !form.isGetter) });
  const results = getters.map((getter) => run.invoke(getter, [], at) ?? UNKNOWN);
  return results.reduce(join, others);
}
