/**
 * The result of a decision: a value, or a refusal that says what the caller can do. Exceptions are for unexpected
 * errors.
 */
export type Result<Value, Refusal> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refusal: Refusal };

export const ok = <Value>(value: Value): Result<Value, never> => ({ ok: true, value });
export const refuse = <Refusal>(refusal: Refusal): Result<never, Refusal> => ({ ok: false, refusal });
