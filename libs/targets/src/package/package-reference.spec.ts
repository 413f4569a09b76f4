import { parsePackageReference } from './package-reference';

describe('a package reference', () => {
  it.each([
    ['left-pad', 'left-pad', '*'],
    ['left-pad@1.3.0', 'left-pad', '1.3.0'],
    ['left-pad@^1.2.0 || 2', 'left-pad', '^1.2.0 || 2'],
    ['left-pad@next', 'left-pad', 'next'],
    ['left-pad@', 'left-pad', '*'],
    ['@scope/name', '@scope/name', '*'],
    ['@scope/name@1.x', '@scope/name', '1.x'],
    ['JSONStream', 'JSONStream', '*'],
    ['left-pad@v1.3.0', 'left-pad', 'v1.3.0'],
    ['pkg:npm/left-pad', 'left-pad', '*'],
    ['pkg:npm/left-pad@1.3.0', 'left-pad', '1.3.0'],
    ['pkg:npm/%40scope/name@1.0.0', '@scope/name', '1.0.0'],
    ['pkg:npm/@scope/name', '@scope/name', '*'],
    ['pkg:npm/%40scope%2Fname@1.0.0', '@scope/name', '1.0.0'],
    ['PKG:NPM/left-pad@1.0.0-beta%2B1', 'left-pad', '1.0.0-beta+1'],
    ['pkg:npm/left-pad@1.3.0?checksum=sha1:ab', 'left-pad', '1.3.0'],
  ])('reads %s', (text, name, wanted) =>
    expect(parsePackageReference(text)).toEqual({ ok: true, value: { name, wanted } }),
  );

  it.each([
    ['', 'name of a package'],
    ['../etc', 'name of a package'],
    ['a/b', 'name of a package'],
    ['@scope', 'name of a package'],
    ['@scope/../x', 'name of a package'],
    ['@/x', 'name of a package'],
    ['.hidden', 'name of a package'],
    ['_private', 'name of a package'],
    ['-g', 'name of a package'],
    ['node_modules', 'name of a package'],
    ['na me', 'name of a package'],
    ['a%2fb', 'name of a package'],
    ['x'.repeat(215), 'name of a package'],
    ['a@file:../x', 'no version'],
    ['a@npm:other@1', 'no version'],
    ['a@git+ssh://host/x', 'no version'],
    ['a@http://127.0.0.1/x.tgz', 'no version'],
    ['a@owner/name', 'no version'],
    ['a@../x', 'no version'],
    ['a@1\n2', 'no version'],
    [`a@${'1'.repeat(300)}`, 'too long'],
    ['pkg:pypi/requests@1', '"pypi" are not read'],
    ['pkg:npm', 'malformed'],
    ['pkg:npm/%ZZ', 'encoded'],
    ['pkg:npm/a@1?repository_url=http://127.0.0.1/', 'another place'],
    ['pkg:npm/a@1#lib', 'as a whole'],
    ['pkg:npm/..%2F..%2Fetc', 'name of a package'],
    ['http://127.0.0.1/a.tgz', 'name of a package'],
  ])('does not take %s', (text, message) =>
    expect(parsePackageReference(text)).toMatchObject({
      ok: false,
      refusal: { code: 'VALIDATION_ERROR', message: expect.stringContaining(message) },
    }),
  );
});
