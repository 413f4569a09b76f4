import type { ClassForm } from '../ir';
import type { Run } from './run';
import type { Kin, KinMethod } from './state';
import { type Closure, UNKNOWN, type Value, valueLike } from './values';

/** Limits the bases of a class, because a class that extends itself would have no end. */
export const MAX_ANCESTORS = 8;

/** The methods of a class and of its bases in the target, and the paths of its bases elsewhere. */
export const kinOf = (run: Run, form: ClassForm): Kin => run.kinOf(form, () => made(run, form, 0));

function made(run: Run, form: ClassForm, depth: number): Kin {
  const kins = basesOf(run, form, depth).map((value) => ({
    paths: value.paths,
    parents: value.classes.map((parent) => made(run, parent, depth + 1)),
  }));
  const inherited = kins.flatMap(({ parents }) => parents);
  const methods = new Map<string, readonly KinMethod[]>();
  for (const { methods: parents } of inherited) for (const [name, all] of parents) methods.set(name, all);
  for (const [name, all] of ownMethods(run, form)) methods.set(name, withInherited(run, all, methods.get(name)));
  return {
    of: form,
    methods,
    paths: [...kins.flatMap(({ paths }) => paths), ...inherited.flatMap(({ paths }) => paths)],
  };
}

/** The last of several methods of one name counts, except in languages that distinguish them by their parameters. */
function ownMethods(run: Run, form: ClassForm): Map<string, readonly KinMethod[]> {
  const own = new Map<string, readonly KinMethod[]>();
  for (const { name, function: each, isStatic } of form.methods) {
    const known = run.language.hasOverloads ? (own.get(name) ?? []) : [];
    own.set(name, [...known, { form: each, isStatic }]);
  }
  return own;
}

/** A method overrides the inherited ones with the same number of parameters. */
function withInherited(
  run: Run,
  own: readonly KinMethod[],
  inherited: readonly KinMethod[] | undefined,
): readonly KinMethod[] {
  if (inherited === undefined || !run.language.hasOverloads) return own;
  const counts = new Set(own.map(({ form }) => form.parameters.length));
  return [...own, ...inherited.filter(({ form }) => !counts.has(form.parameters.length))];
}

/** The bases of each class, for languages with types: there they are the same each time. */
const knownBases = new WeakMap<Run, Map<ClassForm, readonly Value[]>>();

export function basesOf(run: Run, form: ClassForm, depth: number): readonly Value[] {
  if (depth >= MAX_ANCESTORS) {
    if (form.bases.length > 0) leaveOutAncestors(run, form);
    return [];
  }
  if (!run.language.hasTypes) return form.bases.map((base) => run.evaluate(base));
  const known = knownBases.get(run) ?? new Map<ClassForm, readonly Value[]>();
  knownBases.set(run, known);
  const bases = known.get(form) ?? form.bases.map((base) => run.evaluate(base));
  known.set(form, bases);
  return bases;
}

/** Classes that extend each other in a ring have no others: nothing of them is left out. */
const MAX_RING = 32;

function leaveOutAncestors(run: Run, form: ClassForm): void {
  const seen = new Set<ClassForm>();
  let each: ClassForm | undefined = form;
  while (each !== undefined && !seen.has(each) && seen.size < MAX_RING) {
    seen.add(each);
    each = each.bases.flatMap((base) => run.evaluate(base).classes)[0];
  }
  const isRing = each !== undefined && seen.has(each);
  if (!isRing) run.leaveOut('ancestors', { file: run.file, name: form.name });
}

const methodsByName = new WeakMap<ClassForm, ReadonlyMap<string, ClassForm['methods']>>();

/** The methods of a class by their names. The parts of some classes are in dozens of files. */
function namedIn(form: ClassForm): ReadonlyMap<string, ClassForm['methods']> {
  const known = methodsByName.get(form);
  if (known) return known;
  const all = new Map<string, ClassForm['methods'][number][]>();
  for (const method of form.methods) {
    const named = all.get(method.name);
    if (named) named.push(method);
    else all.set(method.name, [method]);
  }
  methodsByName.set(form, all);
  return all;
}

/** The methods that each class has by their names, for languages with types: there they are the same each time. */
const knownMethods = new WeakMap<Run, Map<ClassForm, Map<string, readonly Closure[]>>>();
/** More names of a class than these are not remembered. */
const MAX_NAMES = 1_000;

/** The methods of a name that a class or its bases in the target have, called on the class. */
export function methodsOf(run: Run, form: ClassForm, name: string): readonly Closure[] {
  if (!run.language.hasTypes) return methodsFound(run, form, name, 0, new Set());
  let classes = knownMethods.get(run);
  if (classes === undefined) knownMethods.set(run, (classes = new Map()));
  let names = classes.get(form);
  if (names === undefined) classes.set(form, (names = new Map()));
  let methods = names.get(name);
  if (methods === undefined) {
    methods = methodsFound(run, form, name, 0, new Set());
    if (names.size < MAX_NAMES) names.set(name, methods);
  }
  return methods;
}

function methodsFound(
  run: Run,
  form: ClassForm,
  name: string,
  depth: number,
  seen: Set<ClassForm>,
): readonly Closure[] {
  seen.add(form);
  const own = namedIn(form).get(name) ?? [];
  const isAll = run.language.hasOverloads === true;
  if (own.length > 0 && !isAll) return [{ form: own[0]!.function }];
  const found = own.map(
    ({ function: each, isStatic }): Closure => (isStatic ? { form: each } : { form: each, self: ofClass(form) }),
  );
  if (depth > MAX_ANCESTORS) {
    if (found.length === 0) leaveOutAncestors(run, form);
    return found;
  }
  for (const base of basesOf(run, form, 0))
    for (const parent of base.classes) {
      if (seen.has(parent)) continue;
      const inherited = methodsFound(run, parent, name, depth + 1, seen);
      if (inherited.length > 0 && !isAll) return inherited;
      const counts = new Set(found.map((each) => each.form.parameters.length));
      found.push(...inherited.filter((each) => !counts.has(each.form.parameters.length)));
    }
  return found;
}

/** An instance of which only the class is known. */
const ofClass = (form: ClassForm): Value => valueLike(UNKNOWN, { classes: [form] });
