import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { certificateBeside } from './certificate-beside';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'assay-beside-'));
  mkdirSync(join(root, 'certs'));
});
afterEach(() => rmSync(root, { recursive: true }));

it.each([
  ['certs/tls.key', 'certs/tls.crt'],
  ['certs/tls.key', 'certs/tls.pem'],
  ['certs/server-key.pem', 'certs/server-cert.pem'],
  ['certs/server-key.pem', 'certs/server.pem'],
  ['certs/key.pem', 'certs/cert.pem'],
  ['certs/privkey.pem', 'certs/cert.pem'],
])('finds the certificate of %s in %s', (key, certificate) => {
  writeFileSync(join(root, certificate), 'text');
  expect(certificateBeside(root, key)).toBe('text');
});

it('finds none elsewhere, none of other files, and none that is too large to be one', () => {
  writeFileSync(join(root, 'certs/tls.crt'), 'text');
  writeFileSync(join(root, 'certs/large.crt'), 'x'.repeat(70_000));
  for (const path of ['tls.key', 'certs/server.key', 'certs/large.key', 'certs/tls.txt', 'certs/.pem'])
    expect(certificateBeside(root, path)).toBe('');
});
