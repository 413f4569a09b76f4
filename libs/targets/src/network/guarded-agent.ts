import { type LookupFunction, type Socket, isIPv6 } from 'node:net';
import type { Agent, buildConnector } from 'undici';
import { canonicalIpv6 } from './address-ranges';
import { TargetNotAllowed } from './errors';
import type { CheckedEndpoint, TargetGuard } from './guard';
import { undici } from './undici';

const CONNECT_TIMEOUT = 10_000;

/**
 * Creates an undici dispatcher that connects only to what the guard allows, also when its user follows redirects. Each
 * connection resolves its host once, checks every address, and dials one of the checked addresses. The name, SNI and
 * Host header remain those of the host. The caller must destroy the dispatcher.
 */
export function createGuardedAgent(guard: TargetGuard, signal?: AbortSignal): Agent {
  return new (undici().Agent)({ connect: (options, callback) => void connect(guard, signal, options, callback) });
}

/**
 * Opens a plain connection to an endpoint in the way the agent does. It is for a tunnel, whose ends encrypt themselves.
 * @throws TargetNotAllowed, TargetUnreachable, the signal's reason, the system's error if the connection fails
 */
export function dialGuarded(
  guard: TargetGuard,
  { hostname, port }: { readonly hostname: string; readonly port: number },
  signal?: AbortSignal,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    void connect(guard, signal, { hostname, port: String(port), protocol: 'http:' }, (...[error, socket]) =>
      error ? reject(error) : resolve(socket!),
    );
  });
}

async function connect(
  guard: TargetGuard,
  signal: AbortSignal | undefined,
  options: buildConnector.Options,
  callback: buildConnector.Callback,
): Promise<void> {
  const hostname = options.hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const port = Number(options.port || (options.protocol === 'https:' ? 443 : 80));
  try {
    dial(await guard.resolve({ hostname, port }, signal), options, callback);
  } catch (error) {
    callback(error as Error, null);
  }
}

function dial(endpoint: CheckedEndpoint, options: buildConnector.Options, callback: buildConnector.Callback): void {
  const connector = undici().buildConnector({
    timeout: CONNECT_TIMEOUT,
    lookup: pinnedLookup(endpoint),
    autoSelectFamily: true,
    maxCachedSessions: 0,
  } as buildConnector.BuildOptions);
  connector(options, (...[error, socket]) => {
    if (error) return callback(error, null);
    // Only now is it certain which address was dialled.
    const peer = socket!.remoteAddress;
    if (peer !== undefined && endpoint.addresses.some(({ address }) => sameAddress(address, peer)))
      return callback(null, socket!);
    socket!.destroy();
    callback(
      new TargetNotAllowed(
        endpoint.hostname,
        'disguised address',
        String(peer),
        'the connection went to an address that was not checked',
      ),
      null,
    );
  });
}

const pinnedLookup =
  ({ addresses }: CheckedEndpoint): LookupFunction =>
  (_hostname, options, callback) => {
    if (options.all) callback(null, [...addresses]);
    else callback(null, addresses[0]!.address, addresses[0]!.family);
  };

/** The system reports an IPv6 address in its shortest form. */
const sameAddress = (checked: string, peer: string): boolean =>
  checked === peer || (isIPv6(checked) && isIPv6(peer) && canonicalIpv6(checked) === canonicalIpv6(peer));
