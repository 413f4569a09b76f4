/** How comments tell other tools that a finding is accepted. They lower it here, and hide nothing. */
const ACCEPTED =
  /(?:#|\/\/)\s*(?:(?:checkov|bridgecrew):skip=|(?:tfsec|trivy):ignore[:=]|kics-scan\s+ignore|tflint-ignore:)/;
const COMMENT = /^\s*(?:#|\/\/)/;

/**
 * Whether a comment for another tool accepts what stands on a line (from 1): on the line, in the comments right above
 * it, or in those right below the head of a block.
 */
export function isAcceptedElsewhere(lines: readonly string[], line: number): boolean {
  const own = lines[line - 1] ?? '';
  if (ACCEPTED.test(own)) return true;
  for (let index = line - 2; index >= 0 && COMMENT.test(lines[index]!); index -= 1)
    if (ACCEPTED.test(lines[index]!)) return true;
  if (!/[{:]\s*$/.test(own)) return false;
  for (let index = line; index < lines.length && COMMENT.test(lines[index]!); index += 1)
    if (ACCEPTED.test(lines[index]!)) return true;
  return false;
}
