import { rulesOf } from './infrastructure';
import { SOURCE_TARGETS, type ToolDefinition } from './tool';

export const gitlabTools: readonly ToolDefinition[] = [
  {
    id: 'gitlab-ci-security',
    name: 'GitLab pipelines security',
    description: 'Pipelines of GitLab that others can take over or that give secrets away: secrets in variables and commands, text of others that is run, includes and images that may change, logs that show variables.',
    category: 'security',
    billing: 'security',
    engine: 'gitlab-ci',
    targets: SOURCE_TARGETS,
    files: ['**/.gitlab-ci.{yml,yaml}', '**/*.gitlab-ci.{yml,yaml}', '**/.gitlab/ci/**/*.{yml,yaml}', '**/.gitlab-ci/**/*.{yml,yaml}'],
    advice: 'Give jobs the least that they need, and pin what comes from elsewhere.',
    rules: rulesOf('gitlab-ci-security'),
  },
];
