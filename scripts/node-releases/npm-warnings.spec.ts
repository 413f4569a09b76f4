import { unsupportedPackages } from './npm-warnings';

const warning = (name: string) => `npm warn EBADENGINE Unsupported engine {
npm warn EBADENGINE   package: '${name}',
npm warn EBADENGINE   required: { node: '>=22' },
npm warn EBADENGINE   current: { node: 'v20.20.2', npm: '11.19.1' }
npm warn EBADENGINE }
`;

describe('the warnings of npm', () => {
  it('name each package once that does not support this Node.js', () => {
    const output = `${warning('better-sqlite3@13.2.0')}${warning('@a/b@1.0.0')}${warning('better-sqlite3@13.2.0')}`;
    expect(unsupportedPackages(output)).toEqual(['better-sqlite3@13.2.0', '@a/b@1.0.0']);
  });

  it('are none of that kind where they are about settings or age', () => {
    const output = `npm warn Unknown user config "nodedir". This will stop working in the next major version of npm.
npm warn Unknown env config "nodedir". This will stop working in the next major version of npm.
npm warn deprecated glob@7.2.3: Glob versions prior to v9 are no longer supported

added 1700 packages in 2m
`;
    expect(unsupportedPackages(output)).toEqual([]);
  });
});
