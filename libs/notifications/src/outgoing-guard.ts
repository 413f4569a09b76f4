import { InvalidSetting, type Settings } from '@assay/kernel';
import { type TargetGuard, createTargetGuard, parseAllowedTargets } from '@assay/targets';

/** The injection token of the {@link TargetGuard} for addresses that organizations have named. */
export const OUTGOING_GUARD = Symbol('OutgoingGuard');

/** @throws InvalidSetting */
export function outgoingGuard({ allowedTargets = '' }: Pick<Settings, 'allowedTargets'>): TargetGuard {
  const allowed = parseAllowedTargets(allowedTargets);
  if (!allowed.ok) throw new InvalidSetting('ASSAY_ALLOWED_TARGETS', allowedTargets, `is wrong: ${allowed.refusal}`);
  return createTargetGuard({ allowed: allowed.value });
}
