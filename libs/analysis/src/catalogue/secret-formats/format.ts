import type { Severity } from '@assay/kernel';

/** The checksum within a credential. Each can be verified without a network. */
export type Checksum = 'crc32-base36' | 'bech32' | 'base58check' | 'crc16-base32';

/**
 * A kind of credential whose provider gives it a form of its own. `shape` is literal text with two kinds of variable
 * parts: `{w36}` is a run of characters of a class (see `shapes.ts`) with its length or its bounds (`{w20-40}`), and
 * `(live|test)` is one of several texts. So every expression made from a shape takes a bounded number of steps.
 */
export interface SecretFormat {
  readonly id: string;
  /** Shown to the user: `Fly.io access token`. */
  readonly name: string;
  readonly shape: string;
  /** Default: critical. */
  readonly severity?: Severity;
  /**
   * For ambiguous forms, such as 32 hexadecimal digits: the credential counts only as the value of a name that contains
   * one of these, written in lower case and without separators.
   */
  readonly named?: readonly string[];
  /**
   * For forms that others use too and that occur anywhere: one of these must occur at most 200 characters before the
   * credential, in any case; for a form with a name in the path or anywhere in the file. They are in lower case.
   */
  readonly near?: readonly string[];
  /** The literal part of the shape that the search looks for. Default: the longest one of three or more characters. */
  readonly anchor?: string;
  readonly checksum?: Checksum;
  /**
   * The minimum entropy of the variable part in bits per character. Default: 2.4, which less than one in a million
   * random ones is below.
   */
  readonly entropy?: number;
}

type Options = Omit<SecretFormat, 'id' | 'name' | 'shape'>;

export const format = (id: string, name: string, shape: string, options: Options = {}): SecretFormat => ({ id, name, shape, ...options });

export const named = (id: string, name: string, shape: string, names: readonly string[], options: Options = {}): SecretFormat => ({ id, name, shape, named: names, ...options });
