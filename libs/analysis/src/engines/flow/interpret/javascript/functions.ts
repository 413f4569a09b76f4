import { callBack } from '../callbacks';
import { allTaints, newMap } from '../contents';
import { type Effect, isObject } from '../effect';
import { inherit, ownPrototype, prototypeOf } from '../function-objects';
import { OWN_PART, UNKNOWN, type Value, carrying, formatted, ofTaints, pathsOf, valueLike } from '../values';

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

/** Parts of Node.js that put texts together, or take them apart: markup stays markup. */
const TEXT_MAKERS = [
  ...['join', 'resolve', 'normalize', 'relative', 'posix.join', 'posix.resolve'].map((name) => `path.${name}`),
  ...['util.inspect', 'querystring.unescape', 'querystring.decode'],
];

const madeOfAll: Effect = ({ run, args }) => {
  const made = carrying(args.map((value) => ofTaints(allTaints(run, value))));
  return made.taints.length === 0 ? undefined : made;
};

const madeOf: Effect = ({ run, args: [text] }) => text && ofTaints(allTaints(run, text));

/** Functions of Node.js, and of packages that are used like a part of it. */
export const JAVASCRIPT_FUNCTIONS: Readonly<Record<string, Effect>> = {
  ...Object.fromEntries(PROMISIFIERS.map((name) => [name, same])),
  'util.format': ({ run, args: [pattern, ...given] }) => {
    const part = carrying(given.map((value) => ofTaints(allTaints(run, value))));
    return pattern?.text === undefined ? part : formatted(pattern, PLACE, part);
  },
  ...Object.fromEntries(MARKUP_MAKERS.map((name) => [name, madeOf])),
  ...Object.fromEntries(TEXT_MAKERS.map((name) => [name, madeOfAll])),
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

/** `page.replace(/{head}/, markup)`: where the page is not known, it still gets the markup. */
export const markupPut: Effect = ({ receiver, args: [, part] }) => {
  if (part === undefined || isObject(receiver)) return undefined;
  const before = isMarkup(receiver) ? receiver.text : undefined;
  const given = part.taints.length > 0 && isMarkup(part) ? `${OWN_PART}${part.text}${OWN_PART}` : undefined;
  const text = before ?? (receiver.taints.length === 0 && receiver.text === undefined ? given : undefined);
  return text === undefined ? undefined : valueLike(carrying([receiver, part]), { text });
};

const isMarkup = ({ text }: Value): boolean => text?.includes('<') === true;

/** The new text holds the results of the function for each match. */
export const replacedByFunction: Effect = ({ run, receiver, args: [, work], at }) => {
  if (work === undefined || work.functions.length === 0 || isObject(receiver)) return undefined;
  const match = carrying([receiver]);
  return callBack(run, work, at, [match, match, match, match]);
};

/** The text that a plain pattern such as `/:name/` finds: its own source. */
const plainPattern = (pattern: string | undefined): string | undefined =>
  pattern !== undefined && /^[\w:%@#-]+$/.test(pattern) ? pattern : undefined;
