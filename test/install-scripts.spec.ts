import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const read = (file: string) => JSON.parse(readFileSync(join(__dirname, '..', file), 'utf8'));

// An npm that knows `allowScripts` runs no script of a package that is not allowed; older ones run them all, as they
// do for every project. The image is built without them.
describe('the scripts of packages', () => {
  it('are judged one by one: package.json says of each package that has one whether it runs at installation', () => {
    const { packages } = read('package-lock.json') as {
      // The name is there where it is not that of the folder.
      packages: Record<string, { name?: string; hasInstallScript?: true }>;
    };
    const withScripts = Object.entries(packages)
      .filter(([path, { hasInstallScript }]) => path.includes('node_modules/') && hasInstallScript)
      .map(([path, { name }]) => name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length));
    const { allowScripts } = read('package.json') as { allowScripts: Record<string, boolean> };
    expect(withScripts.length).toBeGreaterThan(0);
    expect(withScripts.filter((name) => allowScripts[name] === undefined)).toEqual([]);
  });
});
