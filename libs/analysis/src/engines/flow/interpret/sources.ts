import type { ClassForm, Expression, Place } from '../ir';
import { contentOf } from './contents';
import { fieldOfFunction } from './function-objects';
import { judgeUse } from './memory/access';
import { MAX_ANCESTORS, basesOf, kinOf, methodsOf } from './kin';
import type { Run } from './run';
import { UNKNOWN, type Value, join, withTaints, withType } from './values';

/**
 * With what the rows say of its paths: that it comes from outside.
 * @param paths those that it has from here; what was known of it before has been said where it came from
 */
export function sourced(run: Run, value: Value, at: Place, paths = value.paths): Value {
  for (const path of paths) {
    const label = run.rules.sources.get(path);
    if (label !== undefined) return withSource(run, value, label, at, run.rules.harmless.get(path) ?? 0);
  }
  return value;
}

/** What is known to come from there already came in earlier, and not where it is read again. */
export function withSource(run: Run, value: Value, label: string, at: Place, safe = 0): Value {
  if (value.taints.some((taint) => taint.label === label)) return value;
  const { file } = run;
  const taint = { source: `${file}:${at}`, label, safe, step: { file, at, note: label, length: 1 } };
  return withTaints(value, [taint]);
}

/** What the class says of a field of a value of which nothing but the class is known: a constant, or its type. */
function declaredField(run: Run, { classes, taints }: Value, name: string, at: Place, depth = 0): Value | undefined {
  for (const form of classes) {
    const field = form.fields.find((each) => each.name === name);
    const isKnown = field?.isConstant === true && (run.proof === undefined || run.proof.isNeverSet(name));
    const constant = isKnown ? constantOf(run, field) : undefined;
    if (constant) return withTaints(constant, taints);
    if (field?.value.kind === 'typed') return ofType(run, field.value, taints);
    const isHeld = run.language.hasTypes && depth < MAX_ANCESTORS;
    const inherited = isHeld ? inheritedField(run, form, taints, name, at, depth) : undefined;
    if (inherited) return inherited;
  }
  return undefined;
}

type ClassField = ClassForm['fields'][number];

const constantsRead = new WeakMap<Run, Set<ClassField>>();

/** What a class says once for all; undefined within itself: `static Kind Kind = Kind.Of(1)` names a type there. */
function constantOf(run: Run, field: ClassField): Value | undefined {
  const read = constantsRead.get(run) ?? new Set<ClassField>();
  constantsRead.set(run, read);
  if (read.has(field)) return undefined;
  read.add(field);
  try {
    return run.evaluate(field.value);
  } finally {
    read.delete(field);
  }
}

/** Whether a class says once for all what the field holds. */
const hasConstant = ({ classes }: Value, name: string): boolean =>
  classes.some(({ fields }) => fields.some((each) => each.name === name && each.isConstant));

/** No text fits into what is held to be a number, nor into an enumeration. */
function ofType(run: Run, { type, isHeld }: Extract<Expression, { kind: 'typed' }>, taints: Value['taints']): Value {
  const known = run.evaluate(type);
  const value = withType(UNKNOWN, known);
  return isHeld || isEnumeration(known) ? value : withTaints(value, taints);
}

export const isEnumeration = ({ classes }: Value): boolean =>
  classes.some(({ bases }) => bases.some((base) => base.kind === 'global' && base.name === 'enum'));

/** What a getter gives, what a class of the target declares that it extends, or a name of one elsewhere. */
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
    // The object may hold what came from outside.
    const self: Value = { ...UNKNOWN, classes: [form], taints };
    return run.invoke(only.form.self === undefined ? only : { ...only, self }, [], at) ?? withTaints(UNKNOWN, taints);
  }
  for (const base of basesOf(run, form, 0)) {
    const found = declaredField(run, { ...base, taints }, name, at, depth + 1);
    if (found) return found;
  }
  const paths = kinOf(run, form).paths.map((path) => run.rules.knownBelow(path, name));
  return paths.length === 0 ? undefined : sourced(run, { ...UNKNOWN, taints, paths }, at);
}

/** Whether something may come in by a field of the value that is called `length`: a query has any name. */
const mayBeSource = ({ rules: { sources } }: Run, { paths }: Value): boolean =>
  paths.some((path) => sources.has(`${path}.*`) || sources.has(`${path}.length`));

/** `value.name` */
export function fieldOf(run: Run, value: Value, name: string, at: Place): Value {
  if (run.language.hasMemory) judgeUse(run, value, at);
  const own = fieldOfFunction(run, value, name);
  if (own) return own;
  // How long something is, is a number: whoever sends an object in place of a text or a list is an exception.
  if (name === 'length' && run.language.hasFunctionObjects && value.objects.length === 0 && !mayBeSource(run, value))
    return UNKNOWN;
  const content = contentOf(run, value, name);
  const paths = value.paths.map((path) => run.rules.knownBelow(path, name));
  if (content === undefined) {
    const mayBe = paths.length === 0 || (run.proof !== undefined && hasConstant(value, name));
    const declared = mayBe ? declaredField(run, value, name, at) : undefined;
    if (declared) return declared;
    // `path.*` is any field.
    const any = value.paths.map((path) => `${path}.*`).filter((path) => run.rules.sources.has(path));
    const taints = derived(run, value, name, at) ?? value.taints;
    return sourced(run, { ...UNKNOWN, taints, paths }, at, [...paths, ...any]);
  }
  const read = gotten(run, content, at);
  return paths.length === 0 ? read : sourced(run, { ...read, paths: [...read.paths, ...paths] }, at, paths);
}

/** What comes in by a part of an address: `new URL(request.url).searchParams` */
function derived(run: Run, { taints }: Value, name: string, at: Place): Value['taints'] | undefined {
  const row = run.rules.derived.get(name)?.find(({ of }) => taints.some(({ label }) => label === of));
  if (row === undefined) return undefined;
  const others = taints.filter(({ label }) => label !== row.of);
  return withSource(run, { ...UNKNOWN, taints: others }, row.label, at).taints;
}

/** With what getters return instead of the getters. */
function gotten(run: Run, content: Value, at: Place): Value {
  const getters = content.functions.filter(({ form }) => form.isGetter);
  if (getters.length === 0) return content;
  const others = { ...content, functions: content.functions.filter(({ form }) => !form.isGetter) };
  const results = getters.map((getter) => run.invoke(getter, [], at) ?? UNKNOWN);
  return results.reduce(join, others);
}
