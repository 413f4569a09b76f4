import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { catalogue } from '.';
import { sampleOf } from './tool-sample';

describe('the sample of a tool', () => {
  it('is there for each tool of the catalogue, with files that the tool looks at', () => {
    const without = catalogue.filter((tool) => sampleOf(tool) === undefined).map(({ id }) => id);
    expect(without).toEqual([]);
    for (const tool of catalogue) {
      const { root, files } = sampleOf(tool)!;
      expect(files.every(({ staged }) => existsSync(join(root, staged)))).toBe(true);
    }
  });

  it('is missing for a tool that has none', () => expect(sampleOf({ id: 'no-such-tool', files: ['**/*'] })).toBeUndefined());
});
