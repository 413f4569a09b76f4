import { SOURCE_TARGETS, type ToolDefinition } from './tool';

const WORKFLOWS: readonly string[] = ['.github/workflows/*.{yml,yaml}', '**/.github/workflows/*.{yml,yaml}'];

const githubActionsLint: ToolDefinition = {
  id: 'github-actions-lint',
  name: 'GitHub Actions workflows',
  description: 'Workflows that GitHub refuses or that do something else than meant: unknown events and keys, wrong expressions, missing jobs and steps, invalid inputs.',
  category: 'quality',
  billing: 'quality',
  engine: 'actionlint',
  targets: SOURCE_TARGETS,
  files: WORKFLOWS,
  advice: 'Correct the workflow: GitHub reports such a mistake when it runs, often long after.',
  rules: {
    action: { severity: 'medium', title: 'Action used wrongly', fix: 'Check the action’s reference and the inputs that it takes.' },
    credentials: { severity: 'high', title: 'Password in the workflow', cwe: 'CWE-798', fix: 'Move it to a secret and use `${{ secrets.NAME }}`.' },
    'deprecated-commands': { severity: 'medium', title: 'Deprecated workflow command', fix: 'Write to `$GITHUB_OUTPUT`, `$GITHUB_STATE` or `$GITHUB_ENV` instead.' },
    'env-var': { severity: 'medium', title: 'Invalid name of an environment variable' },
    events: { severity: 'high', title: 'Invalid trigger', fix: 'Name an event that GitHub has; the workflow never runs otherwise.' },
    expression: { severity: 'medium', title: 'Mistake in an expression', fix: 'Correct the name or the expression: GitHub takes a field that is not there for an empty text, and refuses what it cannot read.' },
    glob: { severity: 'medium', title: 'Invalid pattern in a filter' },
    id: { severity: 'medium', title: 'Id that is invalid or used twice', weakness: 'duplicate-key' },
    'job-needs': { severity: 'high', title: 'Job that waits for one that does not exist, or for itself' },
    matrix: { severity: 'medium', title: 'Mistake in a matrix' },
    permissions: { severity: 'medium', title: 'Invalid permissions' },
    'shell-name': { severity: 'medium', title: 'Unknown shell' },
    'syntax-check': { severity: 'high', title: 'Not a valid workflow' },
    'workflow-call': { severity: 'medium', title: 'Reusable workflow called wrongly' },
  },
};

export const actionlintTools: readonly ToolDefinition[] = [githubActionsLint];

