import { type TargetKind, refused } from '@assay/kernel';
import type { SessionTarget, SourceKind } from '../domain/session-target';
import { SOURCE_KINDS, targetKinds } from './kinds';
import type { ScanField, ScanFields, ScanSource } from './target-definition';

const sourceOf = (kind: SourceKind): ScanSource<SessionTarget> | undefined => targetKinds[kind].fromScan;
const sources = SOURCE_KINDS.map(sourceOf).filter((source) => source !== undefined);

/** The source types that a scan can be started with. */
export const SOURCE_TYPES: readonly SourceKind[] = SOURCE_KINDS.filter((kind) => sourceOf(kind) !== undefined);

/** The catalogue's name for a target of each source type. */
export const CATALOGUED_AS: ReadonlyMap<string, TargetKind> = new Map(
  SOURCE_TYPES.map((sourceType) => [sourceType, targetKinds[sourceType].cataloguedAs]),
);

/** The fields of a scan that name its target, by field name. */
export const SCAN_FIELDS: ReadonlyMap<string, ScanField> = new Map(
  sources.flatMap(({ fields }) => Object.entries(fields)),
);

/** Each of these fields names a target of some source type, and must be absent for all other source types. */
const NAMING_FIELDS = [...new Set(sources.flatMap(({ forms }) => forms.map(({ takes }) => takes)))];

/** Each way in which a scan can name its target, with the fields that would name another one and must be absent. */
export const SCAN_FORMS = SOURCE_TYPES.flatMap((sourceType) => {
  const [first, ...others] = sourceOf(sourceType)!.forms;
  return [first, ...others].map((form) => ({
    sourceType,
    takes: form.takes,
    excludes: NAMING_FIELDS.filter(
      (field) =>
        field !== form.takes &&
        (field !== form.also || (form === first && others.some(({ takes }) => takes === field))),
    ),
  }));
});

/** The field that names a target of the source type. @throws TypeError for one that no scan can be started with */
export function namingField(sourceType: SourceKind): string {
  const source = sourceOf(sourceType);
  if (!source) throw new TypeError(`no scan takes ${sourceType}`);
  return source.forms[0].takes;
}

/** @throws RefusedError VALIDATION_ERROR if the source type's field is missing, or another type's field is there */
export function scanTarget(sourceType: SourceKind, given: ScanFields): SessionTarget {
  const source = sourceOf(sourceType);
  if (!source) return refused('VALIDATION_ERROR', `sourceType must be one of ${SOURCE_TYPES.join(', ')}`);
  const [first, ...others] = source.forms;
  const form = others.find(({ takes }) => given[takes] !== undefined) ?? first;
  const value = given[form.takes];
  const problems = NAMING_FIELDS.filter(
    (field) => field !== form.takes && field !== form.also && given[field] !== undefined,
  ).map((field) => ({ field, message: `does not apply to ${sourceType}, which takes ${form.takes}` }));
  if (value === undefined)
    problems.unshift({
      field: form.takes,
      message: `is required for ${[sourceType, ...others.map(({ takes }) => `or an ${takes}`)].join(', ')}`,
    });
  if (value === undefined || problems.length > 0)
    return refused(
      'VALIDATION_ERROR',
      problems.map(({ field, message }) => `${field} ${message}`).join('; '),
      problems,
    );
  return form.target(value, given);
}
