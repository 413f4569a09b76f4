import { refused } from '@assay/kernel';
import type { SessionTarget, SourceKind } from '../domain/session-target';
import { SOURCE_KINDS, targetKinds } from './kinds';
import type { SessionSource } from './target-definition';

const sourceOf = (kind: SourceKind): SessionSource<SessionTarget> | undefined => targetKinds[kind].fromSession;

/** The fields of a session that name its target, of which there is exactly one. Addresses come first. */
export const SESSION_FIELDS: readonly SourceKind[] = [true, false].flatMap((areAddresses) =>
  SOURCE_KINDS.filter((kind) => sourceOf(kind)?.areAddresses === areAddresses),
);

/**
 * The target of a session by what its fields hold: one value, or several.
 * @throws RefusedError VALIDATION_ERROR if there is not exactly one field, or one whose value is not an address
 */
export function namedTarget(fields: Readonly<Partial<Record<SourceKind, string | readonly string[]>>>): SessionTarget {
  const given = SESSION_FIELDS.filter((field) => fields[field] !== undefined);
  const [field] = given;
  if (field === undefined || given.length !== 1)
    return refused(
      'VALIDATION_ERROR',
      `Exactly one of ${inWords(SESSION_FIELDS.map((each) => `target.${each}`))} is needed`,
      [{ field: 'target', message: `exactly one of ${inWords(SESSION_FIELDS)} is needed, not ${given.length}` }],
    );
  const { areAddresses, target } = sourceOf(field)!;
  const values = [fields[field]!].flat();
  const unreadable = areAddresses ? values.find((each) => !URL.canParse(each.trim())) : undefined;
  if (unreadable !== undefined)
    return refused('VALIDATION_ERROR', `"${unreadable}" is not a URL; write it as https://host/path`, [
      { field: `target.${field}`, message: 'not a URL; write it as https://host/path' },
    ]);
  return target(values);
}

const inWords = (names: readonly string[]): string => `${names.slice(0, -1).join(', ')} and ${names.at(-1)!}`;
