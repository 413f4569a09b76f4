import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { catalogue } from '../catalogue';
import { engineProfiles } from './profiles';

/** The folders of what engines have in common. */
const SHARED = ['kit', 'runtime'];
const ids = engineProfiles.map(({ id }) => id);

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

  it('has every engine that a tool names, and none that no tool names', () =>
    expect(new Set(catalogue.map(({ engine }) => engine))).toEqual(new Set(ids)));
});
