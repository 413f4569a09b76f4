import { allTaints, newMap } from '../contents';
import type { Effect } from '../effect';
import { inherit, ownPrototype, prototypeOf } from '../function-objects';
import { UNKNOWN, carrying, formatted, ofTaints, pathsOf } from '../values';

/** Returns a function that does the same as its argument. */
const same: Effect = ({ args }) => args[0];

const PROMISIFIERS = ['util.promisify', 'pify', 'bluebird.promisify', 'es6-promisify', 'es6-promisify.promisify'];

const PLACE = /%[sdifjoO]/;

/** `new Derived()` also has the methods of the base. */
const inheriting: Effect = ({ run, args: [derived, base] }) => {
  const [closure] = derived?.functions ?? [];
  const [parent] = base?.functions ?? [];
  const methods = parent && prototypeOf(run, parent);
  const own = closure && ownPrototype(run, closure.form);
  if (own && methods) inherit(run, own, methods);
  return UNKNOWN;
};

/** Angular's way to get what it would pass to a constructor: an instance of the class that is named. */
const injected: Effect = ({ run, args: [named], at }) => {
  if (named === undefined) return undefined;
  const [form] = named.classes;
  return form ? run.instantiate(form, [], at) : pathsOf(...named.paths);
};

/** Packages that make markup of a text, and leave in it the markup that stands there. */
const MARKUP_MAKERS = ['marked', 'marked.marked', 'marked.parse', 'marked.marked.parse', 'showdown.Converter.makeHtml'];

const madeOf: Effect = ({ run, args: [text] }) => text && ofTaints(allTaints(run, text));

/** Functions of Node.js, and of packages that are used like a part of it. */
export const JAVASCRIPT_FUNCTIONS: Readonly<Record<string, Effect>> = {
  ...Object.fromEntries(PROMISIFIERS.map((name) => [name, same])),
  'util.format': ({ run, args: [pattern, ...given] }) => {
    const part = carrying(given.map((value) => ofTaints(allTaints(run, value))));
    return pattern?.text === undefined ? part : formatted(pattern, PLACE, part);
  },
  ...Object.fromEntries(MARKUP_MAKERS.map((name) => [name, madeOf])),
  'util.inherits': inheriting,
  inherits: inheriting,
  '@angular.core.inject': injected,
  'Object.setPrototypeOf': ({ run, args: [object, base] }) => {
    if (object && base) inherit(run, object, base);
    return object;
  },
  'Object.create': ({ run, args: [base], at }) => {
    if (base?.constant === null) return newMap(run, at);
    if (!base || base.objects.length === 0) return undefined;
    const made = newMap(run, at);
    inherit(run, made, base);
    return made;
  },
};

/** A text in which another text replaces a part. */
export const replaced: Effect = ({ receiver, args: [place, part] }) => {
  if (receiver.text === undefined || part === undefined || part.functions.length > 0) return undefined;
  const written = typeof place?.constant === 'string' ? place.constant : plainPattern(place?.text);
  if (written === undefined || written === '' || !receiver.text.includes(written)) return undefined;
  return formatted(receiver, new RegExp(written.replaceAll(/[^\w\s]/g, '\\$&')), part);
};

/** The text that a plain pattern such as `/:name/` finds: its own source. */
const plainPattern = (pattern: string | undefined): string | undefined =>
  pattern !== undefined && /^[\w:%@#-]+$/.test(pattern) ? pattern : undefined;
