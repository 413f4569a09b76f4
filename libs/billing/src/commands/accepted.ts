import { type Refusal, RefusedError, type Result } from '@assay/kernel';

/** What was decided, or the refusal thrown: Nest's buses only know exceptions. */
export function accepted<Value>(result: Result<Value, Refusal>): Value {
  if (!result.ok) throw new RefusedError(result.refusal);
  return result.value;
}
