import { cp, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Published sources that are installed anyway, and the sample shop: TypeScript, JavaScript, Markdown, CSS, HTML, SQL,
 * YAML.
 */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  rxjs: ['src', 'package.json', 'README.md'],
  fastify: ['lib', 'types', 'fastify.js', 'docs/Guides', 'package.json', 'README.md'],
  '@double-great/stylelint-a11y': ['test/e2e/projects', 'package.json', 'README.md'],
};

/** Published TypeScript and JavaScript of 21,000 to 44,000 lines each. */
const LARGE_PACKAGES: Readonly<Record<string, readonly string[]>> = {
  rxjs: ['src', 'package.json', 'README.md'],
  mongodb: ['src', 'package.json', 'README.md'],
  bson: ['src', 'package.json'],
  undici: ['lib', 'docs', 'package.json', 'README.md'],
  'puppeteer-core': ['src', 'package.json', 'README.md'],
};

/** A repository of moderate size: about 30,000 lines of code in 350 files. */
export const copyTarget = (folder: string): Promise<void> => copyPackages(PACKAGES, folder);

/** A large one: about 150,000 lines of code. */
export const copyLargeTarget = (folder: string): Promise<void> => copyPackages(LARGE_PACKAGES, folder);

async function copyPackages(packages: Readonly<Record<string, readonly string[]>>, folder: string): Promise<void> {
  const root = join(require.resolve('fastify/package.json'), '../../..');
  for (const [name, parts] of Object.entries(packages))
    for (const part of parts) {
      const to = join(folder, 'packages', name.replace('/', '-'), part);
      await mkdir(dirname(to), { recursive: true });
      await cp(join(root, 'node_modules', name, part), to, { recursive: true });
    }
  await cp(join(root, 'samples/shop'), join(folder, 'shop'), { recursive: true });
}
