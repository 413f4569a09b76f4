import { type Hash, createHash } from 'node:crypto';

/** Strongest first. */
const ALGORITHMS = ['sha512', 'sha384', 'sha256', 'sha1'] as const;

export interface Integrity {
  readonly algorithm: (typeof ALGORITHMS)[number];
  /** Base64; any of them will do. */
  readonly digests: readonly string[];
}

/**
 * The strongest hashes of a subresource integrity text, else the hexadecimal SHA-1 of old packages; undefined where
 * neither is one.
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
  // A text that names only hashes nobody knows promises something that we cannot check; a weaker one must not stand in
  // for it.
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
    /** The text of what was received; undefined where it is not what was promised. */
    verified() {
      const digest = hash.digest('base64');
      return digests.includes(digest) ? `${algorithm}-${digest}` : undefined;
    },
  };
}
