import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commentsBeside } from './comments-beside';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'assay-comments-'));
  mkdirSync(join(root, 'vault/other'), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true }));

it('finds the comments that name a file, in other files of its folder', () => {
  writeFileSync(join(root, 'vault/private.pem'), '# private.pem\n');
  writeFileSync(join(root, 'vault/a.yml'), '---\n# Example keys:\n#   openssl genrsa -out private.pem\n- hosts: all\n');
  writeFileSync(join(root, 'vault/b.yml'), '# An example key\n- file: private.pem\n');
  writeFileSync(join(root, 'vault/c.txt'), '# private.pem\n');
  writeFileSync(join(root, 'vault/other/d.yml'), '# private.pem\n');
  expect(commentsBeside(root, 'vault/private.pem')).toBe('# Example keys:\n#   openssl genrsa -out private.pem\n');
  expect(commentsBeside(root, 'vault/public.pem')).toBe('');
});
