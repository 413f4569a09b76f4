import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { TargetUnreachable } from './errors';

/** Returns all addresses of a name, in one request. */
export type ResolveName = (hostname: string) => Promise<readonly LookupAddress[]>;

export const systemResolver: ResolveName = (hostname) => lookup(hostname, { all: true, verbatim: true });

/**
 * Resolves a name. If the name server does not answer, the caller's signal ends the wait.
 * @throws TargetUnreachable, the signal's reason
 */
export async function resolveName(
  resolver: ResolveName,
  hostname: string,
  signal: AbortSignal | undefined,
): Promise<readonly LookupAddress[]> {
  signal?.throwIfAborted();
  const answer = resolver(hostname).then(
    (addresses) => {
      if (addresses.length === 0) throw new TargetUnreachable(hostname, 'name not found', 'it has no address');
      return addresses;
    },
    (error: unknown) => {
      throw new TargetUnreachable(
        hostname,
        'name not found',
        `it cannot be resolved (${(error as NodeJS.ErrnoException).code ?? 'no answer'})`,
        { cause: error },
      );
    },
  );
  return signal ? withAbort(answer, signal) : answer;
}

function withAbort<Value>(answer: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise<Value>((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
