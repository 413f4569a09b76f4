import { sha256Hex } from '@assay/kernel';

/** Where an engine names no cause. */
const NO_CAUSE = '';

/**
 * The group of findings that are one row in lists: those of one rule of one tool and, where the engine says what they
 * have in common, of one cause. The id is the same in every scan, and on the command line, in reports and in the API.
 */
export const kindGroup = ({
  tool,
  rule,
  cause = NO_CAUSE,
}: {
  readonly tool: string;
  readonly rule: string;
  readonly cause?: string;
}): string => `grp_${sha256Hex(JSON.stringify([tool, rule, cause])).slice(0, 20)}`;
