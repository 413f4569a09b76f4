import { charactersIn, isPlainText, refused } from '@assay/kernel';

/** Collects all problems of a request, so that a client learns all of them at once. */
export class FieldProblems {
  private readonly found: { readonly field: string; readonly message: string }[] = [];

  add(field: string, message: string): undefined {
    this.found.push({ field, message });
    return undefined;
  }

  check(field: string, isGood: boolean, message: string): void {
    if (!isGood) this.add(field, message);
  }

  /** An object with these keys and no others. For any other value, it records a problem and returns undefined. */
  object(field: string, value: unknown, keys: readonly string[]): Readonly<Record<string, unknown>> | undefined {
    if (value === undefined) return this.add(field, 'is required: it must be an object');
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return this.add(field, 'must be an object');
    const allowed = keys.length > 0 ? `it may have ${keys.join(', ')}` : 'it must be empty';
    for (const key of Object.keys(value))
      if (!keys.includes(key)) this.add(`${field}.${key.slice(0, 60)}`, `is unknown: ${allowed}`);
    return value as Readonly<Record<string, unknown>>;
  }

  text(field: string, value: unknown, max: number): string {
    const isText = isPlainTextOf(value, max);
    if (!isText)
      this.add(field, `${isMissing(value)}must be a text of 1 to ${max} characters without control characters`);
    return isText ? value : '';
  }

  oneOf<const Value extends string>(field: string, value: unknown, values: readonly Value[]): Value {
    if (values.includes(value as Value)) return value as Value;
    this.add(field, `${isMissing(value)}must be one of ${values.join(', ')}`);
    return values[0]!;
  }

  /** A list without repetitions, in the order given. */
  texts(field: string, value: unknown, { most, max }: { readonly most: number; readonly max: number }): string[] {
    const isList =
      Array.isArray(value) &&
      value.length >= 1 &&
      value.length <= most &&
      value.every((text) => isPlainTextOf(text, max));
    if (!isList)
      this.add(
        field,
        `${isMissing(value)}must be a list of 1 to ${most} texts of 1 to ${max} characters without control characters`,
      );
    return isList ? [...new Set(value as string[])] : [];
  }

  /** @throws RefusedError VALIDATION_ERROR if anything was found */
  refuse(): void {
    const [first] = this.found;
    if (first) refused('VALIDATION_ERROR', `${first.field}: ${first.message}`, this.found);
  }
}

const isPlainTextOf = (value: unknown, max: number): value is string =>
  typeof value === 'string' && value !== '' && charactersIn(value) <= max && isPlainText(value);

const isMissing = (value: unknown): string => (value === undefined ? 'is required: it ' : '');
