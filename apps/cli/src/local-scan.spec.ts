import { CommandBus } from '@nestjs/cqrs';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scanLocally } from './local-scan';

describe('a scan of the command line', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-local-scan-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is compared with no scan before it: its results are gone when it ends', async () => {
    writeFileSync(join(folder, 'page.css'), 'a { color: #ggg; }\n');
    const executed = jest.spyOn(CommandBus.prototype, 'execute');
    const { session, findings } = await scanLocally(withTools(folder, ['css-errors']));
    const commands = executed.mock.calls.map(([command]) => command.constructor.name);
    expect(session.status).toBe('completed');
    expect(findings.map(({ file, line }) => `${file}:${line}`)).toEqual(['page.css:1']);
    expect(commands).toContain('StartSession');
    expect(commands).not.toContain('CompareFindings');
  }, 120_000);

  it('names scripts without an ending as the target does, in findings and among what was not read', async () => {
    const target = join(folder, 'scripts');
    const orders = readFileSync(join(SAMPLES, 'code-duplication/positive/src/orders.js'), 'utf8');
    mkdirSync(join(target, 'bin'), { recursive: true });
    writeFileSync(join(target, 'bin/old'), "#!/usr/bin/python2\nprint 'text'\n");
    writeFileSync(join(target, 'bin/clean'), '#!/bin/bash\nrm -rf "$DIRECTORY/"\n');
    for (const name of ['first', 'second']) writeFileSync(join(target, 'bin', name), `#!/usr/bin/env node\n${orders}`);
    const tools = ['py-security', 'shell-scripts', 'code-duplication'];
    const { session, findings } = await scanLocally(withTools(target, tools));
    expect(findings.map(({ file, rule }) => `${file} ${rule}`).toSorted()).toEqual([
      'bin/clean removes-all-if-empty',
      'bin/second duplicated-code',
    ]);
    expect(findings.map(({ description }) => description).join()).toContain('the same as bin/first:');
    expect(session.toolReports['py-security']?.result?.unreadable).toEqual([
      { file: 'bin/old', reason: expect.any(String) },
    ]);
  }, 120_000);
});

const SAMPLES = join(__dirname, '../../../libs/analysis/samples');

const withTools = (target: string, tools: readonly string[]): Parameters<typeof scanLocally>[0] => ({
  target,
  tools,
  history: false,
  timeout: 60_000,
  maxConcurrent: 1,
  withSnippets: false,
  withFixes: false,
  withTraces: false,
  signal: new AbortController().signal,
  onUnprotected: () => undefined,
  onChange: () => undefined,
});
