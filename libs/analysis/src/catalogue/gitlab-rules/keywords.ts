/** From GitLab’s public reference of CI/CD YAML (docs.gitlab.com/ci/yaml), of version 18. */
const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Top-level keywords that are no jobs. */
export const TOP_KEYWORDS: readonly string[] = words('stages variables default include workflow image services before_script after_script cache spec');

/** Keywords allowed in `default`. */
export const DEFAULT_KEYWORDS: readonly string[] = words('after_script artifacts before_script cache hooks id_tokens identity image interruptible retry services tags timeout');

/** Keywords allowed in any job, also in one that starts another pipeline. */
const KEYWORDS_OF_ALL_JOBS = words('allow_failure environment except extends inherit inputs interruptible needs only parallel resource_group rules stage trigger variables when');

/** Keywords allowed only in a job with commands. */
export const KEYWORDS_OF_COMMANDS: readonly string[] = words('after_script before_script image script services tags artifacts cache run');

export const JOB_KEYWORDS: readonly string[] = [...KEYWORDS_OF_ALL_JOBS, ...KEYWORDS_OF_COMMANDS, ...words('coverage dast_configuration dependencies hooks id_tokens identity manual_confirmation pages publish release retry secrets start_in timeout')];

/** The stages of a file that declares none. */
export const DEFAULT_STAGES: readonly string[] = words('build test deploy');
/** The stages that every pipeline has, before and after the declared ones. */
export const FIRST_STAGE = '.pre';
export const LAST_STAGE = '.post';

/** The maximum number of jobs that one job may need, unless the operator of the server sets another. */
export const MOST_NEEDS = 50;

/** The required form of a value. Texts with variables are never judged. */
export type ValueForm = { readonly kind: 'one-of'; readonly words: readonly string[] } | { readonly kind: 'boolean' | 'list' | 'map' | 'map-or-boolean' | 'map-or-list' | 'map-or-text' | 'duration' } | { readonly kind: 'number' | 'map-or-number'; readonly from: number; readonly to: number };

const RULE_TIMES = 'on_success on_failure always manual delayed never';
const oneOf = (text: string): ValueForm => ({ kind: 'one-of', words: words(text) });

/**
 * The required form of the value at a path of a job. `*` stands for each item of a list, or for a value that is no
 * list.
 */
export const FORMS: readonly (readonly [path: string, form: ValueForm])[] = [
  ['when', oneOf('on_success on_failure always manual delayed')],
  ['rules', { kind: 'list' }],
  ['rules.*.when', oneOf(RULE_TIMES)],
  ['rules.*.allow_failure', { kind: 'map-or-boolean' }],
  ['allow_failure', { kind: 'map-or-boolean' }],
  ['retry', { kind: 'map-or-number', from: 0, to: 2 }],
  ['retry.max', { kind: 'number', from: 0, to: 2 }],
  ['parallel', { kind: 'map-or-number', from: 1, to: 200 }],
  ['timeout', { kind: 'duration' }],
  ['interruptible', { kind: 'boolean' }],
  ['needs', { kind: 'map-or-list' }],
  ['dependencies', { kind: 'list' }],
  ['tags', { kind: 'list' }],
  ['only', { kind: 'map-or-list' }],
  ['except', { kind: 'map-or-list' }],
  ['variables', { kind: 'map' }],
  ['artifacts', { kind: 'map' }],
  ['artifacts.when', oneOf('on_success on_failure always')],
  ['artifacts.paths', { kind: 'list' }],
  ['cache.*.policy', oneOf('pull-push push pull')],
  ['cache.*.when', oneOf('on_success on_failure always')],
  ['cache.*.paths', { kind: 'list' }],
  ['environment', { kind: 'map-or-text' }],
  ['environment.action', oneOf('start stop prepare verify access')],
];
