import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ToolDefinition } from '../src/catalogue/tool';
import type { EngineProfile } from '../src/engines/engine-profile';

const COMPILE = require.resolve('../../../test/support/compile-typescript.cjs');
const RUN = `
  const { engine } = require(process.argv[1]);
  const pass = JSON.parse(process.argv[2]);
  const quiet = () => undefined;
  const say = (kind) => (tool, subject) => console.log(JSON.stringify({ kind, subject }));
  engine.run(pass, {
    engine: quiet,
    progress: quiet,
    finding: say('finding'),
    unreadable: say('unreadable'),
    completed: say('completed'),
    failed: say('failed'),
    skipped: say('skipped'),
  });
`;

/**
 * Runs an engine outside the sandbox on one file that is made for a port on which somebody listens, and counts the
 * connections that arrive: the engine itself must not call, whatever the sandbox would have stopped.
 */
export async function connectionsMadeBy(
  profile: EngineProfile,
  tools: readonly ToolDefinition[],
  name: string,
  content: (port: number) => string,
): Promise<{ connections: number; said: string[] }> {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  const folder = mkdtempSync(join(tmpdir(), 'assay-unconfined-'));
  try {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const text = content((server.address() as AddressInfo).port);
    writeFileSync(join(folder, name), text);
    const pass = {
      engine: profile.id,
      tools,
      root: folder,
      scratch: folder,
      files: [{ staged: name, path: name, size: text.length, lines: 1, language: '' }],
    };
    const engine = require.resolve(`../src/engines/${profile.id}/${profile.id}.engine.ts`);
    const { stdout } = await promisify(execFile)(process.execPath, [
      '-r',
      COMPILE,
      '-e',
      RUN,
      engine,
      JSON.stringify(pass),
    ]);
    return {
      connections,
      said: stdout
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { kind: string }).kind),
    };
  } finally {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
