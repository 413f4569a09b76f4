import { InfrastructureError, messageOf } from '@assay/kernel';
import { plainText } from '@assay/source-text';
import { ArchiveRefused } from '@assay/archives';
import { ImageRefused } from '../image/image-refused';
import { TargetNotAllowed, TargetUnreachable } from '../network/errors';
import { PackageUnreadable } from '../package/errors';
import { RepositoryUnreadable } from '../repository/errors';
import { TargetTooLarge, TargetUnreadable } from '../staging/errors';
import type { SentError } from './target-job';

/** The errors that a caller tells apart by their class, a class before the class that it extends. */
const CLASSES = [
  PackageUnreadable,
  RepositoryUnreadable,
  TargetNotAllowed,
  TargetUnreachable,
  TargetUnreadable,
  TargetTooLarge,
  ArchiveRefused,
  ImageRefused,
  InfrastructureError,
] as const;

/** The fields by which callers tell errors of one class apart. */
const FIELDS: ReadonlySet<string> = new Set([
  'code',
  'entry',
  'what',
  'fault',
  'target',
  'reason',
  'subject',
  'limit',
  'allowed',
]);
const MAX_MESSAGE = 2_000;
const MAX_FIELD = 4_000;

/** An error in a form that crosses to another process. */
export function sentError(error: unknown): SentError {
  const known = CLASSES.find((each) => error instanceof each);
  const own = Object.entries(known === undefined ? {} : (error as object)).filter(
    (field): field is [string, string | number] =>
      FIELDS.has(field[0]) && ['string', 'number'].includes(typeof field[1]),
  );
  return { name: known?.name ?? 'Error', message: messageOf(error), fields: Object.fromEntries(own) };
}

/** The error as it was thrown in the other process. Its texts are cut, because that process has read hostile bytes. */
export function thrownError({ name, message, fields }: SentError): Error {
  const error = new Error(plainText(message, MAX_MESSAGE));
  const known = CLASSES.find((each) => each.name === name);
  if (known === undefined) return error;
  Object.setPrototypeOf(error, known.prototype as object);
  const own = Object.entries(fields)
    .filter(([key]) => FIELDS.has(key))
    .map(([key, value]) => [key, typeof value === 'string' ? plainText(value, MAX_FIELD) : value]);
  return Object.assign(error, { name }, Object.fromEntries(own));
}
