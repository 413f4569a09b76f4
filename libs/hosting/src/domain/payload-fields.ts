import { isRecord, refused } from '@assay/kernel';

const LONGEST_NAME = 100;
const MOST_SEGMENTS = 20;
const LONGEST_BRANCH = 244;
const SEGMENT = /^[A-Za-z0-9_.-]{1,100}$/;

/** A part of a payload, whose fields are read one by one and checked. Other fields are never read. */
export class PayloadFields {
  private constructor(
    private readonly value: Readonly<Record<string, unknown>>,
    private readonly path: string,
  ) {}

  /** @throws RefusedError VALIDATION_ERROR if the payload is no object */
  static of(payload: unknown): PayloadFields {
    return isRecord(payload) ? new PayloadFields(payload, '') : invalid('', 'must be a JSON object');
  }

  /** @throws RefusedError VALIDATION_ERROR */
  object(name: string): PayloadFields {
    return this.objectOrNull(name) ?? invalid(this.pathOf(name), 'must be an object');
  }

  /** Null for null, and for a field that is not there. */
  objectOrNull(name: string): PayloadFields | null {
    const value = this.get(name) ?? null;
    if (value === null) return null;
    return isRecord(value)
      ? new PayloadFields(value, this.pathOf(name))
      : invalid(this.pathOf(name), 'must be an object');
  }

  /** @throws RefusedError VALIDATION_ERROR */
  text(name: string): string {
    const value = this.get(name);
    return typeof value === 'string' ? value : invalid(this.pathOf(name), 'must be a text');
  }

  /** A text for display only: short, in one line, without characters that control a terminal. */
  label(name: string): string | undefined {
    const value = this.get(name);
    if (typeof value !== 'string') return undefined;
    const label = value
      .slice(0, 4 * LONGEST_NAME)
      .replace(UNSHOWABLE, '')
      .trim();
    return label === '' ? undefined : [...label].slice(0, LONGEST_NAME).join('');
  }

  flag(name: string): boolean {
    return this.get(name) === true;
  }

  /** How many entries a list has; 0 where there is none. */
  count(name: string): number {
    const value = this.get(name);
    return Array.isArray(value) ? value.length : 0;
  }

  /** @throws RefusedError VALIDATION_ERROR */
  number(name: string): number {
    const value = this.get(name);
    return Number.isSafeInteger(value) && (value as number) > 0
      ? (value as number)
      : invalid(this.pathOf(name), 'must be a whole number from 1');
  }

  /** Null for null, and for a field that is not there. @throws RefusedError VALIDATION_ERROR */
  numberOrNull(name: string): number | null {
    return (this.get(name) ?? null) === null ? null : this.number(name);
  }

  /** The full id of a commit. @throws RefusedError VALIDATION_ERROR */
  commit(name: string): string {
    const value = this.text(name);
    return /^[0-9a-f]{40}$/.test(value)
      ? value
      : invalid(this.pathOf(name), 'must be the full id of a commit: 40 hexadecimal digits in lower case');
  }

  /** The full id of a commit; undefined if there is none, and for the id of zeros that stands for none. */
  commitOrNone(name: string): string | undefined {
    const value = this.get(name);
    return typeof value === 'string' && /^[0-9a-f]{40}$/.test(value) && !/^0+$/.test(value) ? value : undefined;
  }

  /** ISO 8601, of a date or of seconds since 1970; undefined for anything else. */
  instant(name: string): string | undefined {
    const value = this.get(name);
    if (typeof value !== 'string' && typeof value !== 'number') return undefined;
    const date = new Date(typeof value === 'number' ? value * 1_000 : value);
    return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
  }

  /** `owner/name` or `group/subgroup/name`. @throws RefusedError VALIDATION_ERROR */
  repository(name: string): string {
    const value = this.text(name);
    const segments = value.length > 2_100 ? [] : value.split('/');
    return segments.length >= 2 && segments.length <= MOST_SEGMENTS && segments.every(isSegment)
      ? value
      : invalid(this.pathOf(name), 'must be the name of a repository, with its owner or its groups');
  }

  /** @throws RefusedError VALIDATION_ERROR */
  branch(name: string): string {
    return this.requireBranch(name, this.text(name));
  }

  /** The branch or tag that a reference such as `refs/heads/main` names. @throws RefusedError VALIDATION_ERROR */
  reference(name: string): { readonly kind: 'branch' | 'tag' | 'other'; readonly name: string } {
    const value = this.text(name);
    if (value.startsWith('refs/heads/'))
      return { kind: 'branch', name: this.requireBranch(name, value.slice('refs/heads/'.length)) };
    if (value.startsWith('refs/tags/'))
      return { kind: 'tag', name: this.requireBranch(name, value.slice('refs/tags/'.length)) };
    return value.startsWith('refs/')
      ? { kind: 'other', name: '' }
      : invalid(this.pathOf(name), 'must be the full name of a branch or a tag, such as refs/heads/main');
  }

  private requireBranch(name: string, value: string): string {
    return isReferenceName(value)
      ? value
      : invalid(
          this.pathOf(name),
          `must be a name that git allows, of ${LONGEST_BRANCH} bytes at most, that does not begin with a hyphen`,
        );
  }

  /** Own fields only: inherited properties of objects are not part of a payload. */
  private get(name: string): unknown {
    return Object.hasOwn(this.value, name) ? this.value[name] : undefined;
  }

  private pathOf(name: string): string {
    return this.path === '' ? name : `${this.path}.${name}`;
  }
}

/** Control characters, line separators, lone surrogates, and marks that change the direction of writing. */
const UNSHOWABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/gu;

const isSegment = (segment: string): boolean => SEGMENT.test(segment) && !/^\.$|^-|\.\./.test(segment);

/** By git-check-ref-format, and nothing that git could take for an option. */
function isReferenceName(name: string): boolean {
  if (Buffer.byteLength(name) > LONGEST_BRANCH || /^-|^@$|@\{|\.\.|\.$/.test(name)) return false;
  if (/[\p{Cc}\p{Cs} ~^:?*[\\]/u.test(name)) return false;
  return name.split('/').every((part) => part !== '' && !part.startsWith('.') && !part.endsWith('.lock'));
}

function invalid(field: string, message: string): never {
  return refused('VALIDATION_ERROR', `The payload cannot be used: ${field === '' ? 'it' : field} ${message}`, [
    { field, message },
  ]);
}
