import { SCAN_FIELDS } from '@assay/scanning';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ValidationPipe } from './validation.pipe';

type RequestClass = new () => Record<string, unknown>;

const SOURCES = join(__dirname, '..');
const requests = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.dto.ts'))
  .flatMap((file) => Object.values(require(join(SOURCES, file)) as Record<string, unknown>))
  .filter((value): value is RequestClass => typeof value === 'function' && value.name.endsWith('Dto'));

/** The documented properties of a request class, each with its documentation. */
function documented(request: RequestClass): [string, { readonly default?: unknown }][] {
  const prototype = request.prototype as object;
  const names = (Reflect.getMetadata('swagger/apiModelPropertiesArray', prototype) ?? []) as string[];
  return names.map((name) => [
    name.slice(1),
    Reflect.getMetadata('swagger/apiModelProperties', prototype, name.slice(1)) as { readonly default?: unknown },
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
