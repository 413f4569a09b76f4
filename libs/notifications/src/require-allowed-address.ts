import { RefusedError } from '@assay/kernel';
import type { TargetGuard } from '@assay/targets';

/** The refusal does not repeat the address. @throws RefusedError TARGET_NOT_ALLOWED */
export function requireAllowedAddress(url: string, guard: TargetGuard): void {
  const checked = guard.checkUrl(url);
  if (checked.ok) return;
  const { reason } = checked.refusal.details as { reason: string };
  throw new RefusedError({
    code: 'TARGET_NOT_ALLOWED',
    message: `The address of the webhook may not be contacted: ${reason}. ASSAY_ALLOWED_TARGETS allows private ones`,
    details: { reason },
  });
}
