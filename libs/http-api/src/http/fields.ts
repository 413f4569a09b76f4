import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import { type ValidationArguments, ValidateBy, ValidateIf, ValidateNested } from 'class-validator';

/**
 * The kinds of fields that requests have. Each checks, converts and documents in one place, so that the OpenAPI
 * document says exactly what is checked. An optional field may be absent; null is a value, and accepted only by a
 * nullable one.
 */
interface Presence {
  readonly description?: string;
  readonly optional?: boolean;
  readonly nullable?: boolean;
  /** What an absent field means. Documentation: the DTO's property initialiser makes it so. */
  readonly default?: unknown;
}

/** The name of the one check that a field has. */
export const FIELD_CHECK = 'field';

/** Far beyond any list, and small enough for every product with a page's size to stay exact. */
const LARGEST = 1_000_000_000;

export const Text = ({ min = 1, max, ...presence }: Presence & { min?: number; max: number }) =>
  field(
    presence,
    { type: 'string', minLength: min, maxLength: max },
    `must be a text of ${min} to ${max} characters`,
    (value) => typeof value === 'string' && value.length >= min && value.length <= max && isWellFormed(value),
  );

export const OneOf = ({ values, ...presence }: Presence & { values: readonly string[] }) =>
  field(presence, { type: 'string', enum: [...values] }, `must be one of ${values.join(', ')}`, (value) =>
    values.includes(value as string),
  );

/** A list of texts, of certain values where they are given. */
export const ListOf = ({
  values,
  min = 0,
  max = 500,
  ...presence
}: Presence & { values?: readonly string[]; min?: number; max?: number }) => {
  const items = values ? { type: 'string', enum: [...values] } : { type: 'string', maxLength: 2_048 };
  const sizes = min > 0 ? `${min} to ${max}` : `at most ${max}`;
  return field(
    presence,
    { type: 'array', items, minItems: min, maxItems: max } as ApiPropertyOptions,
    `must be a list of ${sizes} ${values ? `of ${values.join(', ')}` : 'texts'}`,
    (value) =>
      Array.isArray(value) &&
      value.length >= min &&
      value.length <= max &&
      value.every((item) => (values ? values.includes(item as string) : isShortText(item))),
  );
};

export const WholeNumber = ({ min, max = LARGEST, ...presence }: Presence & { min: number; max?: number }) =>
  field(
    presence,
    { type: 'integer', minimum: min, maximum: max },
    `must be a whole number from ${min} to ${max}`,
    (value) => Number.isInteger(value) && (value as number) >= min && (value as number) <= max,
  );

export const Flag = (presence: Presence) =>
  field(presence, { type: 'boolean' }, 'must be true or false', (value) => typeof value === 'boolean');

/** A whole number in a query, where everything is text: digits and nothing else. */
export const WholeNumberParameter = (options: Parameters<typeof WholeNumber>[0]) =>
  applyDecorators(
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value,
    ),
    WholeNumber(options),
  );

export const FlagParameter = (presence: Presence) =>
  applyDecorators(
    Transform(({ value }: { value: unknown }) => (value === 'true' ? true : value === 'false' ? false : value)),
    Flag(presence),
  );

const TIMESTAMP = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

/** An instant: ISO 8601 with its offset from UTC. Without one it would mean something else on every server. */
export const Timestamp = (presence: Presence) =>
  field(
    presence,
    { type: 'string', format: 'date-time' },
    'must be an ISO 8601 time with its offset from UTC, such as 2026-11-20T09:30:00.000Z',
    (value) => {
      const [, day] = TIMESTAMP.exec(typeof value === 'string' ? value : '') ?? [];
      return day !== undefined && isRealDay(day);
    },
  );

/** A text of a form of its own. */
export const Matching = ({ pattern, message, ...presence }: Presence & { pattern: RegExp; message: string }) =>
  field(
    presence,
    { type: 'string', pattern: pattern.source },
    message,
    (value) => typeof value === 'string' && pattern.test(value),
  );

/** An object with a DTO of its own. */
export const Nested = ({ type, ...presence }: Presence & { type: () => new () => object }) =>
  applyDecorators(
    field(
      presence,
      { type },
      'must be an object',
      (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    ),
    ValidateNested(),
    Type(type),
  );

function field(
  { description, optional = false, nullable = false, default: absent }: Presence,
  schema: ApiPropertyOptions,
  message: string,
  good: (value: unknown) => boolean,
) {
  const documented = {
    ...schema,
    ...(nullable ? { nullable } : {}),
    ...(description === undefined ? {} : { description }),
    ...(absent === undefined ? {} : { default: absent }),
    required: !optional,
  } as unknown as ApiPropertyOptions;
  const check = ValidateBy({
    name: FIELD_CHECK,
    validator: {
      validate: (value) => good(value),
      defaultMessage: ({ value }: ValidationArguments = {} as ValidationArguments) =>
        value === undefined ? `is required: it ${message}` : message,
    },
  });
  const looked = ValidateIf((_, value: unknown) => !(optional && value === undefined) && !(nullable && value === null));
  return applyDecorators(ApiProperty(documented), looked, check);
}

const isShortText = (value: unknown): boolean =>
  typeof value === 'string' && value.length > 0 && value.length <= 2_048 && isWellFormed(value);

/** Half a surrogate pair has no UTF-8: it would come back as another text. */
const isWellFormed = (text: string): boolean => !/\p{Surrogate}/u.test(text);

/** `2026-02-30` is a day to JavaScript, in March. */
function isRealDay(day: string): boolean {
  const time = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}
