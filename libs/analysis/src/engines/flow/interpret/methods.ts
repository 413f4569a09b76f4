import type { ClassForm, Expression, FunctionForm, Place } from '../ir';
import { methodsOfObject } from './contents';
import { extensionsOf, isKnown, otherwiseOf } from './extensions';
import { implementationsOf, isAbstract } from './implementations';
import { MAX_ANCESTORS, methodsOf } from './kin';
import { imported, nameOfModule } from './modules';
import type { Run } from './run';
import { fieldOf } from './sources';
import { type Closure, UNKNOWN, type Value, WHOLLY, valueLike, withTaints } from './values';

/** The functions of the target that a call may mean. */
export const calledFunctions = (run: Run, callee: Expression): readonly Closure[] =>
  callee.kind === 'field'
    ? fieldCallee(run, run.evaluate(callee.object), callee).functions
    : run.evaluate(callee).functions;

export type Field = Extract<Expression, { kind: 'field' }>;

/** The functions that a call of a method may mean. */
export function fieldCallee(run: Run, receiver: Value, { name, otherwise, from, at }: Field): Value {
  const ofBase = from && inherited(run, from, name, receiver);
  if (ofBase && ofBase.functions.length > 0) return ofBase;
  const found = method(run, receiver, name, at);
  // A base outside of the target has the method: its own one is not meant.
  if (from) return valueLike(found, { functions: [] });
  if (isKnown(found)) return found;
  const extended = extensionsOf(run, receiver, name);
  if (extended.length > 0) return valueLike(found, { functions: extended });
  return otherwise ? otherwiseOf(run, found, otherwise) : found;
}

function method(run: Run, receiver: Value, name: string, at: Place): Value {
  for (const path of receiver.paths) {
    const value = nameOfModule(run, path, name);
    if (value) return value;
  }
  const isApart = run.language.holdsTypes || run.language.tellsMethods;
  const own = isApart && run.proof === undefined ? methodsOfObject(run, receiver, name) : undefined;
  if (own !== undefined) return own;
  const value = fieldOf(run, receiver, name, at);
  if (isLambdaAlone(run, receiver, value) && !OF_ALL_LAMBDAS.test(name))
    return valueLike(value, { functions: receiver.functions });
  if (value.functions.length > 0 || receiver.classes.length === 0) return value;
  const found = receiver.classes
    .flatMap((form) => methodsMeant(run, form, name))
    .map((each) => holding(run, each, receiver));
  if (found.length === 0) return value;
  // A lambda is the one method of the interface that it stands for.
  const isLambda =
    run.language.holdsTypes && receiver.functions.length > 0 && found.every(({ form }) => isAbstract(form));
  if (isLambda) return valueLike(value, { functions: receiver.functions });
  const isExact = run.proof !== undefined && receiver.made === WHOLLY && receiver.classes.length === 1;
  return valueLike(value, { functions: found, ...(isExact && { made: WHOLLY }) });
}

/** The methods of a class by their name, where nobody calls them yet: `names.Select(Shown.Of)`. */
export const methodsOfClass = (run: Run, { classes }: Value, name: string): readonly Closure[] =>
  run.proof ? [] : classes.flatMap((form) => methodsMeant(run, form, name)).filter(({ form }) => !form.isGetter);

/** The methods of an object of the target that read or set `object[key]`. */
export function indexersOf(run: Run, value: Value, does: 'get' | 'set'): readonly Closure[] {
  const name = run.language.indexers?.[does];
  if (name === undefined || value.objects.length === 0 || run.proof) return [];
  const found = methodsOfObject(run, value, name)?.functions ?? [];
  return found.filter(({ form }) => form.parameters.length === (does === 'get' ? 1 : 2));
}

/** Methods that the interfaces of Java's own library add to a lambda. */
const OF_ALL_LAMBDAS =
  /^(?:andThen|compose|negate|and|or|reversed|thenComparing\w*|equals|hashCode|toString|getClass)$/;

/** Whether a value is a lambda of Java and nothing else: any method of it is the one that it stands for. */
const isLambdaAlone = (run: Run, receiver: Value, field: Value): boolean =>
  run.language.holdsTypes === true &&
  run.proof === undefined &&
  receiver.functions.length > 0 &&
  receiver.objects.length + receiver.classes.length + field.functions.length === 0;

/** The method on an object that was made of input: a framework has put the fields of a request into it. */
function holding({ language }: Run, closure: Closure, receiver: Value): Closure {
  if (language.embeds) return closure.self ? heldInGo(closure, receiver) : closure;
  const { taints } = receiver;
  const isFilled = language.holdsTypes || language.hasTypes;
  if (taints.length === 0 || closure.self === undefined || !isFilled) return closure;
  return { ...closure, self: withTaints(closure.self, taints) };
}

/** A method of Go on a value of a named type: a text, or a struct that was made of input. */
function heldInGo(closure: Closure, { taints, constant, text, objects }: Value): Closure {
  const isSomething = taints.length > 0 || constant !== undefined;
  if (!isSomething || objects.length > 0) return closure;
  return { ...closure, self: valueLike(closure.self!, { taints, constant, text }) };
}

