import { type Finding, Severity, Type } from 'csp_evaluator/dist/finding.js';
import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';
import type { HttpAnswer } from '@assay/target-records';
import type { Problem } from '../kit/per-file';
import { directiveOf, enforcedPolicies, headerLine, linesOf, metaPolicies } from './answer';

/**
 * The rules for csp_evaluator's types of findings. A weakness counts only if every policy has it. A mistake counts in
 * each policy.
 */
const WEAKNESSES: ReadonlyMap<Type, string> = new Map([
  [Type.SCRIPT_UNSAFE_INLINE, 'script-unsafe-inline'],
  [Type.SCRIPT_UNSAFE_EVAL, 'script-unsafe-eval'],
  [Type.SCRIPT_UNSAFE_HASHES, 'script-unsafe-hashes'],
  [Type.PLAIN_URL_SCHEMES, 'plain-url-scheme'],
  [Type.PLAIN_WILDCARD, 'plain-wildcard'],
  [Type.SCRIPT_ALLOWLIST_BYPASS, 'script-allowlist-bypass'],
  [Type.OBJECT_ALLOWLIST_BYPASS, 'object-allowlist-bypass'],
  [Type.NONCE_LENGTH, 'short-nonce'],
  [Type.SRC_HTTP, 'source-without-tls'],
  [Type.IP_SOURCE, 'address-as-source'],
]);
const SLIPS: ReadonlyMap<Type, string> = new Map([
  [Type.DEPRECATED_DIRECTIVE, 'deprecated-directive'],
  [Type.UNKNOWN_DIRECTIVE, 'unknown-directive'],
  [Type.MISSING_SEMICOLON, 'missing-semicolon'],
  [Type.INVALID_KEYWORD, 'invalid-keyword'],
  [Type.NONCE_CHARSET, 'nonce-charset'],
]);

/** Directives that have no effect in a policy in the markup. */
const HEADER_ONLY = ['frame-ancestors', 'report-uri', 'sandbox'];

const HEADER = 'content-security-policy';

/** Judges the policies of a document. Other answers need no policy. */
export function judgeContentPolicy(answer: HttpAnswer): Problem[] {
  if (!answer.html) return [];
  const policies = enforcedPolicies(answer);
  if (policies.length === 0) return [missingPolicy(answer)];
  const judged = policies.map((policy) => ({ policy, findings: evaluate(policy) }));
  const [first, ...others] = judged;
  const shared = first!.findings.filter((finding) =>
    others.every(({ findings }) => findings.some((each) => weaknessOf(each) === weaknessOf(finding))),
  );
  return [
    ...distinct(shared.flatMap((finding) => problem(weaknessOf(finding), finding, first!.policy))),
    ...judged.flatMap(({ policy, findings }) =>
      distinct(findings.flatMap((finding) => problem(SLIPS.get(finding.type), finding, policy))),
    ),
    ...metaPolicies(answer).flatMap(ignoredInMarkup),
  ];
}

function missingPolicy(answer: HttpAnswer): Problem {
  const reportOnly = linesOf(answer, `${HEADER}-report-only`)[0];
  if (reportOnly === undefined)
    return { rule: 'policy-missing', excerpt: HEADER, message: 'The page has no content security policy' };
  return {
    rule: 'policy-only-reported',
    excerpt: headerLine(`${HEADER}-report-only`, reportOnly),
    message: 'The content security policy is only reported against, and keeps nothing out',
  };
}

const evaluate = (policy: string): Finding[] =>
  new CspEvaluator(new CspParser(policy).csp).evaluate().filter(isEvident);

/**
 * csp_evaluator warns of every host, even `'self'`, that it might serve something that undermines the policy. Without
 * evidence, that is not a finding.
 */
const isEvident = ({ type, severity }: Finding): boolean =>
  ![Type.SCRIPT_ALLOWLIST_BYPASS, Type.OBJECT_ALLOWLIST_BYPASS].includes(type) || severity === Severity.HIGH;

const weaknessOf = ({ type, directive }: Finding): string | undefined =>
  type === Type.MISSING_DIRECTIVES ? `${directive}-missing` : WEAKNESSES.get(type);

function problem(rule: string | undefined, { directive, value, description }: Finding, policy: string): Problem[] {
  if (rule === undefined) return [];
  const written = directiveOf(policy, directive);
  // A nonce differs in each answer, so it would create a new finding each time.
  const shown = written === undefined ? policy : `${directive} ${written}`;
  return [
    {
      rule,
      excerpt: headerLine(HEADER, shown.replace(/'nonce-[^']*'/g, "'nonce-…'")),
      message: `${description}${value === undefined || description.includes(value) ? '' : ` (${value})`}`,
    },
  ];
}

const ignoredInMarkup = (policy: string): Problem[] =>
  HEADER_ONLY.filter((directive) => directiveOf(policy, directive) !== undefined).map((directive) => ({
    rule: 'ignored-in-markup',
    excerpt: `<meta http-equiv="${HEADER}">: ${directive}`,
    message: `Browsers ignore ${directive} in a policy that stands in the markup`,
  }));

function distinct(problems: readonly Problem[]): Problem[] {
  const seen = new Set<string>();
  return problems.filter(({ rule, excerpt, message }) => {
    const key = JSON.stringify([rule, excerpt, message]);
    return !seen.has(key) && seen.add(key);
  });
}
