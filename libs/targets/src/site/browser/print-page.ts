import { type Result, ok, refuse } from '@assay/kernel';
import { startSandboxed } from '@assay/sandbox';
import { constants, createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { PROXY_SOCKET } from './browser-job';
import { browserRunNeeds } from './browser-needs';
import type { PrintJob } from './print-job';
import { explainEnd } from './run-browser-job';
import { createSlots } from './slots';
import type { UsableBrowser } from './usable-browser';

export interface PrintOptions extends UsableBrowser {
  readonly limits: {
    /** Milliseconds for the browser, without the wait for other prints. */
    readonly time: number;
    /** See BrowserLimits. */
    readonly memoryMb: number;
    /** Bytes of what is printed. */
    readonly bytes: number;
  };
  readonly signal?: AbortSignal;
}

const HOST = join(__dirname, 'child', `print-host${extname(__filename)}`);

/** A browser keeps a processor busy and takes half a gigabyte: others wait. */
const printSlots = createSlots(1);

/**
 * Prints one page in a browser of its own, confined as browsers for pages are, and without any network. No process and
 * no file remains, but for the print until its stream has ended.
 *
 * @param html is asked for once the browser's turn has come
 * @returns the PDF, or the reason why there is none
 * @throws the signal's reason, what `html` throws, InfrastructureError when no process can be started
 */
export const printPage = (html: AsyncIterable<string>, options: PrintOptions): Promise<Result<Readable, string>> =>
  printSlots.run(() => printed(html, options), options.signal);

async function printed(
  html: AsyncIterable<string>,
  { chromium, confinement, limits, signal }: PrintOptions,
): Promise<Result<Readable, string>> {
  // A short path: Chromium opens sockets in it, and a socket's path has at most 107 bytes.
  const folder = await mkdtemp(join(tmpdir(), 'assay-'));
  const abort = signal && { signal };
  try {
    const scratch = join(folder, 'scratch');
    const page = join(folder, 'page.html');
    const pdf = join(folder, 'page.pdf');
    await mkdir(scratch);
    await pipeline(Readable.from(html), createWriteStream(page), abort);
    // No proxy listens on the socket: the browser reaches nobody.
    const needs = browserRunNeeds(chromium, { scratch, socket: join(folder, PROXY_SOCKET) });
    const job: PrintJob = { chromium, sandbox: confinement.sandbox, time: limits.time, page };
    const child = await startSandboxed({
      ...needs,
      readable: [...(needs.readable ?? []), page],
      script: HOST,
      timeout: limits.time,
      memoryMb: limits.memoryMb,
      confinement,
      input: JSON.stringify(job),
      environment: { DBUS_SESSION_BUS_ADDRESS: 'disabled:' },
      ...abort,
    });
    let isTooLarge = false;
    try {
      await pipeline(
        atMost(child.results, limits.bytes, () => (isTooLarge = true)),
        createWriteStream(pdf),
      );
      const end = await child.ended;
      signal?.throwIfAborted();
      if (isTooLarge) return refuse(`as a PDF it would have more than ${limits.bytes.toLocaleString('en')} bytes`);
      const failure = explainEnd(end, limits);
      if (failure !== undefined) return refuse(failure);
    } finally {
      child.stop();
    }
    return await opened(pdf);
  } finally {
    // A process that was ended may hold its files for another moment.
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
}

async function* atMost(chunks: AsyncIterable<Buffer>, bytes: number, beyond: () => void): AsyncGenerator<Buffer> {
  let written = 0;
  for await (const chunk of chunks) {
    written += chunk.length;
    if (written > bytes) return beyond();
    yield chunk;
  }
}

const BEGINNING = '%PDF-';

/** The child wrote its content, which is looked at before it is believed. It is still there when its name is gone. */
async function opened(path: string): Promise<Result<Readable, string>> {
  const file = await open(path, constants.O_RDONLY);
  const { buffer } = await file.read(Buffer.alloc(BEGINNING.length), 0, BEGINNING.length, 0);
  if (buffer.toString('latin1') === BEGINNING) return ok(file.createReadStream({ start: 0 }));
  await file.close();
  return refuse('the browser printed no PDF');
}
