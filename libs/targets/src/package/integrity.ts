import { type Hash, createHash } from 'node:crypto';

/** The strongest first. */
const ALGORITHMS = ['sha512', 'sha384', 'sha256', 'sha1'] as const;

export interface Integrity {
  readonly algorithm: (typeof ALGORITHMS)[number];
  /** Base64. One match is enough. */
  readonly digests: readonly string[];
}

/**
 * Reads the strongest hashes of a subresource integrity text, or else the hexadecimal SHA-1 of old packages. Undefined
 * if neither is valid.
 */
export function readIntegrity(integrity: string | undefined, shasum: string | undefined): Integrity | undefined {
  const hashes = (integrity ?? '').split(/\s+/).flatMap((each) => {
    const [, algorithm, digest] = /^(sha\d+)-([A-Za-z0-9+/]+={0,2})(?:\?.*)?$/.exec(each) ?? [];
    return algorithm === undefined ? [] : [{ algorithm, digest: digest! }];
  });
  for (const algorithm of ALGORITHMS) {
    const digests = hashes.filter((each) => each.algorithm === algorithm).map(({ digest }) => digest);
    if (digests.length > 0) return { algorithm, digests };
  }
  // A text with only unknown hashes promises something that cannot be checked. A weaker hash must not replace it.
  if (integrity !== undefined || shasum === undefined || !/^[0-9a-f]{40}$/i.test(shasum)) return undefined;
  return { algorithm: 'sha1', digests: [Buffer.from(shasum, 'hex').toString('base64')] };
}

export function verifier({ algorithm, digests }: Integrity): {
  readonly update: Hash['update'];
  verified(): string | undefined;
} {
  const hash = createHash(algorithm);
  return {
    update: hash.update.bind(hash),
    /** The integrity text of the received bytes; undefined if they do not match the promise. */
    verified() {
      const digest = hash.digest('base64');
      return digests.includes(digest) ? `${algorithm}-${digest}` : undefined;
    },
  };
}
