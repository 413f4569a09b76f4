import type { HttpAnswer } from '@assay/target-records';

/** The lines of a header, in order. */
export const linesOf = ({ headers }: Pick<HttpAnswer, 'headers'>, name: string): string[] =>
  headers.filter(([each]) => each === name).map(([, value]) => value);

export const isEncrypted = ({ finalUrl }: Pick<HttpAnswer, 'finalUrl'>): boolean => finalUrl.startsWith('https:');

/** A header as a finding shows it: `name: value`. */
export const headerLine = (name: string, value: string): string => `${name}: ${value}`;

/** The enforced content security policies. A header line may contain several. */
export const enforcedPolicies = (answer: HttpAnswer): string[] => [...headerPolicies(answer), ...metaPolicies(answer)];

export const headerPolicies = (answer: HttpAnswer): string[] => policiesIn(linesOf(answer, 'content-security-policy'));

export const metaPolicies = (answer: HttpAnswer): string[] =>
  policiesIn(
    answer.metaPolicies.filter(({ name }) => name === 'content-security-policy').map(({ content }) => content),
  );

const policiesIn = (lines: readonly string[]): string[] =>
  lines
    .flatMap((line) => line.split(','))
    .map((policy) => policy.trim())
    .filter((policy) => policy !== '');

/** The value of a policy's directive; undefined if the policy does not have it. The first occurrence counts. */
export function directiveOf(policy: string, name: string): string | undefined {
  const directive = policy
    .split(';')
    .map((each) => each.trim())
    .find((each) => each.toLowerCase().split(/\s+/, 1)[0] === name);
  return directive?.slice(name.length).trim();
}
