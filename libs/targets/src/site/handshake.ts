import { once } from 'node:events';
import { isIP } from 'node:net';
import { type ConnectionOptions, type SecureVersion, type TLSSocket, connect } from 'node:tls';
import type { TargetGuard } from '../network';
import { describeCertificate } from './certificate';
import type { TlsConnection } from '@assay/target-records';

interface HandshakeTarget {
  /** In lower case; an IPv6 address has no brackets. */
  readonly host: string;
  readonly port: number;
  readonly guard: TargetGuard;
  /** Milliseconds for one handshake. */
  readonly time: number;
  readonly signal: AbortSignal;
}

/**
 * Only at this level does OpenSSL offer and accept old and weak ciphers. A server that has nothing better must be
 * described too.
 */
const ANY_STRENGTH = 'ALL:@SECLEVEL=0';
const OLD: readonly SecureVersion[] = ['TLSv1', 'TLSv1.1'];

/**
 * Describes how a host encrypts, by handshakes with a checked and pinned address. No data is sent or read over these
 * connections, so it is safe to accept a certificate that nobody trusts.
 * @throws TargetNotAllowed, TargetUnreachable, Node's error if the handshake fails, the signal's reason
 */
export async function describeConnection(target: HandshakeTarget): Promise<TlsConnection> {
  const socket = await handshake(target, { minVersion: 'TLSv1', ALPNProtocols: ['h2', 'http/1.1'] });
  try {
    const certificate = socket.getPeerX509Certificate(); // Node 20 returns it only once
    if (!certificate) throw new Error('the server has no certificate');
    const forHost =
      (isIP(target.host)
        ? certificate.checkIP(target.host)
        : certificate.checkHost(target.host, { subject: 'never' })) !== undefined;
    // If only the name is wrong, `forHost` already says so.
    const distrust =
      socket.authorized || String(socket.authorizationError) === 'ERR_TLS_CERT_ALTNAME_INVALID'
        ? undefined
        : String(socket.authorizationError);
    return {
      ...(distrust !== undefined && { distrust }),
      forHost,
      protocol: socket.getProtocol() ?? 'unknown',
      cipher: socket.getCipher().name,
      certificate: describeCertificate(certificate),
      oldProtocols: await agreedOldProtocols(target),
    };
  } finally {
    socket.destroy();
  }
}

async function agreedOldProtocols(target: HandshakeTarget): Promise<string[]> {
  const agreed: string[] = [];
  for (const version of OLD) {
    try {
      (await handshake(target, { minVersion: version, maxVersion: version })).destroy();
      agreed.push(version);
    } catch (error) {
      target.signal.throwIfAborted();
      // A refusal is an alert or a closed connection. It is the desired result.
      if (typeof (error as NodeJS.ErrnoException).code !== 'string') throw error;
    }
  }
  return agreed;
}

async function handshake(
  { host, port, guard, time, signal }: HandshakeTarget,
  options: ConnectionOptions,
): Promise<TLSSocket> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(time)]);
  const { addresses } = await guard.resolve({ hostname: host, port }, limit);
  let failure: unknown;
  for (const { address } of addresses) {
    const socket = connect({
      ...options,
      host: address,
      port,
      ciphers: ANY_STRENGTH,
      rejectUnauthorized: false,
      ...(!isIP(host) && { servername: host }),
    });
    try {
      await once(socket, 'secureConnect', { signal: limit });
      return socket;
    } catch (error) {
      socket.on('error', () => undefined).destroy(); // further errors add nothing to the first one
      limit.throwIfAborted();
      failure = error;
    }
  }
  throw failure;
}
