import { readConfiguration } from '@assay/scanning';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configurationText } from './configuration-text';
import { lookAt } from './look-at';

describe('assay init', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-init-'));
  beforeAll(() => {
    for (const [path, text] of Object.entries({
      'package.json': '{ "dependencies": { "express": "5" }, "devDependencies": { "jest": "30" } }',
      'src/app.js': '',
      'src/other.js': '',
      'tool.py': '',
      'test/app.test.js': '',
      'node_modules/vue/index.js': '',
      'requirements.txt': 'Django>=5',
    })) {
      mkdirSync(join(folder, path, '..'), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    symlinkSync('/', join(folder, 'everything'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('sees languages, frameworks and roles, and follows no link', async () => {
    const looked = await lookAt(folder);
    expect(looked.languages).toEqual(
      expect.arrayContaining([
        ['javascript', 2],
        ['python', 1],
      ]),
    );
    expect(looked.frameworks).toEqual(['Django', 'Express', 'Jest']);
    expect(looked.roles.get('test')).toBe(1);
    expect(looked.isPart).toBe(false);
  });

  it('writes what assay scan --config reads', async () => {
    const text = configurationText(await lookAt(folder));
    expect(text).toContain('# Frameworks: Django, Express, Jest');
    expect(readConfiguration(text, 'assay.yml')).toEqual({
      version: 1,
      profile: 'recommended',
      gate: { failOn: 'high' },
    });
  });
});
