import semver from 'semver';
import type { Context, Functions } from '../template/context';
import { Refused } from '../template/refused';
import { type TemplateValue, isDict, isList, isText, plainText, truthOf } from '../values/value';
import { isEmpty, textAt } from './arguments';
import { typeOf } from './printing';

/** `==` of Go's templates, but for numbers of different types, which Go refuses to compare. */
export function areEqual(one: TemplateValue, other: TemplateValue, context: Context, depth = 0): boolean {
  context.spend(1);
  if (one === other) return true;
  if (isText(one) && isText(other)) return plainText(one) === plainText(other);
  if (isNumber(one) && isNumber(other)) return Number(one) === Number(other);
  if (depth > 60) return false;
  if (isList(one) && isList(other))
    return one.length === other.length && one.every((item, index) => areEqual(item, other[index]!, context, depth + 1));
  if (isDict(one) && isDict(other))
    return (
      one.size === other.size &&
      [...one].every(([key, value]) => other.has(key) && areEqual(value, other.get(key)!, context, depth + 1))
    );
  return false;
}

const isNumber = (value: TemplateValue): value is bigint | number =>
  typeof value === 'bigint' || typeof value === 'number';

function ordered(one: TemplateValue, other: TemplateValue): number {
  if (isNumber(one) && isNumber(other)) return Number(one) - Number(other);
  if (isText(one) && isText(other)) return Buffer.compare(Buffer.from(plainText(one)), Buffer.from(plainText(other)));
  throw new Refused('it compares values of different types');
}

/** The kinds of Go's reflection, as `kindOf` says them. */
function kindOf(value: TemplateValue): string {
  if (value === null) return 'invalid';
  if (isText(value)) return 'string';
  if (isList(value)) return 'slice';
  if (isDict(value)) return 'map';
  if (typeof value === 'bigint') return 'int';
  if (typeof value === 'number') return 'float64';
  return typeof value === 'boolean' ? 'bool' : 'struct';
}

export const comparisons: Functions = {
  eq: ([one = null, ...others], context) => others.some((other) => areEqual(one, other, context)),
  ne: ([one = null, other = null], context) => !areEqual(one, other, context),
  lt: ([one = null, other = null]) => ordered(one, other) < 0,
  le: ([one = null, other = null]) => ordered(one, other) <= 0,
  gt: ([one = null, other = null]) => ordered(one, other) > 0,
  ge: ([one = null, other = null]) => ordered(one, other) >= 0,
  not: ([value = null]) => truthOf(value) !== true,
  empty: ([value]) => isEmpty(value),
  all: (args) => args.every((arg) => !isEmpty(arg)),
  any: (args) => args.some((arg) => !isEmpty(arg)),
  deepEqual: ([one = null, other = null], context) => areEqual(one, other, context),
  kindOf: ([value = null]) => kindOf(value),
  kindIs: (args, context) => kindOf(args[1] ?? null) === textAt(args, 0, context),
  typeOf: ([value = null]) => typeOf(value),
  typeIs: (args, context) => typeOf(args[1] ?? null) === textAt(args, 0, context),
  typeIsLike: (args, context) => typeOf(args[1] ?? null) === textAt(args, 0, context).replace(/^\*/, ''),
  semver: (args, context) => partsOfVersion(textAt(args, 0, context)),
  semverCompare: (args, context) => satisfies(textAt(args, 1, context), textAt(args, 0, context)),
};

function partsOfVersion(text: string): TemplateValue {
  const version = semver.coerce(text, { includePrerelease: true });
  if (version === null) throw new Refused(`${text} is no version`);
  return new Map<string, TemplateValue>([
    ['Major', BigInt(version.major)],
    ['Minor', BigInt(version.minor)],
    ['Patch', BigInt(version.patch)],
    ['Prerelease', version.prerelease.join('.')],
    ['Metadata', version.build.join('.')],
    ['Original', text],
  ]);
}

/** Constraints of Masterminds/semver: one before a release is taken where the constraint names one, such as `-0`. */
function satisfies(text: string, constraint: string): boolean {
  const version = semver.coerce(text, { includePrerelease: true });
  if (version === null) throw new Refused(`${text} is no version`);
  const ranges = constraint.split('||').map((range) =>
    range
      .replaceAll(',', ' ')
      .replace(/([<>=~^!]+)\s+/g, '$1')
      .replace(
        /(^|[^\w.])(v?\d+)(\.\d+)?(-[\w.]+)(?=\s|$)/g,
        (_, before: string, major: string, minor = '.0', rest: string) => `${before}${major}${minor}.0${rest}`,
      ),
  );
  return ranges.some((range) =>
    range
      .trim()
      .split(/\s+(?![-\s])(?<!-\s)/)
      .join(' ')
      .split(/(?=!=)/)
      .every((part) => {
        const [, excluded] = /^!=(\S+)\s*$/.exec(part.trim()) ?? [];
        if (excluded !== undefined) return !semver.satisfies(version, excluded, { includePrerelease: true });
        return semver.satisfies(version, part.trim(), { includePrerelease: /-\w/.test(part) });
      }),
  );
}
