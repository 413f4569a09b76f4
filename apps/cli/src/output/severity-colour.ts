import type { Severity } from '@assay/kernel';
import pc from 'picocolors';

export const SEVERITY_COLOUR: Readonly<Record<Severity, (text: string) => string>> = {
  critical: (text) => pc.bold(pc.red(text)),
  high: pc.red,
  medium: pc.yellow,
  low: pc.blue,
  info: pc.gray,
};
