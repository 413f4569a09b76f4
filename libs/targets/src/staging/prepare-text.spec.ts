import fc from 'fast-check';
import { anyText } from '../../../../test/support/any-text';
import { inertManifest } from './inert-manifest';
import { overwrite } from './prepare-text';

describe('the settings of engines in a package.json', () => {
  it('lose their names at the top level and nowhere else', () => {
    const text =
      '{ "name": "eslintConfig", "eslintConfig" : {"rules": {}, "jest": 1},\n' +
      '"dependencies": {"stylelint": "15", "jest": "29"}, ' +
      '"\\u0062rowserslist": ["extends x"], "keywords": ["jest"], "jest": {} }';
    expect(inertManifest(text)).toBe(
      '{ "name": "eslintConfig", "_slintConfig" : {"rules": {}, "jest": 1},\n' +
        '"dependencies": {"stylelint": "15", "jest": "29"}, ' +
        '"_rowserslist_____": ["extends x"], "keywords": ["jest"], "_est": {} }',
    );
  });

  it('are gone for every reader of the JSON, and everything else is as it was', () =>
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom('name', 'eslintConfig', 'jest', 'dependencies', 'scripts', 'a"b\\', '{'),
          fc.jsonValue(),
        ),
        fc.constantFrom(0, 2),
        (written, indentation) => {
          const manifest = JSON.parse(JSON.stringify(written)) as Record<string, unknown>; // JSON has no -0
          const { eslintConfig: _, jest: __, ...rest } = manifest;
          const text = JSON.stringify(manifest, null, indentation);
          const inert = inertManifest(text);
          expect(inert).toHaveLength(text.length);
          expect(JSON.parse(inert)).toEqual({
            ...rest,
            ...('eslintConfig' in manifest && { _slintConfig: manifest['eslintConfig'] }),
            ...('jest' in manifest && { _est: manifest['jest'] }),
          });
        },
      ),
    ));

  it('keep two of them apart that are of one length', () =>
    expect(
      Object.keys(JSON.parse(inertManifest('{"eslintConfig": {}, "browserslist": [], "xo": {}}')) as object),
    ).toEqual(['_slintConfig', '_rowserslist', '_o']));

  it('is looked for in broken JSON as far as that goes', () => {
    for (const text of ['', '{', '"', '{"jest"', '}}{"jest":1', '{"a": "unclosed\n"jest": 1}', '\u0000'])
      expect(inertManifest(text)).toHaveLength(text.length);
  });
});

describe('a directive', () => {
  it('is overwritten character for character, delimiters and line ends aside', () => {
    expect(overwrite('a(); /* lint-off\n é2 */ b();', /\/\*[^]*?\*\//g)).toBe('a(); /* xxxx-xxx\n xx */ b();');
    expect(overwrite('x 👍 # noqa: E501', /# noqa[^\n]*/)).toBe('x 👍 # xxxx: xxxx');
  });

  it('keeps every position, whatever the text', () =>
    fc.assert(
      fc.property(anyText(), (text) => {
        const result = overwrite(text, /[^]+/g);
        expect(result).toHaveLength(text.length);
        expect([...result.matchAll(/\n/g)].map(({ index }) => index)).toEqual(
          [...text.matchAll(/\n/g)].map(({ index }) => index),
        );
      }),
    ));
});
