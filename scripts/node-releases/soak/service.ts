import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { failureOf } from '../program-end';
import { type Circumstances, startLogged } from '../run-logged';

/** Milliseconds that the service has to start: ample on a machine that is busy with other work. */
const START = 600_000;
/** Seconds that it may run. The soak notices much earlier if nothing happens. */
const LIMIT = 24 * 3_600;

/** An `assay serve` on its own store, whose garbage is collected on demand. */
export interface SoakedService {
  readonly url: string;
  readonly key: string;
  /** The environment in which `assay` commands use its store. */
  readonly environment: NodeJS.ProcessEnv;
  /** Forces a collection in its main thread; the writer thread collects by itself while it writes. */
  collect(): void;
  /** Collections so far, in all its threads: forced ones, and those of V8 because the heap was idle. */
  readonly collections: { readonly forced: number; readonly idle: number };
  /** Rejects if the service ends before {@link stop} was called; never resolves. */
  readonly endedTooEarly: Promise<never>;
  /** Sends SIGTERM. @throws Error if it does not end with status 0 */
  stop(): Promise<void>;
}

/**
 * @param command the compiled `assay` command
 * @param of the store is created in its working folder
 * @throws Error if it does not start
 */
export async function startService(
  command: string,
  samples: string,
  of: Omit<Circumstances, 'limit'>,
): Promise<SoakedService> {
  const environment = {
    ...of.env,
    HOST: '127.0.0.1',
    PORT: '0',
    ASSAY_DATA_DIR: join(of.cwd, 'data'),
    ASSAY_DIRECTORY_ROOTS: `*=${samples}`,
    ASSAY_RATE_LIMIT: '100000',
    ASSAY_START_RATE_LIMIT: '100000',
  };
  await mkdir(environment.ASSAY_DATA_DIR, { recursive: true });
  const preloaded = join(__dirname, 'collect-garbage.cjs');
  // Without --optimize-for-size V8 waits for minutes before it uses an idle heap to collect.
  const args = ['--expose-gc', '--optimize-for-size', '-r', preloaded, command, 'serve'];
  const { child, ended, output } = startLogged('node', args, { ...of, env: environment, ipc: true, limit: LIMIT });

  const collections = { forced: 0, idle: 0 };
  child.on('message', ({ collected }: { collected: 'forced' | 'idle' }) => (collections[collected] += 1));
  let stopping = false;
  const endedTooEarly = new Promise<never>((_, reject) => {
    ended.then((end) => {
      if (!stopping) reject(new Error(`the service ${failureOf(end) ?? 'ended unasked'}`));
    }, reject);
  });

  const printed = new Promise<Address>((resolve) => {
    child.stdout!.on('data', () => {
      const address = addressOf(output());
      if (address) resolve(address);
    });
  });
  const address = await inTime(Promise.race([printed, endedTooEarly]), START, 'the service has not started');
  return {
    ...address,
    environment,
    collections,
    endedTooEarly,
    // If there is no channel, the service has ended, and endedTooEarly reports it.
    collect: () => void (child.connected && child.send('collect')),
    async stop() {
      stopping = true;
      child.kill('SIGTERM');
      const failure = failureOf(await ended);
      if (failure) throw new Error(`asked to end by SIGTERM, the service ${failure}`);
    },
  };
}

export interface Address {
  readonly url: string;
  readonly key: string;
}

/** The output of a service's first start: its address, and its first API key. */
export function addressOf(output: string): Address | undefined {
  const [, url] = / listens on (http:\/\/\S+)/.exec(output) ?? [];
  const [, key] = /^ {2}(asy_\S+)\n/m.exec(output) ?? [];
  return url && key ? { url, key } : undefined;
}

async function inTime<Value>(value: Promise<Value>, milliseconds: number, late: string): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${late} within ${milliseconds / 1_000} s`)), milliseconds);
  });
  try {
    return await Promise.race([value, limit]);
  } finally {
    clearTimeout(timer);
  }
}
