import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { catalogue } from '../catalogue';
import { grammarPackages } from './flow/parse/read-syntax';
import { parserPackages } from './kit/parsers/languages';
import { commandThatAdds } from './engine-profile';
import { engineProfiles } from './engine-table';

/** The folders with code that engines share. */
const SHARED = ['infrastructure', 'kit', 'runtime'];
const ids = engineProfiles.map(({ id }) => id);

const OPTIONAL = join(__dirname, '..', '..', 'optional');

/** The packages of each workspace that a small installation leaves out. */
const workspaces = readdirSync(OPTIONAL).map((folder) => {
  const { name, dependencies } = JSON.parse(readFileSync(join(OPTIONAL, folder, 'package.json'), 'utf8')) as {
    readonly name: string;
    readonly dependencies: Readonly<Record<string, string>>;
  };
  return { folder, name, packages: Object.keys(dependencies) };
});

describe('the table of engines', () => {
  it('has a row for every folder of an engine, and a folder for every row', () => {
    const folders = readdirSync(__dirname, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !SHARED.includes(entry.name))
      .map(({ name }) => name);
    expect([...ids].sort()).toEqual(folders.sort());
  });

  it.each(ids)('has what runs %s where its host looks for it', (id) =>
    expect(existsSync(join(__dirname, id, `${id}.engine.ts`))).toBe(true),
  );

  it.each(ids)('has a spec for %s, which runs the samples of its tools', (id) => {
    const spec = join(__dirname, id, `${id}.spec.ts`);
    expect(existsSync(spec) ? readFileSync(spec, 'utf8') : 'no such file').toMatch(/^\s*describeToolSamples\(/m);
  });

  it('has every engine that a tool names, and none that no tool names', () =>
    expect(new Set(catalogue.map(({ engine }) => engine))).toEqual(new Set(ids)));
});

describe('the workspaces of what a small installation leaves out', () => {
  it.each(workspaces)('are installed by the command that is told: $folder', ({ folder, name }) => {
    expect(commandThatAdds(folder as 'sql').split(' -w ')[1]).toBe(name);
  });

  it('bring the packages of the engines that name them, and nothing that no engine needs', () => {
    const brought = workspaces
      .filter(({ folder }) => folder !== 'languages')
      .map(({ folder, packages }) => [folder, packages]);
    const needed = engineProfiles
      .filter(({ optional }) => optional)
      .map(({ optional, requires }) => [optional, requires.filter((each) => brought.flat(2).includes(each))]);
    expect(needed.sort()).toEqual(brought.sort());
  });

  it('bring a parser for each language that ast-grep reads, and for each that data flow reads', () => {
    const parsers = workspaces.find(({ folder }) => folder === 'languages')?.packages ?? [];
    const own = engineProfiles.find(({ id }) => id === 'flow')!.requires;
    const grammars = grammarPackages().filter((name) => !own.includes(name));
    expect([...parsers].sort()).toEqual([...parserPackages(), ...grammars].sort());
  });
});
