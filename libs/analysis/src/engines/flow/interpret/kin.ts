import type { ClassForm } from '../ir';
import type { Run } from './run';
import type { Kin, KinMethod } from './state';
import { type Closure, UNKNOWN, type Value } from './values';

/** A class that extends itself would have no end. */
export const MAX_ANCESTORS = 8;
/** What a constructor calls that another class declares. */
const BASE_CONSTRUCTOR = 'base constructor';

/** The methods of a class and of what it extends in the target, and the paths of what it extends elsewhere. */
export const kinOf = (run: Run, form: ClassForm): Kin => run.kinOf(form, () => made(run, form, 0));

function made(run: Run, form: ClassForm, depth: number): Kin {
  const kins = basesOf(run, form, depth).map((value) => ({
    paths: value.paths,
    parents: value.classes.map((parent) => made(run, parent, depth + 1)),
  }));
  const inherited = kins.flatMap(({ parents }) => parents);
  const methods = new Map<string, readonly KinMethod[]>();
  for (const { methods: parents } of inherited) for (const [name, all] of parents) methods.set(name, all);
  if (run.language.hasTypes) {
    const constructor = methods.get('constructor');
    if (constructor) methods.set(BASE_CONSTRUCTOR, constructor);
  }
  for (const [name, all] of ownMethods(run, form)) methods.set(name, withInherited(run, all, methods.get(name)));
  return {
    of: form,
    methods,
    paths: [...kins.flatMap(({ paths }) => paths), ...inherited.flatMap(({ paths }) => paths)],
  };
}

/** Of methods of one name the last one counts, but where a language tells them apart by what they get. */
function ownMethods(run: Run, form: ClassForm): Map<string, readonly KinMethod[]> {
  const own = new Map<string, readonly KinMethod[]>();
  for (const { name, function: each, isStatic } of form.methods) {
    const known = run.language.hasTypes ? (own.get(name) ?? []) : [];
    own.set(name, [...known, { form: each, isStatic }]);
  }
  return own;
}

/** A method takes the place of the inherited ones that get as many arguments. */
function withInherited(
  run: Run,
  own: readonly KinMethod[],
  inherited: readonly KinMethod[] | undefined,
): readonly KinMethod[] {
  if (inherited === undefined || !run.language.hasTypes) return own;
  const counts = new Set(own.map(({ form }) => form.parameters.length));
  return [...own, ...inherited.filter(({ form }) => !counts.has(form.parameters.length))];
}

/** Where types are held to, what a class extends is the same each time. */
const knownBases = new WeakMap<Run, Map<ClassForm, readonly Value[]>>();

export function basesOf(run: Run, form: ClassForm, depth: number): readonly Value[] {
  if (depth >= MAX_ANCESTORS) return [];
  if (!run.language.hasTypes) return form.bases.map((base) => run.evaluate(base));
  const known = knownBases.get(run) ?? new Map<ClassForm, readonly Value[]>();
  knownBases.set(run, known);
  const bases = known.get(form) ?? form.bases.map((base) => run.evaluate(base));
  known.set(form, bases);
  return bases;
}

const methodsByName = new WeakMap<ClassForm, ReadonlyMap<string, ClassForm['methods']>>();

/** The methods of a class by their names: parts of some are in dozens of files. */
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

/** The methods of a name of a class or of what it extends in the target, called on the class. */
export function methodsOf(run: Run, form: ClassForm, name: string, depth = 0): readonly Closure[] {
  const own = namedIn(form).get(name) ?? [];
  const isAll = run.language.hasTypes === true;
  if (own.length > 0)
    return (isAll ? own : own.slice(0, 1)).map(({ function: each, isStatic }) =>
      isAll && !isStatic ? { form: each, self: ofClass(form) } : { form: each },
    );
  if (depth > MAX_ANCESTORS) return [];
  for (const base of basesOf(run, form, 0))
    for (const parent of base.classes) {
      const found = methodsOf(run, parent, name, depth + 1);
      if (found.length > 0) return found;
    }
  return [];
}

/** An instance of which nothing but its class is known. */
const ofClass = (form: ClassForm): Value => ({ ...UNKNOWN, classes: [form] });
