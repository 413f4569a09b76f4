import type { TellingEntry } from '@assay/target-records';
import type { RawFinding } from '../engine';
import { accountFindings } from './account-rules';
import { fileFindings } from './file-rules';
import { permissionFindings } from './permission-rules';

/** All that can be said of an image's file system, whatever a tool asks for. @param usual see `permissionFindings` */
export const judgeEntries = (entries: readonly TellingEntry[], usual: readonly string[]): RawFinding[] => [
  ...fileFindings(entries),
  ...accountFindings(entries),
  ...permissionFindings(entries, new Set(usual)),
];
