import type { Severity } from '@assay/kernel';

/** How the characters of a credential say that they belong together. Each is computed without a network. */
export type Checksum = 'crc32-base36' | 'bech32' | 'base58check' | 'crc16-base32';

/**
 * A kind of credential whose provider gives it a form of its own. `shape` is text as it stands, with two kinds of
 * parts that vary: `{w36}` is a run of characters of a class (see `shapes.ts`) with its length or its bounds
 * (`{w20-40}`), and `(live|test)` is one of several texts. So every expression that is made of a shape takes a bounded
 * number of steps.
 */
export interface SecretFormat {
  readonly id: string;
  /** Shown to the user: `Fly.io access token`. */
  readonly name: string;
  readonly shape: string;
  /** Default: critical. */
  readonly severity?: Severity;
  /**
   * For forms that say little by themselves, such as 32 hexadecimal digits: the credential counts only as the value of
   * a name that has one of these in it, written in lower case and without separators.
   */
  readonly named?: readonly string[];
  /**
   * For forms that others use as well, and that are written anywhere: one of these stands at most 200 characters before
   * the credential, in any case. They are in lower case.
   */
  readonly near?: readonly string[];
  /** A text in the shape by which it is searched for. Default: the longest one of three or more characters. */
  readonly anchor?: string;
  readonly checksum?: Checksum;
  /** Bits per character that the varying part has at least. Default: 2.4, less than one in a million random ones has. */
  readonly entropy?: number;
}

type Options = Omit<SecretFormat, 'id' | 'name' | 'shape'>;

export const format = (id: string, name: string, shape: string, options: Options = {}): SecretFormat => ({ id, name, shape, ...options });

export const named = (id: string, name: string, shape: string, names: readonly string[], options: Options = {}): SecretFormat => ({ id, name, shape, named: names, ...options });
