import { BLANKS, CONTROLS, isRealDay, PLAIN_TEXT, type TextForm } from '@assay/kernel';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsObject,
  IsString,
  Matches,
  Max,
  Min,
  ValidateBy,
  ValidateIf,
  ValidateNested,
  type ValidationArguments,
  type ValidationOptions,
} from 'class-validator';

/**
 * The kinds of fields that requests have: class-validator's decorators together with their documentation, so that the
 * OpenAPI document says exactly what is checked. The compiler compares them with the property's type. An optional field
 * may be absent; null is a value, and accepted only by a nullable one.
 */
interface Presence {
  readonly description?: string;
  readonly optional?: boolean;
  readonly nullable?: boolean;
  /** The value of an absent field. The DTO's property initialiser makes it so; a test compares the two. */
  readonly default?: unknown;
}

/** The type that a property must have whose values are checked to be `Value`. */
type Declared<Value, Given> =
  | Value
  | (Given extends { readonly nullable: true } ? null : never)
  | (Given extends { readonly optional: true }
      ? Given extends { readonly default: unknown }
        ? never
        : undefined
      : never);

/** Stands in the compiler's message where a property has another type than its decorator checks. */
interface DeclareAs<Type> {
  readonly declareAs: Type;
}

type IfSame<One, Other> = [One] extends [Other]
  ? [Other] extends [One]
    ? unknown
    : DeclareAs<Other>
  : DeclareAs<Other>;

/** Decorates a property of exactly that type. */
type Field<Type> = <Request extends { readonly [name in Name]?: unknown }, Name extends string>(
  request: Request,
  name: Name & IfSame<Request[Name], Type>,
) => void;

interface Range {
  readonly min: number;
  readonly max?: number;
}

/** Far beyond any list, and small enough for every product with a page's size to stay exact. */
const LARGEST = 1_000_000_000;

/** @param form how it looks, if it may not be any text */
export const Text = <const Given extends Presence>({
  min = 1,
  max,
  form,
  ...presence
}: Given & { readonly min?: number; readonly max: number; readonly form?: TextForm }): Field<Declared<string, Given>> =>
  field(
    presence,
    { type: 'string', minLength: min, maxLength: max, pattern: form?.pattern.source },
    `must be ${form?.message ?? `a text of ${min} to ${max} characters`}`,
    (options) => [
      IsString(options),
      Matches(ofLength(min, max), options),
      Matches(WELL_FORMED, options),
      ...(form ? [Matches(form.pattern, options)] : []),
    ],
  );

/** The name that people give: blanks alone are no name. */
export const Name = <const Given extends Presence>(given: Given & { readonly max: number }) =>
  Text({
    ...given,
    form: {
      pattern: new RegExp(`[^${BLANKS}]`),
      message: `a text of 1 to ${given.max} characters that is not blank`,
    },
  });

/** A text that a store returns unchanged: it has no control characters. */
export const PlainText = <const Given extends Presence>(given: Given & { readonly max: number }) =>
  Text({
    ...given,
    form: {
      pattern: new RegExp(PLAIN_TEXT),
      message: `a text of 1 to ${given.max} characters without control characters`,
    },
  });

export const PlainName = <const Given extends Presence>(given: Given & { readonly max: number }) =>
  Text({
    ...given,
    form: {
      pattern: new RegExp(`^[^${CONTROLS}]*[^${CONTROLS}${BLANKS}][^${CONTROLS}]*$`),
      message: `a text of 1 to ${given.max} characters without control characters that is not blank`,
    },
  });

export const OneOf = <const Value extends string, const Given extends Presence>({
  values,
  ...presence
}: Given & { readonly values: readonly Value[] }): Field<Declared<Value, Given>> =>
  field(presence, { type: 'string', enum: [...values] }, `must be one of ${values.join(', ')}`, (options) => [
    IsIn(values, options),
  ]);

interface ItemForm<Value extends string> {
  readonly values?: readonly Value[];
  /** How each looks, and how many characters it has at most. */
  readonly form?: TextForm & { readonly longest: number };
}

/** A list of texts, of certain values or of a certain form where these are given. */
export const ListOf = <const Given extends Presence, const Value extends string = string>({
  values,
  form,
  min = 0,
  max = 500,
  ...presence
}: Given & ItemForm<Value> & { readonly min?: number; readonly max?: number }): Field<Declared<Value[], Given>> => {
  const longest = form?.longest ?? LONGEST_ITEM;
  const ofForm = { type: 'string', minLength: 1, maxLength: longest };
  const items = values
    ? { type: 'string', enum: [...values] }
    : form
      ? { ...ofForm, pattern: form.pattern.source }
      : ofForm;
  const sizes = min > 0 ? `${min} to ${max}` : `at most ${max}`;
  return field(
    presence,
    { type: 'array', items, minItems: min, maxItems: max },
    (given) => {
      if (values) return `must be a list of ${sizes} of ${values.join(', ')}${unknownAmong(given, values)}`;
      return `must be a list of ${sizes} ${form?.message ?? 'texts'}`;
    },
    (options) => {
      const each = { ...options, each: true };
      const texts = [ofLength(1, longest), WELL_FORMED, ...(form ? [form.pattern] : [])];
      return [
        IsArray(options),
        ArrayMinSize(min, options),
        ArrayMaxSize(max, options),
        ...(values ? [IsIn(values, each)] : texts.map((pattern) => Matches(pattern, each))),
      ];
    },
  );
};

/** The first texts of a list that are not among the values, each shortened. */
function unknownAmong(given: unknown, values: readonly string[]): string {
  if (!Array.isArray(given)) return '';
  const unknown = given.filter((each): each is string => typeof each === 'string' && !values.includes(each));
  return unknown.length === 0
    ? ''
    : `, not ${unknown
        .slice(0, 3)
        .map((each) => JSON.stringify(each.slice(0, 60)))
        .join(', ')}`;
}

