export type Scalar = string | number | boolean;

/**
 * A fault of a resource, as data. A path names attributes and blocks below the resource, joined by dots. If there are
 * several blocks, each is judged. An unknown value is no fault.
 */
export type Condition =
  /** The value is one of these. */
  | { readonly op: 'is'; readonly path: string; readonly values: readonly Scalar[] }
  /** The value is not one of these, or is not set: the provider's default is wrong. */
  | { readonly op: 'isnt'; readonly path: string; readonly values: readonly Scalar[] }
  /** The value is set, but not to one of these: the provider's default is right. */
  | { readonly op: 'differs'; readonly path: string; readonly values: readonly Scalar[] }
  | { readonly op: 'absent'; readonly path: string }
  | { readonly op: 'present'; readonly path: string }
  /** A string, or one of a list of strings, matches. With `base64`, the decoded text is matched. */
  | { readonly op: 'matches'; readonly path: string; readonly pattern: RegExp; readonly base64?: true }
  /** The name that the resource has in the configuration, or what is known of one of these texts, matches. */
  | { readonly op: 'called'; readonly paths: readonly string[]; readonly pattern: RegExp }
  /** The number is smaller, or larger. An unset number is neither. */
  | { readonly op: 'below'; readonly path: string; readonly than: number }
  | { readonly op: 'above'; readonly path: string; readonly than: number }
  /** The list has none of these, or is not set. */
  | { readonly op: 'lacks'; readonly path: string; readonly values: readonly Scalar[] }
  /** There are fewer items, or blocks, than that. An unset list is no match. */
  | { readonly op: 'fewer'; readonly path: string; readonly than: number }
  | { readonly op: 'all' | 'any'; readonly of: readonly Condition[] }
  | { readonly op: 'not'; readonly of: Condition }
  /** The condition holds, and is less severe if the other one holds too. */
  | { readonly op: 'milder'; readonly of: Condition; readonly where: Condition }
  /** The condition holds in one and the same block. */
  | { readonly op: 'some'; readonly path: string; readonly of: Condition }
  /**
   * No other resource of the type names this one in the attribute, or only resources that meet the condition `unless`.
   */
  | { readonly op: 'without'; readonly type: string; readonly by: string; readonly unless?: Condition }
  /** Another resource of the type names this one and meets the condition. */
  | { readonly op: 'with'; readonly type: string; readonly by: string; readonly where: Condition }
  /** The attribute names another resource of the type, which meets the condition. */
  | { readonly op: 'refers'; readonly path: string; readonly type: string; readonly where: Condition }
  /** An address range covers the whole internet: as written, or by its default. */
  | { readonly op: 'world'; readonly path: string; readonly byDefault?: true }
  /**
   * A range of ports includes one of these. `paths` are of its first and last port, or of a list of `80` and `1-99`.
   */
  | { readonly op: 'ports'; readonly paths: readonly string[]; readonly ports: readonly number[] | 'many' | 'all' }
  /** A policy in JSON has a statement of this kind. */
  | { readonly op: 'policy'; readonly path: string; readonly has: PolicyFault }
  /** The value is a secret in clear text. */
  | { readonly op: 'secret'; readonly path: string; readonly shortest?: number }
  /** A map has a secret, of at least so many characters (6), under a name of this form. */
  | SecretsCondition;

interface SecretsCondition {
  readonly op: 'secrets';
  readonly path: string;
  readonly names: RegExp;
  readonly shortest?: number;
  /** These values were decoded, so the file itself has other texts: no other tool finds a key among them. */
  readonly isDecoded?: true;
}

export type PolicyFault =
  | 'anyone'
  | 'pass-role'
  | 'everything'
  | 'all-actions-of-service'
  | 'escalation'
  | 'anyone-assumes'
  | 'everybody-except'
  | 'gives-credentials'
  | 'reads-data'
  | 'decrypts'
  | 'shares'
  | 'changes'
  | 'all-things'
  | 'every-action'
  | 'any-repository'
  | 'whole-account'
  | 'service-for-anyone'
  /** Not a fault: a statement that denies unencrypted requests. */
  | 'refuses-plain';

export const is = (path: string, ...values: readonly Scalar[]): Condition => ({ op: 'is', path, values });
export const isnt = (path: string, ...values: readonly Scalar[]): Condition => ({ op: 'isnt', path, values });
export const differs = (path: string, ...values: readonly Scalar[]): Condition => ({ op: 'differs', path, values });
export const absent = (path: string): Condition => ({ op: 'absent', path });
export const present = (path: string): Condition => ({ op: 'present', path });
export const matches = (path: string, pattern: RegExp): Condition => ({ op: 'matches', path, pattern });
export const matchesBase64 = (path: string, pattern: RegExp): Condition => ({ op: 'matches', path, pattern, base64: true });
export const called = (pattern: RegExp, ...paths: readonly string[]): Condition => ({ op: 'called', paths, pattern });
export const below = (path: string, than: number): Condition => ({ op: 'below', path, than });
export const above = (path: string, than: number): Condition => ({ op: 'above', path, than });
export const lacks = (path: string, ...values: readonly Scalar[]): Condition => ({ op: 'lacks', path, values });
export const fewerThan = (path: string, than: number): Condition => ({ op: 'fewer', path, than });
export const all = (...of: readonly Condition[]): Condition => ({ op: 'all', of });
export const any = (...of: readonly Condition[]): Condition => ({ op: 'any', of });
export const some = (path: string, of: Condition): Condition => ({ op: 'some', path, of });
export const without = (type: string, by: string, unless?: Condition): Condition => ({ op: 'without', type, by, ...(unless && { unless }) });
export const withOther = (type: string, by: string, where: Condition): Condition => ({ op: 'with', type, by, where });
export const refers = (path: string, type: string, where: Condition): Condition => ({ op: 'refers', path, type, where });
export const world = (path: string): Condition => ({ op: 'world', path });
export const worldByDefault = (path: string): Condition => ({ op: 'world', path, byDefault: true });
export const ports = (paths: readonly string[], ports: readonly number[] | 'many' | 'all'): Condition => ({ op: 'ports', paths, ports });
export const policy = (path: string, has: PolicyFault): Condition => ({ op: 'policy', path, has });
export const milder = (of: Condition, where: Condition): Condition => ({ op: 'milder', of, where });
export const not = (of: Condition): Condition => ({ op: 'not', of });
export const secrets = (path: string, names: RegExp, shortest?: number): SecretsCondition => ({ op: 'secrets', path, names, ...(shortest !== undefined && { shortest }) });
export const decodedSecrets = (path: string, names: RegExp, shortest?: number): Condition => ({ ...secrets(path, names, shortest), isDecoded: true });
export const secret = (path: string): Condition => ({ op: 'secret', path });
