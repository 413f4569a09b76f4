import { type Node, isNode, visit } from 'yaml';

/** How comments tell Checkov and ansible-lint to accept what stands in a task, with the names of the checks. */
const ACCEPTING = /^[\s#]*(?:(?:checkov|bridgecrew):skip=([\w,]+)|noqa:?[ \t]+([\w[\],. \t-]+))/gm;

const HTTPS = /\bCKV2_ANSIBLE_[12]\b/;
const CERTIFICATES = /\bCKV(?:_ANSIBLE_[1-4]|2_ANSIBLE_[56])\b/;
const SIGNATURES = /\bCKV(?:_ANSIBLE_[56]|2_ANSIBLE_4)\b/;
const SECRETS = /\bCKV_SECRET_\d+\b/;

/** The checks of these two that ask for the same as a rule. Rules of low severity need none. */
const SAME_CHECKS: Readonly<Record<string, RegExp>> = {
  'download-over-http': HTTPS,
  'program-over-http': HTTPS,
  'signing-key-over-http': HTTPS,
  'ssh-key-over-http': HTTPS,
  'login-over-http': HTTPS,
  'tls-checks-off': CERTIFICATES,
  'package-signature-off': SIGNATURES,
  'repository-signature-off': SIGNATURES,
  'secret-in-task': SECRETS,
  'secret-in-task-command': SECRETS,
  'secret-printed-by-task': /\bno-log-password\b/,
};

/** Whether the comments in a task, or right above it, tell another tool to accept what a rule says. */
export function isAcceptedIn(task: Node, rule: string): boolean {
  if (!Object.hasOwn(SAME_CHECKS, rule)) return false;
  const comments = commentsOf(task).join('\n');
  return [...comments.matchAll(ACCEPTING)].some(([, skipped, passed]) =>
    SAME_CHECKS[rule]!.test(skipped ?? passed ?? ''),
  );
}

function commentsOf(task: Node): string[] {
  const found: string[] = [];
  visit(task, (_, node) => {
    if (isNode(node)) found.push(node.commentBefore ?? '', node.comment ?? '');
  });
  return found;
}
