import type { SgNode } from '@ast-grep/napi';
import type { Severity } from '@assay/kernel';
import { withoutSlashComments } from '../kit/slash-comments';

const LONGEST = 20_000;
const OF_SERVER = /\b\w+_server_method\b|\bSSL_accept\b|\bSSL_set_accept_state\b/;

/**
 * The severity of an OpenSSL call that turns verification off. A server that asks its clients for no certificate is
 * normal: another branch has the option to refuse them, or the function creates the context of a server. If another
 * branch of the same condition verifies, the caller chooses.
 * @returns undefined if the rule's own severity applies
 */
export function worthOfVerifyNone(call: SgNode): Severity | 'none' | undefined {
  if (!/SSL_VERIFY_NONE/.test(call.text())) return undefined;
  const around = call.ancestors();
  const condition = around.find((each) => each.kind() === 'if_statement');
  const branches = condition === undefined ? '' : codeOf(condition);
  if (/\bSSL_VERIFY_FAIL_IF_NO_PEER_CERT\b/.test(branches)) return 'none';
  if (/\bSSL_VERIFY_PEER\b/.test(branches)) return 'low';
  const body = around.find((each) => each.kind() === 'function_definition');
  return body !== undefined && OF_SERVER.test(codeOf(body)) ? 'low' : undefined;
}

/** The text of a node without its comments; empty if it is very long. */
function codeOf(node: SgNode): string {
  const { start, end } = node.range();
  return end.index - start.index > LONGEST ? '' : withoutSlashComments(node.text());
}
