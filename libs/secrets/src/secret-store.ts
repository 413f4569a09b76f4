/** Which secret is meant. A name is unique within its organization and any text. */
export interface SecretName {
  readonly organizationId: string;
  readonly name: string;
}

/** The injection token of the {@link SecretStore}. */
export const SECRET_STORE = Symbol('SecretStore');

/** Characters of one secret, which is far beyond any token or private key. */
export const LONGEST_SECRET = 65_536;

/** Keeps what must be known again and must never be seen: encrypted, and bound to its organization and name. */
export interface SecretStore {
  /**
   * Keeps a well-formed text, in place of what was there. It is there when this returns, whatever ends the process.
   * @throws RangeError beyond {@link LONGEST_SECRET}, SecretUnreadable where the key itself cannot be used,
   *   InfrastructureError
   */
  put(secret: SecretName, value: string): Promise<void>;
  /**
   * @throws SecretUnreadable where there is one and it cannot be read: never "there is none" instead;
   * InfrastructureError
   */
  get(secret: SecretName): Promise<string | undefined>;
  /** Whether there is one, be it readable or not. @throws InfrastructureError */
  has(secret: SecretName): Promise<boolean>;
  /** One that is not there is removed already. @throws InfrastructureError */
  remove(secret: SecretName): Promise<void>;
}

/** There is a secret, or a key, and it is of no use. The message says what its operator can do, and holds neither. */
export class SecretUnreadable extends Error {
  constructor(what: string, options?: ErrorOptions) {
    super(what, options);
    this.name = 'SecretUnreadable';
  }
}