/** A method of a class; if it is abstract, the methods of the classes that implement it. */
function methodsMeant(run: Run, form: ClassForm, name: string): readonly Closure[] {
  if (run.language.hasOverloads) return overloadsMeant(run, form, name);
  const declared = run.language.classMethod ? classMethodOf(run, form, name) : methodOf(run, form, name);
  if (declared === undefined || !isAbstract(declared.form)) return declared === undefined ? [] : [declared];
  const methods = implementationsOf(run, form, name).flatMap((each) => methodOf(run, each, name) ?? []);
  const done = methods.filter((each) => !isAbstract(each.form));
  return done.length === 0 ? [declared] : done;
}

/** The same, if several methods have the name. */
function overloadsMeant(run: Run, form: ClassForm, name: string): readonly Closure[] {
  const declared = methodsOf(run, form, name);
  if (declared.length === 0 || !declared.every((each) => isAbstract(each.form))) return declared;
  const methods = implementationsOf(run, form, name).flatMap((each) => methodsOf(run, each, name));
  const done = methods.filter((each) => !isAbstract(each.form));
  return done.length === 0 ? declared : done;
}

/** The value of a name without a receiver. */
export function ownMethod(run: Run, { self, from, name, at }: Extract<Expression, { kind: 'own' }>): Value {
  const receiver = self && run.evaluate(self);
  const found = from ? inherited(run, from, name, receiver) : receiver ? method(run, receiver, name, at) : UNKNOWN;
  if (found.functions.length > 0) return found;
  const known = imported(run, `function ${name}`, undefined);
  const functions = known.functions.map(({ form }) => (receiver ? { form, self: receiver } : { form }));
  // `'Request::is'` of PHP names a method of a class outside of the target: no field of it is read.
  const taints = receiver === undefined || receiver.objects.length + receiver.taints.length > 0 ? found.taints : [];
  // The contents of a field of that name, without its path outside of the target.
  return valueLike(known, { functions, taints, objects: found.objects });
}

/** More bases of a class are not searched at each call. */
const MAX_BASES = 16;

/** A method of one of the classes, called on another object. */
function inherited(run: Run, from: readonly Expression[], name: string, self: Value | undefined): Value {
  const isStatic = (self?.classes.length ?? 0) > 0;
  const written = isStatic ? (run.language.classMethod?.(name) ?? name) : name;
  const forms = from.slice(0, MAX_BASES).flatMap((each) => run.evaluate(each).classes);
  const found = forms.map((form) => methodsNamed(run, form, written)).find(({ length }) => length > 0) ?? [];
  return valueLike(UNKNOWN, { functions: found.map(({ form }) => (self ? { form, self } : { form })) });
}

/** The methods of a name that a class or its bases in the target have: more than one where overloads are told apart. */
function methodsNamed(run: Run, form: ClassForm, name: string): readonly Closure[] {
  if (run.language.hasOverloads) return methodsOf(run, form, name);
  const found = methodOf(run, form, name);
  return found ? [found] : [];
}

/** A method of a class or of its bases in the target, called on the class. */
function methodOf(run: Run, form: ClassForm, name: string, depth = 0, called = form): Closure | undefined {
  const own = form.methods.find((each) => each.name === name);
  if (own?.takesClass) return withSelf(own.function, called);
  // `this` of a static method is the class that it is called on.
  if (own?.isStatic && own.function.self && run.language.hasFunctionObjects && run.proof === undefined)
    return withSelf(own.function, called);
  // Only the class is known of the object that it is called on.
  if (own) return own.isStatic || !own.function.self ? { form: own.function } : withSelf(own.function, form);
  if (depth > MAX_ANCESTORS) return undefined;
  for (const base of form.bases)
    for (const parent of run.evaluate(base).classes) {
      const found = methodOf(run, parent, name, depth + 1, called);
      if (found) return found;
    }
  return undefined;
}

const withSelf = (form: FunctionForm, owner: ClassForm): Closure => ({
  form,
  self: valueLike(UNKNOWN, { classes: [owner] }),
});

/** A method that is called on a class, with the class as its `self` if the language has one there. */
function classMethodOf(run: Run, form: ClassForm, name: string): Closure | undefined {
  const written = run.language.classMethod?.(name) ?? name;
  const found = methodOf(run, form, written) ?? extendedMethod(run, form, name, 0);
  return found && withSelf(found.form, form);
}

function extendedMethod(run: Run, form: ClassForm, name: string, depth: number): Closure | undefined {
  for (const module of form.extended ?? [])
    for (const each of run.evaluate(module).classes) {
      const found = methodOf(run, each, name);
      if (found) return found;
    }
  if (depth > MAX_ANCESTORS) return undefined;
  for (const base of form.bases)
    for (const parent of run.evaluate(base).classes) {
      const found = extendedMethod(run, parent, name, depth + 1);
      if (found) return found;
    }
  return undefined;
}
