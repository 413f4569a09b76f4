import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { filesOfTerraform } from './filled-in';

describe('files that Terraform makes of templates', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'assay-templates-'));
    mkdirSync(join(root, 'a/values'), { recursive: true });
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const text = 'a: ${b}\n';
  const call = (path: string) => `x = templatefile("${path}", {})\n`;

  it('are those that a configuration names, by their whole names', () => {
    writeFileSync(join(root, 'main.tf'), call('one.yaml') + call('${path.module}/a/values/a+(b).yaml'));
    const isOfTerraform = filesOfTerraform(root);
    expect(isOfTerraform('a/values/one.yaml', text)).toBe(true);
    expect(isOfTerraform('a/values/a+(b).yaml', text)).toBe(true);
    expect(isOfTerraform('one.yaml', text)).toBe(true);
    expect(isOfTerraform('a/values/(b).yaml', text)).toBe(false);
    expect(isOfTerraform('one.yaml', 'a: b\n')).toBe(false);
  });

  it('are known by one reading of each folder', () => {
    writeFileSync(join(root, 'a/main.tf'), call('one.yaml'));
    const isOfTerraform = filesOfTerraform(root);
    expect(isOfTerraform('a/values/one.yaml', text)).toBe(true);
    writeFileSync(join(root, 'a/main.tf'), call('two.yaml'));
    expect(isOfTerraform('a/values/one.yaml', text)).toBe(true);
    expect(isOfTerraform('a/values/two.yaml', text)).toBe(false);
    expect(filesOfTerraform(root)('a/values/two.yaml', text)).toBe(true);
  });

  it('are looked for in a bounded part of the configurations', () => {
    const most = '#'.repeat(512 * 1024);
    for (let each = 0; each < 16; each += 1) writeFileSync(join(root, `a/${each}.tf`), most);
    writeFileSync(join(root, 'main.tf'), call('one.yaml'));
    const isOfTerraform = filesOfTerraform(root);
    expect(isOfTerraform('a/one.yaml', text)).toBe(false);
    expect(filesOfTerraform(root)('one.yaml', text)).toBe(true);
  });
});
