import { sha256Hex } from '@assay/kernel';

/** A place for the cause where a rule has several, so that ids stay as they are once an engine names one. */
const NO_CAUSE = '';

/**
 * The group of findings that are one row for a person: those of one rule of one tool. The id is the same in every scan,
 * and on the command line, in reports and in the API.
 */
export const kindGroup = ({ tool, rule }: { readonly tool: string; readonly rule: string }): string =>
  `grp_${sha256Hex(JSON.stringify([tool, rule, NO_CAUSE])).slice(0, 20)}`;
