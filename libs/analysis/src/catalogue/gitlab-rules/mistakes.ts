import type { RuleDefinition } from '../tool';

/** Jobs and settings that GitLab refuses or never runs. */
export const GITLAB_MISTAKES: Readonly<Record<string, RuleDefinition>> = {
  'undeclared-stage': { severity: 'high', title: 'Stage that the pipeline does not have', fix: 'Add it to `stages`, or name one that is there.' },
  'unknown-job': { severity: 'high', title: 'Job that is not there', fix: 'Name a job of the pipeline, or say `optional: true` where it may be missing.' },
  'circular-needs': { severity: 'high', title: 'Job that waits for itself', fix: 'Take one of the needs away.' },
  'later-stage-needed': { severity: 'high', title: 'Job of a later stage needed', fix: 'Move one of the two jobs to another stage.' },
  'too-many-needs': { severity: 'medium', title: 'More needs than GitLab takes', fix: 'Let a job between gather what they make, or leave the order to stages.' },
  'unknown-template': { severity: 'high', title: 'Template that is not there', fix: 'Name a template or job of the pipeline in `extends`.' },
  'circular-extends': { severity: 'high', title: 'Job that extends itself', fix: 'Take one of the `extends` away.' },
  'unknown-reference': { severity: 'high', title: 'Reference to nothing', fix: 'Name a job and a keyword that it has in `!reference`.' },
  'job-without-script': { severity: 'high', title: 'Job that does nothing', fix: 'Give it a `script` or a `trigger`; begin the name of a template with a dot.' },
  'unknown-keyword': { severity: 'medium', title: 'Keyword that GitLab does not know there', fix: 'Correct the word, or move it to where it belongs; begin the name of what only anchors use with a dot.' },
  'only-beside-rules': { severity: 'high', title: '`only` or `except` beside `rules`', fix: 'Write the conditions of both as `rules`.' },
  'wrong-value': { severity: 'high', title: 'Value that GitLab does not take', fix: 'Write it in a form that GitLab’s reference names.' },
  'command-not-text': { severity: 'high', title: 'Command that YAML reads as a map', fix: 'Put the whole line into quotes.' },
  'unreachable-rule': { severity: 'medium', title: 'Rule that is never looked at', fix: 'Move the rule without a condition to the end.' },
  'job-never-runs': { severity: 'low', title: 'Job that never runs', fix: 'Remove the job, or say when it runs.' },
};
