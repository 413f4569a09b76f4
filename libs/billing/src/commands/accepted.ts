import { type Refusal, RefusedError, type Result } from '@assay/kernel';

/** Returns the decision, or throws the refusal: Nest's buses only know exceptions. */
export function accepted<Value>(result: Result<Value, Refusal>): Value {
  if (!result.ok) throw new RefusedError(result.refusal);
  return result.value;
}
