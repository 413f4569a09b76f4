import { GITLAB_MISTAKES } from './gitlab-rules/mistakes';
import { rulesOf } from './infrastructure';
import { SOURCE_TARGETS, type ToolDefinition } from './tool';

const PIPELINES: readonly string[] = ['**/.gitlab-ci.{yml,yaml}', '**/*.gitlab-ci.{yml,yaml}', '**/.gitlab/ci/**/*.{yml,yaml}', '**/.gitlab-ci/**/*.{yml,yaml}'];

export const gitlabTools: readonly ToolDefinition[] = [
  {
    id: 'gitlab-ci-security',
    name: 'GitLab pipelines security',
    description: 'Pipelines of GitLab that others can take over or that give secrets away: secrets in variables and commands, text of others that is run, includes and images that may change, logs that show variables.',
    category: 'security',
    billing: 'security',
    engine: 'gitlab-ci',
    targets: SOURCE_TARGETS,
    files: PIPELINES,
    advice: 'Give jobs the least that they need, and pin what comes from elsewhere.',
    rules: rulesOf('gitlab-ci-security'),
  },
  {
    id: 'gitlab-ci-lint',
    name: 'GitLab pipelines',
    description: 'Pipelines that GitLab refuses, or of which it never runs a part: stages, jobs and templates that are not there, circles, unknown keywords, wrong values, rules that nothing reaches.',
    category: 'quality',
    billing: 'quality',
    engine: 'gitlab-ci',
    targets: SOURCE_TARGETS,
    files: PIPELINES,
    advice: 'Correct the pipeline after GitLab’s reference of CI/CD YAML: GitLab refuses the whole of it, and starts no job.',
    rules: GITLAB_MISTAKES,
  },
];
