import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';

interface Position {
  readonly line: number;
  readonly character: number;
}
interface Range {
  readonly start: Position;
  readonly end: Position;
}
export interface ServerDiagnostic {
  readonly range: Range;
  readonly code?: string;
}
export interface ServerAction {
  readonly title: string;
  readonly edit?: { readonly changes?: Readonly<Record<string, readonly { range: Range; newText: string }[]>> };
}

/** The answer of the server about one text. */
export interface ServerAnswer {
  readonly diagnostics: readonly ServerDiagnostic[];
  readonly actions: readonly ServerAction[];
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly items?: readonly unknown[] };
  readonly result?: unknown;
}

const HEADER_END = '\r\n\r\n';
/** Bytes. Answers about a file of 2 MB are smaller; what is larger ends the conversation. */
const MAX_MESSAGE = 64 * 1024 * 1024;
const END_OF_TEXT = { line: 0xffff_ffff, character: 0 };

export interface LanguageServer {
  /** Undefined once the server has ended. */
  ask(uri: string, text: string): Promise<ServerAnswer | undefined>;
  close(): void;
}

/**
 * Starts Oxlint's language server. It reads no file but the given configuration: it gets each text from here.
 * @param timeLimit milliseconds for the whole conversation, after which the server is ended
 */
export function startLanguageServer(
  { scratch, config, tsconfig }: { readonly scratch: string; readonly config: string; readonly tsconfig: string },
  timeLimit: number,
): LanguageServer {
  const options = {
    configPath: config,
    tsConfigPath: tsconfig,
    run: 'onType',
    fixKind: 'safe_fix',
    disableNestedConfig: true,
  };
  const { send, request, end, hasEnded } = startConversation(scratch, options, timeLimit);
  const folder = `file://${scratch}`;
  const ready = request('initialize', {
    processId: null,
    rootUri: folder,
    workspaceFolders: [{ uri: folder, name: 'scratch' }],
    capabilities: { workspace: { configuration: true }, textDocument: { diagnostic: {} } },
    initializationOptions: [{ workspaceUri: folder, options }],
  }).then(() => send({ method: 'initialized', params: {} }));

  return {
    async ask(uri, text) {
      await ready;
      const textDocument = { uri };
      send({ method: 'textDocument/didOpen', params: { textDocument: { uri, languageId: '', version: 1, text } } });
      const report = (await request('textDocument/diagnostic', { textDocument })) as { items?: ServerDiagnostic[] };
      const actions = (await request('textDocument/codeAction', {
        textDocument,
        range: { start: { line: 0, character: 0 }, end: END_OF_TEXT },
        context: { diagnostics: [] },
      })) as ServerAction[] | null | undefined;
      send({ method: 'textDocument/didClose', params: { textDocument } });
      return hasEnded() ? undefined : { diagnostics: report?.items ?? [], actions: actions ?? [] };
    },
    close: end,
  };
}

interface Conversation {
  send(message: object): void;
  /** Undefined once the server has ended. */
  request(method: string, params: object): Promise<unknown>;
  end(): void;
  hasEnded(): boolean;
}

/** Starts the server's process and talks to it in JSON-RPC. It gets the options each time it asks for them. */
function startConversation(scratch: string, options: object, timeLimit: number): Conversation {
  const program = join(dirname(require.resolve('oxlint/package.json')), 'bin/oxlint');
  const child = spawn(process.execPath, [program, '--lsp'], { cwd: scratch, stdio: ['pipe', 'pipe', 'ignore'] });
  const waiting = new Map<number, (result: unknown) => void>();
  let hasEnded = false;
  let lastId = 0;
  const end = () => {
    hasEnded = true;
    child.kill('SIGKILL');
    for (const answer of waiting.values()) answer(undefined);
    waiting.clear();
  };
  const timer = setTimeout(end, timeLimit);
  child.on('error', end).on('close', end);
  child.stdin.on('error', end);

  const send = (message: object) => {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message });
    if (!hasEnded) child.stdin.write(`Content-Length: ${Buffer.byteLength(body)}${HEADER_END}${body}`);
  };
  const request = (method: string, params: object): Promise<unknown> =>
    new Promise((resolve) => {
      if (hasEnded) return resolve(undefined);
      lastId += 1;
      waiting.set(lastId, resolve);
      send({ id: lastId, method, params });
    });
  const receive = ({ id, method, params, result }: Message) => {
    if (id === undefined) return;
    if (method === undefined) {
      waiting.get(id)?.(result);
      waiting.delete(id);
    } else send({ id, result: method === 'workspace/configuration' ? (params?.items ?? []).map(() => options) : null });
  };
  readMessages(child.stdout, receive, end);
  return {
    send,
    request,
    end() {
      clearTimeout(timer);
      end();
    },
    hasEnded: () => hasEnded,
  };
}

function readMessages(output: NodeJS.ReadableStream, receive: (message: Message) => void, end: () => void): void {
  let chunks: Buffer[] = [];
  let size = 0;
  let needed = 0;
  output.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
    if (size < needed) return; // joining what is not whole, again and again, would take quadratic time
    let held: Buffer = Buffer.concat(chunks);
    try {
      held = readWhole(held);
    } catch {
      end(); // It does not speak the protocol, so there are no fixes.
    }
    [chunks, size] = [[held], held.length];
  });

  /** @returns what is left of the bytes after the last whole message */
  function readWhole(bytes: Buffer): Buffer {
    let held = bytes;
    for (;;) {
      const header = held.indexOf(HEADER_END);
      if (header === -1 && held.length > MAX_MESSAGE) throw new Error('no header');
      needed = 0;
      if (header === -1) return held;
      const length = Number(/Content-Length: (\d+)/i.exec(held.toString('latin1', 0, header))?.[1]);
      if (!(length <= MAX_MESSAGE)) throw new Error('too long');
      const from = header + HEADER_END.length;
      needed = from + length;
      if (held.length < needed) return held;
      receive(JSON.parse(held.toString('utf8', from, needed)) as Message);
      held = held.subarray(needed);
    }
  }
}
