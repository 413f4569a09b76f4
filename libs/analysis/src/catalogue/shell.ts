import { rulesById } from './sampled-rule';
import { SHELL_RULES } from './shell-rules';
import { SOURCE_TARGETS, type ToolDefinition } from './tool';

export const shellTools: readonly ToolDefinition[] = [
  {
    id: 'shell-scripts',
    name: 'Shell scripts',
    description: 'Finds mistakes in scripts of sh, bash and ksh: tests that always hold, assignments and redirects that do something else, removals that may take too much, downloads that nobody checks, passwords in commands.',
    category: 'quality',
    billing: 'quality',
    engine: 'shell',
    targets: SOURCE_TARGETS,
    files: ['**/*.{sh,bash,ksh,bats}', '**/{.bashrc,.bash_profile,.profile,.envrc,gradlew,mvnw}', '**/.husky/{pre-commit,pre-push,commit-msg}'],
    advice: 'Find out what was meant here, and write it so that the shell does that.',
    rules: rulesById(SHELL_RULES),
  },
];
