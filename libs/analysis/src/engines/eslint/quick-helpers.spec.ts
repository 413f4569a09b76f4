import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { NOWHERE } from './lint-config';
import { entropyOf, hasten } from './quick-helpers';

const ENTROPY = 'eslint-plugin-no-secrets/dist/utils.js';
const DEPENDENCIES = 'eslint-plugin-sonarjs/cjs/helpers/dependency-manifests/dependencies.js';
interface Helpers {
  shannonEntropy(text: string): number;
  getDependenciesSanitizePaths(context: object): ReadonlySet<string>;
}
const { shannonEntropy } = { ...(require(ENTROPY) as Helpers) };
const { getDependenciesSanitizePaths } = { ...(require(DEPENDENCIES) as Helpers) };

describe('quicker helpers of rules', () => {
  it('give every text the entropy that the plugin gives it, to the last bit', () => {
    const texts = Array.from({ length: 500 }, (_, length) => {
      const bytes = randomBytes(1 + length);
      return [
        bytes.toString('base64'),
        bytes.toString('hex'),
        bytes.toString('latin1'),
        `${bytes.toString('utf8')}😀+`,
      ];
    }).flat();
    for (const text of ['', 'a', '++', ...texts]) expect(entropyOf(text)).toBe(shannonEntropy(text));
  });

  it('tell the dependencies that the plugin finds above a file that it lints', () => {
    hasten('sonarjs');
    const context = { cwd: NOWHERE, filename: join(NOWHERE, 'test/app.spec.js'), settings: {} };
    const quick = (require(DEPENDENCIES) as Helpers).getDependenciesSanitizePaths;
    expect(quick).not.toBe(getDependenciesSanitizePaths);
    expect([...quick(context)]).toEqual([...getDependenciesSanitizePaths(context)]);
  });

  it('are those that the rules call', () => {
    hasten('no-secrets');
    expect((require(ENTROPY) as Helpers).shannonEntropy).toBe(entropyOf);
  });
});
