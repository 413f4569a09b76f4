import { refused } from '@assay/kernel';
import { configurationProblems } from './check-configuration';
import type { ScanConfiguration } from './configuration';

/**
 * Checks a value as the configuration of a project, like an `assay.yml`.
 *
 * @throws RefusedError VALIDATION_ERROR with each wrong field, such as `configuration.rules.speling`
 */
export function projectConfiguration(given: unknown): ScanConfiguration {
  const problems = configurationProblems(given).map(({ path, message }) => ({
    field: ['configuration', ...path].join('.'),
    message,
  }));
  if (problems.length > 0)
    refused('VALIDATION_ERROR', problems.map(({ field, message }) => `${field} ${message}`).join('; '), problems);
  return given as ScanConfiguration;
}
