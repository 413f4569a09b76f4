import type { LookupAddress } from 'node:dns';
import { type Refusal, type Result, ok, refuse } from '@assay/kernel';
import { parseAddress, specialUse } from './address-ranges';
import { type AllowList, USUAL_PORTS } from './allow-list';
import { type NotAllowedReason, TargetNotAllowed } from './errors';
import { isLocalName, isMetadataName } from './local-names';
import { readUrl } from './read-url';
import { type ResolveName, resolveName, systemResolver } from './resolve-name';

/** The checked destination of a connection. Only these addresses are used, even if the name resolves again. */
export interface CheckedEndpoint {
  readonly hostname: string;
  readonly port: number;
  /** At least one. Each was checked. */
  readonly addresses: readonly LookupAddress[];
  /** Whether the allow-list has the host, or each of its addresses. */
  readonly allowListed: boolean;
}

/** Decides which hosts, addresses and ports may be contacted for a target. */
export interface TargetGuard {
  /**
   * Checks the text alone, without asking a name server. The refusal (403 TARGET_NOT_ALLOWED) has `details: { reason,
   * subject }`.
   */
  checkUrl(url: string): Result<URL, Refusal>;
  /** The same check, for code that is about to contact the URL. @throws TargetNotAllowed */
  admitUrl(url: string): URL;
  /**
   * Resolves a host once and checks every address that it has.
   * @param endpoint the host in lower case, an IPv6 address without brackets
   * @throws TargetNotAllowed, TargetUnreachable, the signal's reason
   */
  resolve(
    endpoint: { readonly hostname: string; readonly port: number },
    signal?: AbortSignal,
  ): Promise<CheckedEndpoint>;
}

export interface TargetGuardOptions {
  readonly allowed: AllowList;
  /** Default: the machine's own resolver, with its hosts file and name servers. */
  readonly resolver?: ResolveName;
}

export function createTargetGuard({ allowed, resolver = systemResolver }: TargetGuardOptions): TargetGuard {
  const admitUrl = (text: string): URL => {
    const { url, hostname, port } = readUrl(text);
    if (parseAddress(hostname)) checkAddresses(allowed, hostname, port, [hostname]);
    else checkUnresolved(allowed, hostname, port);
    return url;
  };
  return {
    admitUrl,
    checkUrl(text) {
      try {
        return ok(admitUrl(text));
      } catch (error) {
        if (!(error instanceof TargetNotAllowed)) throw error;
        return refuse({
          code: 'TARGET_NOT_ALLOWED',
          message: error.message,
          details: { reason: error.reason, subject: error.subject },
        });
      }
    },
    async resolve({ hostname, port }, signal) {
      const literal = parseAddress(hostname);
      if (!literal) checkUnresolved(allowed, hostname, port); // before any name server is asked
      const addresses = literal
        ? [{ address: hostname, family: literal.kind() === 'ipv4' ? 4 : 6 }]
        : await resolveName(resolver, hostname, signal);
      const allowListed = checkAddresses(
        allowed,
        hostname,
        port,
        addresses.map(({ address }) => address),
      );
      if (!literal && !allowListed) checkName(hostname, port);
      return { hostname, port, addresses, allowListed };
    },
  };
}

/** Networks that people run services of their own in. */
const OWN_NETWORKS: ReadonlySet<NotAllowedReason> = new Set(['loopback', 'private', 'unique local']);

/** Who may allow it. */
const permission = (reason: NotAllowedReason): string =>
  OWN_NETWORKS.has(reason) ? ': whoever runs Assay may allow it by ASSAY_ALLOWED_TARGETS' : '';

/**
 * @returns whether the allow-list allows all addresses
 * @throws TargetNotAllowed unless every address is public or allowed
 */
function checkAddresses(allowed: AllowList, hostname: string, port: number, addresses: readonly string[]): boolean {
  let allAllowed = true;
  for (const text of addresses) {
    const address = parseAddress(text);
    if (!address) throw new TargetNotAllowed(hostname, 'malformed', text, `${text} is no address`);
    if (allowed.allows(hostname, address, port)) continue;
    allAllowed = false;
    const reason = specialUse(address);
    if (reason !== undefined)
      throw new TargetNotAllowed(
        hostname,
        reason,
        text,
        `${hostname === text ? 'it is' : `it resolves to ${text},`} not a public address (${reason})` +
          permission(reason),
      );
    checkPort(hostname, port);
  }
  return allAllowed;
}

/** A name that may resolve to an allowed network is judged after it is resolved. */
function checkUnresolved(allowed: AllowList, hostname: string, port: number): void {
  if (!allowed.mayAllow(hostname, port)) checkName(hostname, port);
  else if (!allowed.names(hostname, port)) checkMetadata(hostname);
}

function checkName(hostname: string, port: number): void {
  checkMetadata(hostname);
  if (isLocalName(hostname))
    throw new TargetNotAllowed(
      hostname,
      'local name',
      hostname,
      `it is a name of a local network${permission('private')}`,
    );
  checkPort(hostname, port);
}

function checkMetadata(hostname: string): void {
  if (isMetadataName(hostname))
    throw new TargetNotAllowed(hostname, 'metadata', hostname, 'the metadata service of a cloud is no target');
}

function checkPort(hostname: string, port: number): void {
  if (!USUAL_PORTS.has(port))
    throw new TargetNotAllowed(
      hostname,
      'port',
      String(port),
      `port ${port} is none of ${[...USUAL_PORTS].join(', ')}${permission('private')}`,
    );
}
