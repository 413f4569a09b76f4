import Ajv from 'ajv';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const CYCLONEDX = join(require.resolve('@cyclonedx/cyclonedx-library/package.json'), '../res/schema');
const schema = (path: string): object => JSON.parse(readFileSync(path, 'utf8')) as object;
const cyclonedx = (name: string) => schema(join(CYCLONEDX, `${name}.SNAPSHOT.schema.json`));
/** Formats that the schemas name. Any text passes, because these tests do not check formats. */
const FORMATS = ['date-time', 'email', 'idn-email', 'iri-reference', 'uri', 'uri-reference', 'iri', 'string'];

const ajv = () => new Ajv({ strict: false, formats: Object.fromEntries(FORMATS.map((name) => [name, true])) });

/** The errors of a document by the standard's schema. */
export function problemsOf(form: 'cyclonedx' | 'spdx', document: unknown): readonly string[] {
  const validator = ajv();
  if (form === 'cyclonedx') {
    // The schemas refer to each other by these names, but the copies have other ids.
    for (const name of ['spdx', 'jsf-0.82'])
      validator.addSchema(cyclonedx(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
    validator.validate(cyclonedx('bom-1.6'), document);
  } else validator.validate(schema(join(__dirname, 'spdx-2.3.schema.json')), document);
  return (validator.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`);
}
