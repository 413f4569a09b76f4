import type { ImageRecord } from '@assay/target-records';
import type { RawFinding } from '../engine';
import type { SecretPattern } from './patterns';
import { buildSteps } from './build-steps';
import { secretFindings } from './secret-rules';
import { createSecretSearch } from './secret-values';
import { settingFindings } from './setting-rules';
import { stepFindings } from './step-rules';

/** Judges an image's configuration and history by all rules, whichever a tool has. */
export function judgeImage(image: ImageRecord, patterns: Readonly<Record<string, SecretPattern>>): RawFinding[] {
  const steps = buildSteps(image.history);
  const search = createSecretSearch(patterns);
  return [...settingFindings(image), ...secretFindings(image, steps, search), ...stepFindings(steps, search)];
}
