import { all, any, isnt, matches, secrets } from '../infrastructure/condition';
import { type InfrastructureRule, type Words, rule } from '../infrastructure/rule';
import { COMMANDS, PLAY, TASK, VARIABLES, WRITERS, runs } from './rule';

/** Parameters of modules that take a secret. */
const PARAMETER =
  /^(?:(?:login|admin|root|url|db|database|user|client|bind|smtp|proxy|api|auth|access|session|security|become|repl|keystore|truststore|registry|master|service|account|vault|consul|bot|webhook|domain_admin|safe_mode)_)?(?:password|passwd|passphrase|token|secret|api_?key|secret_key|secret_access_key|access_key_secret|private_key_content|bind_?pw)$/;
/** The variables that hold the passwords by which Ansible logs in and becomes another user. */
const LOGIN = /^ansible_(?:ssh_|become_|sudo_|su_|httpapi_|winrm_)?pass(?:word)?$|^ansible_(?:enable|connection)_password$/;

/** A condition such as `no_log: "{{ not verbose }}"` leaves the choice to the user who runs the playbook. */
const shown = isnt('task.no_log', true, 'yes', 'on');
const HANDLED: Words = ['Secret that a task shows when it fails', 'What a task ran, and what it changed, stands in the log of each failed or verbose run.', 'Add `no_log: true`.'];
/** The task shows a variable whose name is that of a secret. */
const uses = matches('shows', /./);

/** Rules about where secrets are written and where they are shown. */
export const secretRules: readonly InfrastructureRule[] = [
  rule('secret-in-task', TASK, 'high', 'CWE-798', ['Secret written in a task', 'Everybody who reads the repository reads it.', 'Keep it in a file of ansible-vault, or look it up.'], secrets('parameters', PARAMETER), [
    'community.mysql.mysql_user:\n  name: app\n  password: kRt7-example-pw',
    'community.mysql.mysql_user:\n  name: app\n  password: "{{ vault_app_password }}"',
  ]),
  rule('login-password-written', [VARIABLES, PLAY, TASK], 'high', 'CWE-798', ['Password of hosts in a file', 'Everybody who reads the repository can log in, or become root.', 'Log in with keys, and keep passwords in a file of ansible-vault.'], any(secrets('vars', LOGIN), secrets('own', LOGIN)), [
    'ansible_user: deploy\nansible_become_password: kRt7-example-pw',
    'ansible_user: deploy\nansible_become_password: "{{ vault_become_password }}"',
  ]),
  rule(
    'secret-in-task-command',
    COMMANDS,
    'high',
    'CWE-798',
    ['Secret written in a command', 'It stands in the repository, in logs, and in the list of processes.', 'Take it from a file of ansible-vault, and hand it over in `environment` or `stdin`.'],
    runs(
      /(?:^|\s)--?(?![\w-]*cluster[-_]token)(?:[\w-]+[-_.])?(?:password|passwd|passphrase|secret|token|api[-_]?key)[= ](?!["']?(?:\$|<|\{|\/|https?:|-|(?:true|false|yes|no|none|null|changeme|secret|password|token|file|env|stdin)\b|["']|$))["']?[^\s"'$]{6,}|\b(?:sshpass\s+-p\s*|mysql(?:admin|dump)?\s[^|;&\n]*-p(?=\S))(?!["']?[${<])["']?[^\s"'$]{6,}|\becho\s+["']?(?![$"'{])[^\s"'|]{6,}["']?\s*\|\s*(?:sudo\s+-S|passwd\s+--stdin)/i,
    ),
    ['ansible.builtin.shell: app login --user admin --password=kRt7-example-pw', 'ansible.builtin.shell: app login --user admin --password-stdin\nargs:\n  stdin: "{{ vault_app_password }}"\nno_log: true'],
  ),
  rule('no-log-missing-command', COMMANDS, 'low', 'CWE-532', HANDLED, all(uses, shown), ['ansible.builtin.command: app login --password {{ app_password }}', 'ansible.builtin.command: app login --password {{ app_password }}\nno_log: true']),
  rule('no-log-missing-file', WRITERS, 'low', 'CWE-532', HANDLED, all(uses, shown), ['ansible.builtin.copy:\n  content: "password={{ db_password }}"\n  dest: /etc/app.conf\n  mode: "0600"', 'ansible.builtin.copy:\n  content: "password={{ db_password }}"\n  dest: /etc/app.conf\n  mode: "0600"\nno_log: true']),
  rule('no-log-missing-request', ['uri', 'win_uri'], 'low', 'CWE-532', HANDLED, all(uses, shown), [
    'ansible.builtin.uri:\n  url: https://api.example.com/\n  headers:\n    Authorization: Bearer {{ api_token }}',
    'ansible.builtin.uri:\n  url: https://api.example.com/\n  headers:\n    Authorization: Bearer {{ api_token }}\nno_log: true',
  ]),
  rule('secret-printed-by-task', 'debug', 'medium', 'CWE-532', ['Secret written to the log', 'Whoever reads the output of the run, or of the build server, reads it.', 'Do not print it.'], all(uses, shown), [
    'ansible.builtin.debug:\n  msg: "The password is {{ admin_password }}"',
    'ansible.builtin.debug:\n  msg: "The user is {{ admin_user }}"',
  ]),
];
