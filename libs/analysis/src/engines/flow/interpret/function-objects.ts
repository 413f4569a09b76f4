import type { FunctionForm, Place } from '../ir';
import { contentOf, hasTaints, newMap, putContent } from './contents';
import type { EvaluatedArgument } from './evaluated-call';
import type { Run } from './run';
import { type Closure, UNKNOWN, type Value, valueLike } from './values';

/** The key of the object that represents a function or a class: its fields are those that the target sets on it. */
const nameOf = ({ functions, classes }: Value): string | undefined => {
  if (functions.length + classes.length !== 1) return undefined;
  return `own fields of ${(functions[0]?.form ?? classes[0]!).id}`;
};

/**
 * The same for a value into which the target puts fields: a function or class of a language in which they are objects,
 * a class of Python, or one of its libraries' objects for that, such as `flask.g`.
 */
function holderName(run: Run, value: Value): string | undefined {
  const { hasFunctionObjects, holders } = run.language;
  if (value.objects.length > 0) return undefined;
  if (hasFunctionObjects) return nameOf(value);
  if (holders === undefined || run.proof) return undefined;
  const path = value.paths.find((each) => holders.has(each));
  if (path !== undefined) return `own fields of ${path}`;
  return value.functions.length + value.taints.length === 0 ? nameOf(value) : undefined;
}

const PROTOTYPE = 'prototype';
const prototypeName = ({ id }: FunctionForm): string => `prototype of ${id}`;

/** The prototype object of a function, with what the target puts into it. */
export const ownPrototype = (run: Run, form: FunctionForm): Value => run.sharedObject(prototypeName(form));

/** A value into which a field can be put: a function gets the object that represents it. */
export function withOwnFields(run: Run, value: Value): Value {
  const name = holderName(run, value);
  return name === undefined ? value : valueLike(value, { objects: run.sharedObject(name).objects });
}

/** Remembers that input lies where functions find it that do not get it: in a field of a class, in a variable. */
export function noteKept(run: Run, isKept: boolean, value: Value): void {
  if (isKept && run.language.holders !== undefined && hasTaints(run, value, 1)) run.keepsInput = true;
}

/** The content of a field that the target set on a function; undefined if it set none. */
export function fieldOfFunction(run: Run, value: Value, name: string): Value | undefined {
  const own = holderName(run, value);
  if (own === undefined) return undefined;
  if (run.hasShared(own)) {
    const shared = run.sharedObject(own);
    if (run.state.object(shared.objects[0]!)?.fields.has(name)) return contentOf(run, shared, name);
  }
  const [only] = value.functions;
  return name === PROTOTYPE && run.language.hasFunctionObjects && only !== undefined
    ? ownPrototype(run, only.form)
    : undefined;
}

/** The prototype of the objects that `new` makes of a function; undefined if it is empty. */
export function prototypeOf(run: Run, { form }: Closure): Value | undefined {
  const given = fieldOfFunction(run, valueLike(UNKNOWN, { functions: [{ form }] }), PROTOTYPE);
  const isEmpty = given?.objects.every((key) => run.state.object(key)?.fields.size === 0);
  return isEmpty ? undefined : given;
}

/** A new object with the methods of the function's prototype. */
export function newObjectOf(run: Run, closure: Closure, at: Place): Value {
  const made = newMap(run, at);
  const prototype = run.language.hasFunctionObjects ? prototypeOf(run, closure) : undefined;
  if (prototype) inherit(run, made, prototype);
  return made;
}

/** Copies the contents of another object into an object, with its functions as methods of the latter. */
export function inherit(run: Run, object: Value, from: Value): void {
  for (const key of from.objects)
    for (const [name, value] of run.state.object(key)?.fields ?? [])
      putContent(
        run,
        object,
        name,
        valueLike(value, { functions: value.functions.map((each) => calledOn(each, object)) }),
      );
}

/** A function as a method of an object, unless it is already a method of another one. */
export const calledOn = (closure: Closure, self: Value): Closure =>
  closure.form.self === undefined || closure.self ? closure : { form: closure.form, self };

/** An object that a function of the target makes of unknown arguments. */
export function constructed(run: Run, form: FunctionForm, args: readonly EvaluatedArgument[]): Value {
  const self = newObjectOf(run, { form }, form.at);
  run.invoke({ form, self }, args, form.at);
  run.state.isDead = false;
  return self;
}
