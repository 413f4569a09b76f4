import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Detects whether code of a target ran, or an address in it was followed, and holds a text that no code of a target may
 * read.
 */
export interface Canary {
  /** An address on this machine that counts connections. */
  readonly url: string;
  /** A file outside of every target. */
  readonly secretFile: string;
  /** The content of that file: if a result contains it, the file was read. */
  readonly secret: string;
  /**
   * JavaScript, for either module system, that leaves a trace of this name, connects, and ends its process with status
   * 86: if the sandbox stops the first two, the tools whose process ran it fail.
   */
  trip(name: string): string;
  /** A file name without a slash that leaves a trace when a shell sees it. */
  readonly shellName: string;
  /** The names of the traces that exist. */
  traces(): Promise<string[]>;
  connections(): number;
  close(): Promise<void>;
}

export async function openCanary(): Promise<Canary> {
  const folder = await mkdtemp(join(tmpdir(), 'canary-'));
  const traces = join(folder, 'traces');
  await mkdir(traces);
  const secret = `outside-${folder.slice(-6)}-of-the-target`;
  const secretFile = join(folder, 'secret.json');
  await writeFile(secretFile, JSON.stringify({ type: 'object', description: secret }));
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const slash = '${PWD%${PWD#?}}';
  return {
    url: `http://127.0.0.1:${port}/canary.json`,
    secretFile,
    secret,
    trip: (name) =>
      'try { ' +
      `process.getBuiltinModule('fs').writeFileSync(${JSON.stringify(join(traces, name.replace(/\W/g, '_')))}, ` +
      `''); } catch {}\n` +
      `process.getBuiltinModule('child_process').spawnSync(process.execPath, ['-e', ` +
      `'require("net").connect(${port}, "127.0.0.1")']);\nprocess.exit(86);`,
    shellName: `$(touch ${join(traces, 'shell').replaceAll('/', slash)}).js`,
    traces: () => readdir(traces),
    connections: () => connections,
    close: async () => {
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };
}
