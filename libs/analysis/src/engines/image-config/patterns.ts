/** A credential with a fixed form. It is plain data in the tool's settings. */
export interface SecretPattern {
  /** Shown to the user: `Stripe secret key`. */
  readonly name: string;
  /** A JavaScript regular expression. It must take linear time, because it searches images of strangers. */
  readonly regex: string;
}

export interface CompiledPattern {
  readonly name: string;
  readonly regex: RegExp;
}

export const compilePatterns = (patterns: Readonly<Record<string, SecretPattern>>): CompiledPattern[] =>
  Object.values(patterns).map(({ name, regex }) => ({ name, regex: new RegExp(regex, 'g') }));
