import { REQUIRED_PROTECTIONS, type RequiredProtection } from '@assay/kernel';
import type { Protection } from './confinement';

const isRequired = ({ name }: Protection): boolean => (REQUIRED_PROTECTIONS as readonly string[]).includes(name);

/**
 * The required protections that this machine lacks.
 * @param givenUp those that a setting gives up; they do not count
 */
export const missingProtections = (
  protections: readonly Protection[],
  givenUp: ReadonlySet<RequiredProtection> = new Set(),
): readonly Protection[] =>
  protections.filter(
    (protection) => isRequired(protection) && !protection.active && !givenUp.has(protection.name as RequiredProtection),
  );