const githubActionsSecurity: ToolDefinition = {
  id: 'github-actions-security',
  name: 'GitHub Actions security',
  description: 'Workflows that a stranger’s pull request, issue or action can take over: script injection, untrusted checkouts, poisoned artifacts, unpinned and vulnerable actions, wide tokens, leaked secrets, conditions that always hold.',
  category: 'security',
  billing: 'security',
  engine: 'workflow-security',
  targets: SOURCE_TARGETS,
  files: WORKFLOWS,
  advice: 'Give the workflow the least that it needs, and treat everything that others can write as data.',
  rules: {
    'script-injection': { severity: 'high', title: 'Text that others write goes into a script', cwe: 'CWE-94', weakness: 'script-injection', fix: 'Pass it through an environment variable and quote that: `env: TITLE: ${{ … }}`, then `"$TITLE"`.' },
    'untrusted-checkout': { severity: 'critical', title: 'Code of a pull request checked out with the repository’s token', cwe: 'CWE-829', fix: 'Use the `pull_request` event, or check the code out without running anything of it.' },
    'unpinned-action': { severity: 'medium', title: 'Action of others that is not pinned to a commit', cwe: 'CWE-829', fix: 'Pin it to the full commit hash, and an image to its digest; whoever owns the tag or branch can change what runs here.' },
    'write-all-permissions': { severity: 'medium', title: 'Token that may write everything', cwe: 'CWE-250', fix: 'List the permissions that the job needs.' },
    'default-permissions': { severity: 'info', title: 'Token with the repository’s default permissions', cwe: 'CWE-250', fix: 'Begin with `permissions: contents: read` and add what a job needs.' },
    'secret-printed': { severity: 'high', title: 'Secret written to the log', cwe: 'CWE-532', fix: 'Do not print it: masking misses a secret that is encoded or cut.' },
    'all-secrets-exposed': { severity: 'high', title: 'All secrets handed on', cwe: 'CWE-200', fix: 'Name the secrets that are needed.' },
    'download-piped-to-shell': { severity: 'low', title: 'Download run as a script', cwe: 'CWE-494', weakness: 'download-piped-to-shell', fix: 'Download a fixed version, check its hash, then run it.' },
    'hardcoded-credentials': { severity: 'high', title: 'Password in the workflow', cwe: 'CWE-798', fix: 'Move it to a secret and use `${{ secrets.NAME }}`.' },
    'unsafe-commands': { severity: 'high', title: 'Unsafe workflow commands allowed', cwe: 'CWE-77', fix: 'Remove ACTIONS_ALLOW_UNSECURE_COMMANDS: anything that is printed can set the environment.' },
    'event-in-script': { severity: 'medium', title: 'Event with texts of others put into a script', cwe: 'CWE-94', weakness: 'script-injection', fix: 'Read the file that `$GITHUB_EVENT_PATH` names.' },
    'output-in-script': { severity: 'low', title: 'Names that others chose put into a script', cwe: 'CWE-94', weakness: 'script-injection', fix: 'Pass the output through an environment variable and quote that: `"$FILES"`.' },
    'environment-injection': { severity: 'high', title: 'Text of others becomes variables of later steps', cwe: 'CWE-94', fix: 'Write it as an output, and quote it where it is used.' },
    'untrusted-code-by-command': { severity: 'high', title: 'Code of a pull request checked out by a command, with the repository’s token', cwe: 'CWE-829', fix: 'Use the `pull_request` event, or let only people with rights start the job and check out the commit that they saw.' },
    'spoofable-actor': { severity: 'medium', title: 'Bot known by who pushed last', cwe: 'CWE-287', fix: 'Ask for `github.event.pull_request.user.login`, and for the repository of the branch.' },
    'artifact-in-environment': { severity: 'high', title: 'Artifact of others becomes variables of later steps', cwe: 'CWE-94', fix: 'Read the file, check its form, and hand it over as an output.' },
    'artifact-poisoning': { severity: 'medium', title: 'Artifact of others unpacked among files that are run', cwe: 'CWE-829', fix: 'Unpack it into a folder of its own, such as `${{ runner.temp }}/artifact`.' },
    'vulnerable-action': { severity: 'high', title: 'Action with a known hole', cwe: 'CWE-1395', fix: 'Update it to a version that has the hole mended.' },
    'ambiguous-commit': { severity: 'low', title: 'Action named by a commit that may be of a fork', cwe: 'CWE-829', fix: 'Name the whole hash of a commit of the action’s own branch.' },
    'cache-in-release': { severity: 'info', title: 'Release built with a cache of other runs', cwe: 'CWE-829', fix: 'Build releases without caches: whoever runs code on the default branch can write them.' },
    'tls-checks-off': { severity: 'medium', title: 'Checks of certificates turned off', cwe: 'CWE-295', fix: 'Give the command the certificate of the authority.' },
    'open-shell': { severity: 'low', title: 'Shell in a job for whoever reads the log', cwe: 'CWE-306', fix: 'Set `limit-access-to-actor: true`.' },
    'part-of-secret': { severity: 'low', title: 'Part of a secret, which is not masked', cwe: 'CWE-532', fix: 'Store each part as a secret of its own.' },
    'secret-by-computed-name': { severity: 'low', title: 'Every secret given to a job', cwe: 'CWE-200', fix: 'Name the secret.' },
    'token-in-artifact': { severity: 'high', title: 'Token of the job in an artifact', cwe: 'CWE-522', fix: 'Set `persist-credentials: false` at the checkout, or upload the files that are needed.' },
    'unpinned-container': { severity: 'info', title: 'Image without a fixed version', cwe: 'CWE-1357', weakness: 'unpinned-image', fix: 'Name a version, better a digest.' },
    'condition-always-true': { severity: 'medium', title: 'Condition that always holds', cwe: 'CWE-670', fix: 'Put the whole condition into one `${{ }}`, or leave the marks out; write `if: >-` for several lines.' },
    'condition-by-part-of-name': { severity: 'low', title: 'Condition that parts of a name fulfil', cwe: 'CWE-670', fix: 'Compare with `==`, or look in a list: `contains(fromJSON(\'["main"]\'), github.ref_name)`.' },
    'write-for-all-jobs': { severity: 'info', title: 'Rights to write for every job', cwe: 'CWE-250', fix: 'Give them to the job that needs them.' },
    'self-hosted-runner': { severity: 'medium', title: 'Pull requests run on a machine of your own', cwe: 'CWE-653', fix: 'Run pull requests on GitHub’s runners, or on machines that are thrown away after each job.' },
  },
};

export const workflowSecurityTools: readonly ToolDefinition[] = [githubActionsSecurity];
