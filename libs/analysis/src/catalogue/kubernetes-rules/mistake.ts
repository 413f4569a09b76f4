import { type Condition, matches } from '../infrastructure/condition';

/**
 * Mistakes that no single value shows, by the names of their attributes in conditions. The attribute's value is the
 * subject, so that the message reads: `variable given twice is "PORT"`.
 */
export const MISTAKES = {
  variable: 'variable given twice',
  text: 'value that is no text',
  label: 'label that is no text',
  container: 'name of two containers',
  volume: 'name of two volumes',
  port: 'name of two ports',
  mount: 'mounted volume that is not there',
  probe: 'port of a probe that is not there',
  probes: 'probe that is there twice',
  request: 'request above the limit of',
  selector: 'label that the selector asks for',
  bounds: 'fewest above the most',
  object: 'object given twice',
  backend: 'selected pods',
  targetPort: 'port that the selected pods have not',
  measured: 'container without a request that is measured',
  scaled: 'replicas that an autoscaler sets',
  budget: 'pods that must stay of',
  runner: 'what the runner of pull requests may do',
  defaultAccount: 'what pods without an account may do',
  image: 'what an image of others may do',
  writtenUser: 'administrator with a written password',
  openService: 'service from outside with this password',
  file: 'file that is not there',
} as const;

/** Those that other files of the target tell. Where nothing does, they are known not to be there. */
export const TOLD_ELSEWHERE = ['runner', 'defaultAccount', 'image', 'writtenUser', 'openService'] as const;

export type Mistake = (typeof MISTAKES)[keyof typeof MISTAKES];

/** The object has this mistake. */
export const made = (mistake: keyof typeof MISTAKES): Condition => matches(MISTAKES[mistake], /[^]/);