export const WholeNumber = <const Given extends Presence>({
  min,
  max = LARGEST,
  ...presence
}: Given & Range): Field<Declared<number, Given>> =>
  field(
    presence,
    { type: 'integer', minimum: min, maximum: max },
    `must be a whole number from ${min} to ${max}`,
    (options) => [IsInt(options), Min(min, options), Max(max, options)],
  );

/** An amount of credits: more than nothing, with at most 6 decimal places. */
export const CreditAmount = <const Given extends Presence>(presence: Given): Field<Declared<number, Given>> =>
  field(
    presence,
    { type: 'number', minimum: 0.000001, maximum: LARGEST },
    `must be a number of credits above 0, at most ${LARGEST}, with at most 6 decimal places`,
    (options) => [IsCreditAmount(options)],
  );

export const Flag = <const Given extends Presence>(presence: Given): Field<Declared<boolean, Given>> =>
  field(presence, { type: 'boolean' }, 'must be true or false', (options) => [IsBoolean(options)]);

/** A whole number in a query, where everything is text: digits and nothing else. */
export const WholeNumberParameter = <const Given extends Presence>(
  options: Given & Range,
): Field<Declared<number, Given>> =>
  applyDecorators(
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value,
    ),
    WholeNumber(options) as PropertyDecorator,
  );

export const FlagParameter = <const Given extends Presence>(presence: Given): Field<Declared<boolean, Given>> =>
  applyDecorators(
    Transform(({ value }: { value: unknown }) => (value === 'true' ? true : value === 'false' ? false : value)),
    Flag(presence) as PropertyDecorator,
  );

const OF_DAY = '([01][0-9]|2[0-3]):[0-5][0-9]';
const TIMESTAMP = new RegExp(`^[0-9]{4}-[0-9]{2}-[0-9]{2}T${OF_DAY}:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]${OF_DAY})$`);

/**
 * An instant: ISO 8601 with its offset from UTC. Without one it would mean something else on every server. The pattern
 * is in the document, too: `date-time` alone allows small letters, leap seconds and any number of decimals.
 */
export const Timestamp = <const Given extends Presence>(presence: Given): Field<Declared<string, Given>> =>
  field(
    presence,
    { type: 'string', format: 'date-time', pattern: TIMESTAMP.source },
    'must be an ISO 8601 time with its offset from UTC, such as 2026-11-20T09:30:00.000Z',
    (options) => [Matches(TIMESTAMP, options), IsRealDay(options)],
  );

/** A text of a form of its own. */
export const Matching = <const Given extends Presence>({
  pattern,
  message,
  ...presence
}: Given & { readonly pattern: RegExp; readonly message: string }): Field<Declared<string, Given>> =>
  field(presence, { type: 'string', pattern: pattern.source }, message, (options) => [Matches(pattern, options)]);

/** An object with a DTO of its own. */
export const Nested = <Value extends object, const Given extends Presence>({
  type,
  ...presence
}: Given & { readonly type: () => new () => Value }): Field<Declared<Value, Given>> =>
  applyDecorators(
    field(presence, { type }, 'must be an object', (options) => [IsObject(options), ValidateNested(options)]),
    Type(type),
  );

/** An object whose form a JSON schema documents; what it holds is checked where it is used. */
export const ObjectOf = <const Given extends Presence>({
  schema,
  ...presence
}: Given & { readonly schema: Readonly<Record<string, unknown>> }): Field<
  Declared<Readonly<Record<string, unknown>>, Given>
> => field(presence, schema as ApiPropertyOptions, 'must be an object', (options) => [IsObject(options)]);

/**
 * @param message what a value must be, of the value that was given
 * @param checks class-validator's decorators, each of which says the same: a client learns the whole rule at once
 */
function field(
  { description, optional = false, nullable, default: absent }: Presence,
  schema: ApiPropertyOptions,
  message: string | ((given: unknown) => string),
  checks: (options: ValidationOptions) => PropertyDecorator[],
): PropertyDecorator {
  const documented = { ...schema, nullable, description, default: absent, required: !optional } as ApiPropertyOptions;
  const isGiven = (_: unknown, value: unknown) =>
    !(optional && value === undefined) && !(nullable === true && value === null);
  const said = typeof message === 'string' ? () => message : message;
  const options = {
    message: ({ value }: ValidationArguments) => (value === undefined ? `is required: it ${said(value)}` : said(value)),
  };
  return applyDecorators(ApiProperty(documented), ValidateIf(isGiven), ...checks(options));
}

/** Characters of a text in a list. */
const LONGEST_ITEM = 2_048;

/**
 * class-validator's `Length` does not count variation selectors: a megabyte of them would be a name. This counts what a
 * JSON schema does: a surrogate pair is one character.
 */
const ofLength = (min: number, max: number): RegExp => new RegExp(`^[^]{${min},${max}}$`, 'u');

/** Half a surrogate pair has no UTF-8: it would come back as another text. */
const WELL_FORMED = /^\P{Surrogate}*$/u;

const IsCreditAmount = (options: ValidationOptions) =>
  ValidateBy({ name: 'isCreditAmount', validator: { validate: isCreditAmount } }, options);

const isCreditAmount = (amount: unknown): boolean =>
  typeof amount === 'number' && amount > 0 && amount <= LARGEST && /^\d+(\.\d{1,6})?$/.test(String(amount));

/** class-validator's `IsISO8601` knows no year before 100. */
const IsRealDay = (options: ValidationOptions) =>
  ValidateBy(
    { name: 'isRealDay', validator: { validate: (time) => typeof time === 'string' && isRealDay(time) } },
    options,
  );
