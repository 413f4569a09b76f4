import { execFileSync, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Tree, makeRepository, type objectWriter } from './git-objects';

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly host: string | undefined;
  readonly authorization: string | undefined;
}

/** The real `git http-backend` behind HTTP on loopback. */
export interface GitServer {
  readonly port: number;
  readonly requests: SeenRequest[];
  /** @param name `owner/name`; gives the commit of each branch */
  add(
    name: string,
    branches: Readonly<Record<string, Tree | ((objects: ReturnType<typeof objectWriter>) => string)>>,
  ): Record<string, string>;
  /** Has the head of a pull request from a fork, as hosta does: the repository itself has its commits by its number. */
  offer(name: string, number: number, fork: string, branch: string): void;
  /** The repository is not there any more, with all that it had. */
  remove(name: string): void;
  /** Answers as servers did before version 2 of the protocol: it gives only the heads of branches by their ids. */
  speakTheOldProtocol(): void;
  /** Answers instead of git where it says that it did. */
  intercept(handler: (request: IncomingMessage, response: ServerResponse) => boolean): void;
  close(): Promise<void>;
}

/**
 * @param options.pushes whether anybody may push
 * @param options.filters whether it leaves out what a client does not want, as code hosts do
 */
export async function openGitServer({ pushes = false, filters = false } = {}): Promise<GitServer> {
  const root = await mkdtemp(join(tmpdir(), 'git-server-'));
  const requests: SeenRequest[] = [];
  let old = false;
  let intercepted: (request: IncomingMessage, response: ServerResponse) => boolean = () => false;
  const server = createServer((request, response) => {
    requests.push({
      method: request.method!,
      path: request.url!,
      host: request.headers.host,
      authorization: request.headers.authorization,
    });
    if (!intercepted(request, response)) backend(root, request, response, { old, pushes, filters });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    add: (name, branches) => makeRepository(join(root, `${name}.git`), branches),
    offer(name, number, fork, branch) {
      const from = join(root, `${fork}.git`);
      const head = `refs/heads/${branch}:refs/pull/${number}/head`;
      execFileSync('git', ['--git-dir', join(root, `${name}.git`), 'fetch', '--quiet', from, head]);
    },
    remove: (name) => rmSync(join(root, `${name}.git`), { recursive: true }),
    speakTheOldProtocol: () => void (old = true),
    intercept: (handler) => (intercepted = handler),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(root, { recursive: true, force: true });
    },
  };
}

/** CGI as RFC 3875 has it, as far as git asks for it. */
function backend(
  root: string,
  request: IncomingMessage,
  response: ServerResponse,
  { old, pushes, filters }: { readonly old: boolean; readonly pushes: boolean; readonly filters: boolean },
): void {
  const { pathname, search } = new URL(request.url!, 'http://localhost');
  const child = spawn('git', ['http-backend'], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: {
      PATH: process.env['PATH'],
      HOME: '/nonexistent',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_COUNT: '4',
      GIT_CONFIG_KEY_0: 'safe.directory',
      GIT_CONFIG_VALUE_0: '*',
      GIT_CONFIG_KEY_1: 'http.receivepack',
      GIT_CONFIG_VALUE_1: String(pushes),
      GIT_CONFIG_KEY_2: 'receive.autogc',
      GIT_CONFIG_VALUE_2: 'false',
      GIT_CONFIG_KEY_3: 'uploadpack.allowFilter',
      GIT_CONFIG_VALUE_3: String(filters),
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      REQUEST_METHOD: request.method,
      PATH_INFO: decodeURIComponent(pathname),
      QUERY_STRING: search.slice(1),
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
      GIT_PROTOCOL: old ? '' : String(request.headers['git-protocol'] ?? ''),
      CONTENT_LENGTH: request.headers['content-length'] ?? '',
      REMOTE_ADDR: '127.0.0.1',
    },
  });
  child.stdin.on('error', () => undefined); // it may end before it has read the request
  request.pipe(child.stdin);
  response.once('close', () => child.kill('SIGKILL'));
  let head: Buffer | undefined = Buffer.alloc(0);
  child.stdout.on('data', (chunk: Buffer) => {
    if (head === undefined) return void response.write(chunk);
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf('\r\n\r\n');
    if (end < 0) return;
    const fields = head
      .subarray(0, end)
      .toString('latin1')
      .split('\r\n')
      .map((line) => /^([^:]+): (.*)$/.exec(line)!.slice(1) as [string, string]);
    response.writeHead(
      Number(fields.find(([name]) => name === 'Status')?.[1].slice(0, 3) ?? 200),
      Object.fromEntries(fields),
    );
    response.write(head.subarray(end + 4));
    head = undefined;
  });
  child.once('close', () => response.end());
}
