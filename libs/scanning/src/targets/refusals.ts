import type { TargetGuard } from '@assay/targets';
import { RefusedError, refused } from '@assay/kernel';

/** @param field the field's name in the scans interface */
export function invalid(field: string, message: string): never {
  return refused('VALIDATION_ERROR', `${field}: ${message}`, [{ field, message }]);
}

/** @throws RefusedError TARGET_NOT_ALLOWED */
export function requireAllowed(url: string, guard: TargetGuard): void {
  const checked = guard.checkUrl(url);
  if (!checked.ok) throw new RefusedError(checked.refusal);
}
