/** The identity of a secret. A name may be any text, and is unique within its organization. */
export interface SecretName {
  readonly organizationId: string;
  readonly name: string;
}

/** The injection token of the {@link SecretStore}. */
export const SECRET_STORE = Symbol('SecretStore');

/** The most characters of one secret, far more than any token or private key has. */
export const MAX_SECRET_LENGTH = 65_536;

/** Stores secrets encrypted, each bound to its organization and name. */
export interface SecretStore {
  /**
   * Stores a well-formed text, and replaces the old one. When this returns, the secret survives a crash.
   * @throws RangeError beyond {@link MAX_SECRET_LENGTH}, SecretUnreadable if the key itself cannot be used,
   *   InfrastructureError
   */
  put(secret: SecretName, value: string): Promise<void>;
  /**
   * @returns undefined only if there is no such secret
   * @throws SecretUnreadable if the secret exists but cannot be read, InfrastructureError
   */
  get(secret: SecretName): Promise<string | undefined>;
  /** Whether the secret exists, readable or not. @throws InfrastructureError */
  has(secret: SecretName): Promise<boolean>;
  /** Does nothing if the secret does not exist. @throws InfrastructureError */
  remove(secret: SecretName): Promise<void>;
}

/** A secret or a key exists but cannot be used. The message tells the operator what to do, and contains neither. */
export class SecretUnreadable extends Error {
  constructor(what: string, options?: ErrorOptions) {
    super(what, options);
    this.name = 'SecretUnreadable';
  }
}
