import { canonicalJson, sha256Hex } from '@assay/kernel';
import { Reflector } from '@nestjs/core';
import { type ScryptOptions, scrypt } from 'node:crypto';

/** The fields of a route that nobody may find out, also not somebody who reads the stores. */
export interface Secrets {
  /** In the body, which must then not be recognised by a plain hash. */
  readonly body?: boolean;
  /** In these fields of its answer, which are shown once: in a repeated answer they are null. */
  readonly answer?: readonly string[];
}

/** Says that a route reads its body itself, as it comes: whether it is the same request is known only then. */
export const StreamsBody = Reflector.createDecorator<void, true>({ transform: () => true });

/** Says that a route takes or gives secrets, so that nothing of them is kept for its repetition. */
export const HoldsSecrets = Reflector.createDecorator<Secrets>();

/** The fingerprint by which a body is recognised when its request comes again. */
export const bodyFingerprint = (body: unknown): string => sha256Hex(canonicalJson(body ?? null));

/** 16 MB and some 50 ms of one thread: a webhook secret that a person made up is not found by trying a dictionary. */
const COST: ScryptOptions = { N: 16_384, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };

/**
 * The same for a body with secrets, which a plain hash would give away to somebody who can guess them. @param salt what
 * nothing stores
 */
export const secretBodyFingerprint = (body: unknown, salt: string): Promise<string> =>
  new Promise((resolve, reject) => {
    scrypt(canonicalJson(body ?? null), salt, 32, COST, (error, key) =>
      error ? reject(error) : resolve(key.toString('hex')),
    );
  });
