import { CommandBus } from '@nestjs/cqrs';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scanLocally } from './local-scan';

describe('a scan of the command line', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-local-scan-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is compared with no scan before it: its results are gone when it ends', async () => {
    writeFileSync(join(folder, 'page.css'), 'a { color: #ggg; }\n');
    const executed = jest.spyOn(CommandBus.prototype, 'execute');
    const { session, findings } = await scanLocally({
      target: folder,
      tools: ['css-errors'],
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
    const commands = executed.mock.calls.map(([command]) => command.constructor.name);
    expect(session.status).toBe('completed');
    expect(findings.map(({ file, line }) => `${file}:${line}`)).toEqual(['page.css:1']);
    expect(commands).toContain('StartSession');
    expect(commands).not.toContain('CompareFindings');
  }, 120_000);
});
