import { RefusedError } from '@assay/kernel';
import { SCAN_FIELDS } from '@assay/scanning';
import { Ajv2020 } from 'ajv/dist/2020';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ValidationPipe } from './validation.pipe';

type RequestClass = new () => Record<string, unknown>;

const SOURCES = join(__dirname, '..');
const requests = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.dto.ts'))
  .flatMap((file) => Object.values(require(join(SOURCES, file)) as Record<string, unknown>))
  .filter((value): value is RequestClass => typeof value === 'function' && value.name.endsWith('Dto'));

interface Documented {
  readonly default?: unknown;
  readonly type?: unknown;
  readonly nullable?: boolean;
  readonly enum?: readonly string[];
  readonly items?: Documented;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** The documented properties of a request class, each with its documentation. */
function documented(request: RequestClass): [string, Documented][] {
  const prototype = request.prototype as object;
  const names = (Reflect.getMetadata('swagger/apiModelPropertiesArray', prototype) ?? []) as string[];
  return names.map((name) => [
    name.slice(1),
    Reflect.getMetadata('swagger/apiModelProperties', prototype, name.slice(1)) as Documented,
  ]);
}

/** Excludes the fields of a target, because the kind of the target decides their defaults. */
const defaults = requests.flatMap((request) =>
  documented(request)
    .filter(([name, { default: absent }]) => absent !== undefined && !SCAN_FIELDS.has(name))
    .map(([name, { default: absent }]) => ({ request, name, absent })),
);

describe('the default of a field', () => {
  it('is found in many request classes', () => expect(defaults.length).toBeGreaterThan(15));

  it.each(defaults.map((each) => [`${each.request.name}.${each.name}`, each] as const))(
    '%s is what an absent field is read as',
    (_, { request, name, absent }) => expect(new request()[name]).toEqual(absent),
  );

  it('is kept when a request comes without the field', () => {
    const { PagingDto } = require('./paging.dto') as { PagingDto: RequestClass };
    const read = new ValidationPipe().transform({ limit: '5' }, { type: 'query', metatype: PagingDto });
    expect(read).toMatchObject({ limit: 5, page: 1 });
  });
});

/** RFC 3339, which is what JSON schemas mean by `date-time`. */
const DATE_TIME = new RegExp(
  '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])T([01]\\d|2[0-3]):[0-5]\\d:([0-5]\\d|60)(\\.\\d+)?' +
    '(Z|[+-]([01]\\d|2[0-3]):[0-5]\\d)$',
  'i',
);

const TEXTS = [
  '',
  ' ',
  'a',
  'a\n',
  'a\0',
  '\u0085',
  '💥',
  'ﬁ\u0301\u200d\ufeff',
  'https://a.example/',
  'https://a.example/\n',
  'current',
  '2026-11',
  '2026-13',
  '2026-11-20',
  '2026-11-20T09:30:00Z',
  '2026-11-20T09:30:00.123456789+05:30',
  '2026-11-20T09:30:00.1234567890123Z',
  '2026-11-20t09:30:00z',
  '2026-12-31T23:59:60Z',
  '2026-11-20T09:30:00',
  '2026-11-20 09:30:00Z',
  'ada@shop.example',
  'ada',
  'constructor',
];

/** Values of the type of a field: common ones, and those at its limits. */
function valuesOf({ type, enum: values = [], items, ...limits }: Documented): unknown[] {
  const { minLength = 1, maxLength = 3, minItems = 0, maxItems = 3, minimum = 0, maximum = 100 } = limits;
  switch (type) {
    case 'string':
      return [
        ...TEXTS,
        ...values,
        ...values.map((value) => `${value}s`),
        ...['a', '💥'].flatMap((each) => [minLength, maxLength, maxLength + 1].map((size) => each.repeat(size))),
      ];
    case 'integer':
    case 'number':
      return [minimum - 1, minimum, minimum + 0.5, maximum, maximum + 1, 0, -0, 1e300, 2 ** 53];
    case 'boolean':
      return [true, false];
    case 'array':
      return [
        ...valuesOf(items!).map((value) => [value]),
        ...[0, minItems, maxItems, maxItems + 1].map((size) =>
          Array.from({ length: size }, () => items!.enum?.[0] ?? 'a'),
        ),
      ];
    default:
      return [];
  }
}

const fields = requests.flatMap((request) =>
  documented(request)
    .filter(([, { type }]) => typeof type === 'string' && type !== 'object')
    .map(([name, field]) => ({ request, name, field })),
);

describe('what the document says of a field', () => {
  const ajv = new Ajv2020({ strict: false, formats: { 'date-time': DATE_TIME } });
  const accepts = (metatype: RequestClass, name: string, value: unknown): boolean => {
    try {
      new ValidationPipe().transform({ [name]: value }, { type: 'body', metatype });
      return true;
    } catch (error) {
      expect(error).toBeInstanceOf(RefusedError);
      const details = (error as RefusedError).refusal.details as readonly { readonly field: string }[];
      return details.every(({ field }) => field !== name);
    }
  };

  it.each(fields.map((each) => [`${each.request.name}.${each.name}`, each] as const))(
    'is what is checked: %s',
    (_, { request, name, field }) => {
      const { required: __, ...schema } = field as Documented & { readonly required?: boolean };
      const allows = ajv.compile(schema);
      const values = [
        ...valuesOf(field),
        ...[null, 7, 'text', [], {}].filter((value) => typeof value !== typeof valuesOf(field)[0]),
      ];
      expect(values.filter((value) => allows(value) !== accepts(request, name, value))).toEqual([]);
    },
  );
});
