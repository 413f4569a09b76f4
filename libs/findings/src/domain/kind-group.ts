import { sha256Hex } from '@assay/kernel';

/**
 * The group of findings that are one row for a person: those of one rule of one tool, and of one cause where the rule
 * has several. The id is the same in every scan, and on the command line, in reports and in the API.
 */
export const kindGroup = ({ tool, rule }: { readonly tool: string; readonly rule: string }, cause = ''): string =>
  `grp_${sha256Hex(JSON.stringify([tool, rule, cause])).slice(0, 20)}`;
