import { once } from 'node:events';
import { isIP } from 'node:net';
import { type ConnectionOptions, type SecureVersion, type TLSSocket, connect } from 'node:tls';
import type { TargetGuard } from '../network';
import { describeCertificate } from './certificate';
import type { TlsConnection } from '@assay/target-records';

export interface HandshakeTarget {
  /** Lower case; an IPv6 address without brackets. */
  readonly host: string;
  readonly port: number;
  readonly guard: TargetGuard;
  /** Milliseconds for one handshake. */
  readonly time: number;
  readonly signal: AbortSignal;
}

/**
 * OpenSSL offers and takes what is old and weak at this level only: a server that has nothing else shall be described,
 * too.
 */
const ANY_STRENGTH = 'ALL:@SECLEVEL=0';
const OLD: readonly SecureVersion[] = ['TLSv1', 'TLSv1.1'];

/**
 * Describes how a host encrypts, by handshakes of our own to a checked and pinned address. Nothing is ever said or read
 * over these connections: this is why a certificate that nobody trusts may be looked at.
 * @throws TargetNotAllowed, TargetUnreachable, Node's error where there is no handshake, the signal's reason
 */
export async function describeConnection(target: HandshakeTarget): Promise<TlsConnection> {
  const socket = await handshake(target, { minVersion: 'TLSv1', ALPNProtocols: ['h2', 'http/1.1'] });
  try {
    const certificate = socket.getPeerX509Certificate(); // once: Node 20 has it no second time
    if (!certificate) throw new Error('the server has no certificate');
    const forHost =
      (isIP(target.host)
        ? certificate.checkIP(target.host)
        : certificate.checkHost(target.host, { subject: 'never' })) !== undefined;
    // Where only the name is wrong, that is what the connection is distrusted for.
    const distrust =
      socket.authorized || (socket.authorizationError as unknown as string) === 'ERR_TLS_CERT_ALTNAME_INVALID'
        ? undefined
        : String(socket.authorizationError);
    return {
      ...(distrust === undefined ? {} : { distrust }),
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
      // A refusal comes as an alert or as a closed connection, and is what one hopes for.
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
      ...(isIP(host) ? {} : { servername: host }),
    });
    try {
      await once(socket, 'secureConnect', { signal: limit });
      return socket;
    } catch (error) {
      socket.on('error', () => undefined).destroy(); // it has said already what is wrong
      limit.throwIfAborted();
      failure = error;
    }
  }
  throw failure;
}
