// Writes the samples of the tools that look for secrets: `npm run samples:secrets`. For each format of the catalogue
// there is a made-up value. The files are in UTF-16, so that no code host takes the values for real ones and refuses
// them.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SECRET_FORMATS, type SecretFormat } from '../libs/analysis/src/catalogue/secret-formats';
import { SAMPLES } from '../libs/analysis/test/sample-runs';
import { exampleOf } from '../libs/analysis/test/secret-examples';

const FILES: Readonly<Record<string, string>> = {
  'secrets-source': 'deploy/providers.env',
  'secrets-image': 'app/providers.env',
  'secrets-git-history': '000005-4c4c4c4c4c4c-1700000300000/deploy/providers.env',
};

const lineOf = (format: SecretFormat, index: number): string => {
  const of = (format.named ?? format.near)?.[0];
  const name = of === undefined ? `SERVICE_${index + 1}` : `${of.toUpperCase()}_API_KEY`;
  return `${name}=${exampleOf(format)}`;
};

for (const [tool, file] of Object.entries(FILES)) {
  const text = SECRET_FORMATS.map((format, index) => `${lineOf(format, index)}\n`).join('');
  writeFileSync(join(SAMPLES, tool, 'positive', file), Buffer.from(`\uFEFF${text}`, 'utf16le'));

  const list = join(SAMPLES, tool, 'expected.json');
  const others = (JSON.parse(readFileSync(list, 'utf8')) as string[]).filter((each) => !each.startsWith(`${file}:`));
  const own = SECRET_FORMATS.map(({ id }, index) => `${file}:${index + 1} ${id}`);
  writeFileSync(list, `${JSON.stringify([...others, ...own], null, 2)}\n`);
}
