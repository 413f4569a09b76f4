import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const ENDING = /\.projection\.ts$/;
const files = readdirSync(__dirname).filter((file) => ENDING.test(file));

describe('the list of projections', () => {
  // An import that is not put into the list does not compile. Read as text, because loading all takes seconds.
  it('imports the projection of every file', () => {
    const index = readFileSync(join(__dirname, 'index.ts'), 'utf8');
    const imported = [...index.matchAll(/^import \{ \w+ \} from '\.\/(.+)';$/gm)].map(([, name]) => `${name}.ts`);
    expect(files.length).toBeGreaterThan(0);
    expect(imported.sort()).toEqual(files.sort());
  });

  it.each(files)('has a spec beside %s', (file) =>
    expect(existsSync(join(__dirname, file.replace(/\.ts$/, '.spec.ts')))).toBe(true),
  );
});
