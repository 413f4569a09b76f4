import { Socket } from 'node:net';
import { answerQuestions } from '../child-process';

export interface Load {
  readonly port: number;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly connections: number;
  /** Milliseconds. */
  readonly duration: number;
}

export interface LoadResult {
  readonly requests: number;
  readonly seconds: number;
  /** The processor time of this process. If it is close to `seconds`, the generator was measured and not the server. */
  readonly cpuSeconds: number;
}

/**
 * Keeps one request in progress on each of so many connections. It uses bare sockets, because a client library takes
 * more processor time per request than the servers do.
 */
async function generate(load: Load): Promise<LoadResult> {
  const request = Buffer.from(requestText(load));
  const cpu = process.cpuUsage();
  const began = performance.now();
  const until = began + load.duration;
  const counts = await Promise.all(Array.from({ length: load.connections }, () => drive(load.port, request, until)));
  const { user, system } = process.cpuUsage(cpu);
  return {
    requests: counts.reduce((sum, count) => sum + count, 0),
    seconds: (performance.now() - began) / 1_000,
    cpuSeconds: (user + system) / 1e6,
  };
}

function requestText({ method, path, headers, body, port }: Load): string {
  const length = body !== undefined && {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
  };
  const lines = Object.entries({ host: `127.0.0.1:${port}`, ...headers, ...length }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body ?? ''}`;
}

function drive(port: number, request: Buffer, until: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = new Socket();
    let answered = 0;
    let received = Buffer.alloc(0);
    socket.on('error', reject).on('data', (chunk) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      const end = endOfAnswer(received);
      if (end === undefined) return;
      const status = received.toString('latin1', 9, 12);
      if (status !== '200') return reject(new Error(`answered ${status}: ${received.toString('utf8').slice(0, 600)}`));
      received = received.subarray(end);
      answered += 1;
      if (performance.now() < until) return void socket.write(request);
      socket.removeAllListeners('close').end(() => resolve(answered));
    });
    socket.once('close', () => reject(new Error('the server closed a connection')));
    socket.connect(port, '127.0.0.1', () => socket.setNoDelay(true).write(request));
  });
}

/** The end of the answer at the beginning of the bytes; undefined if it is incomplete. */
function endOfAnswer(bytes: Buffer): number | undefined {
  const head = bytes.indexOf('\r\n\r\n');
  if (head === -1) return undefined;
  const length = /\r\ncontent-length: (\d+)/i.exec(bytes.toString('latin1', 0, head))?.[1];
  if (length === undefined) throw new Error('an answer without a length');
  const end = head + 4 + Number(length);
  return bytes.length >= end ? end : undefined;
}

answerQuestions(generate);
