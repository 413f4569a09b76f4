import { TargetUnreadable } from '../staging/errors';

/** Why the target guard refuses. The first group is recognised from the text alone, the second from an address. */
export type NotAllowedReason =
  | 'malformed'
  | 'scheme'
  | 'credentials'
  | 'disguised host'
  | 'disguised address'
  | 'trailing dot'
  | 'port'
  | 'local name'
  | 'metadata'
  | AddressReason;

export type AddressReason =
  | 'unspecified'
  | 'private'
  | 'carrier-grade NAT'
  | 'loopback'
  | 'link-local'
  | 'reserved'
  | 'documentation'
  | 'benchmarking'
  | 'multicast'
  | 'broadcast'
  | 'metadata'
  | 'AS112'
  | 'AMT'
  | '6to4'
  | 'Teredo'
  | 'NAT64'
  | 'IPv4-mapped'
  | 'IPv4-compatible'
  | 'IPv4-translated'
  | 'ISATAP'
  | 'discard-only'
  | 'unique local'
  | 'site-local'
  | 'ORCHID'
  | 'SRv6';

/** The guard does not allow this target to be contacted. Nothing was sent to it. */
export class TargetNotAllowed extends TargetUnreadable {
  /** @param subject the host or address that was refused, as text */
  constructor(
    target: string,
    readonly reason: NotAllowedReason,
    readonly subject: string,
    what: string,
  ) {
    super(target, what);
    this.name = 'TargetNotAllowed';
  }
}

export type UnreachableReason = 'name not found' | 'connection' | 'certificate' | 'time' | 'redirects' | 'answer';

/** The target is allowed but does not answer as it should. A later try may succeed. */
export class TargetUnreachable extends TargetUnreadable {
  constructor(
    target: string,
    readonly reason: UnreachableReason,
    what: string,
    options?: ErrorOptions,
  ) {
    super(target, what, options);
    this.name = 'TargetUnreachable';
  }
}
