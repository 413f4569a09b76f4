/**
 * Names of the services from which a machine in a cloud gets its credentials. Anybody who reached them through Assay
 * would get the credentials too.
 */
const METADATA = new Set([
  'metadata',
  'metadata.google.internal',
  'metadata.goog',
  'metadata.azure.internal',
  'metadata.tencentyun.com',
  'metadata.packet.net',
  'metadata.platformequinix.com',
  'instance-data',
  'instance-data.ec2.internal',
  'rancher-metadata',
]);

/**
 * Suffixes that no public name server answers for: RFC 6761, 6762, 7686, 8375, ICANN's `internal`, reverse zones, and
 * names that are common in private networks.
 */
const LOCAL_SUFFIXES = [
  'localhost',
  'localdomain',
  'local',
  'internal',
  'intranet',
  'private',
  'corp',
  'home',
  'lan',
  'home.arpa',
  'svc',
  'consul',
  'onion',
  'in-addr.arpa',
  'ip6.arpa',
];

export const isMetadataName = (hostname: string): boolean => METADATA.has(hostname);

/** A name without a dot is completed by the machine's own search domains. */
export const isLocalName = (hostname: string): boolean =>
  !hostname.includes('.') || LOCAL_SUFFIXES.some((suffix) => hostname === suffix || hostname.endsWith(`.${suffix}`));
