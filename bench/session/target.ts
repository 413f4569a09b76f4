import { cp, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Published sources that are installed anyway, and the sample shop: TypeScript, JavaScript, Markdown, CSS, HTML, SQL, YAML. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  rxjs: ['src', 'package.json', 'README.md'],
  fastify: ['lib', 'types', 'fastify.js', 'docs/Guides', 'package.json', 'README.md'],
  '@double-great/stylelint-a11y': ['test/e2e/projects', 'package.json', 'README.md'],
};

/** A repository of moderate size: about 30,000 lines of code in 350 files. */
export async function copyTarget(folder: string): Promise<void> {
  const root = join(require.resolve('fastify/package.json'), '../../..');
  for (const [name, parts] of Object.entries(PACKAGES))
    for (const part of parts) {
      const to = join(folder, 'packages', name.replace('/', '-'), part);
      await mkdir(dirname(to), { recursive: true });
      await cp(join(root, 'node_modules', name, part), to, { recursive: true });
    }
  await cp(join(root, 'samples/shop'), join(folder, 'shop'), { recursive: true });
}
