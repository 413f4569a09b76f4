import { type Condition, any, matches } from '../infrastructure/condition';
import type { InfrastructureRule } from '../infrastructure/rule';

/**
 * Subjects of rules besides modules, which have their short names: any task, a play, variables, ansible.cfg, a
 * requirement.
 */
export const TASK = 'Task';
export const PLAY = 'Play';
export const VARIABLES = 'Variables';
export const SETTINGS = 'Settings';
export const REQUIREMENT = 'Requirement';

/** The file that a task names and that is not there. */
export const MISSING_FILE = 'file that is not there';
/** The handlers that a task notifies and that nothing has. */
export const MISSING_HANDLER = 'handler that is not there';
/** The keywords of tasks among the arguments of a module. */
export const MISPLACED = 'keyword among the arguments';

/** Modules that run the command they get. */
export const COMMANDS: readonly string[] = ['command', 'shell', 'raw', 'script', 'expect', 'win_command', 'win_shell'];
export const FILES: readonly string[] = ['file', 'copy', 'template', 'get_url', 'unarchive', 'lineinfile', 'blockinfile', 'replace', 'assemble', 'ini_file', 'archive', 'xml', 'tempfile'];
export const WRITERS: readonly string[] = ['lineinfile', 'copy', 'blockinfile', 'replace'];

/** The text that a module writes (`line`, `content`, `block` or `replace`) matches. */
export const writes = (pattern: RegExp): Condition => any(...['line', 'content', 'block', 'replace'].map((name) => matches(name, pattern)));
/** The command that a module runs matches. */
export const runs = (pattern: RegExp): Condition => matches('free', pattern);
/** An unencrypted address outside this machine and private networks. */
export const PLAIN_HTTP = /^(?:http|ftp):\/\/(?!(?:localhost|127\.|0\.0\.0\.0|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.|\[|[\w-]+(?::\d+)?(?:\/|$)|[\w.-]+\.(?:local|internal|test|example|lan|localdomain|consul)(?:[:/]|$)))[\w.-]+\.[a-z]/i;

/** An example as a whole file of tasks. A text that is already a whole file stays as it is. */
export function exampleText(rule: InfrastructureRule, side: 'bad' | 'good'): string {
  const text = rule[side];
  const on = typeof rule.on === 'string' ? rule.on : rule.on[0]!;
  if (on === SETTINGS || on === REQUIREMENT || on === VARIABLES || /^(?:- |---)/.test(text)) return `${text}\n`;
  return `- name: Example\n  ${text.replaceAll('\n', '\n  ')}\n`;
}

const FILES_BY_TYPE: Readonly<Record<string, string>> = { [SETTINGS]: 'ansible.cfg', [REQUIREMENT]: 'requirements.yml', [VARIABLES]: 'group_vars/all.yml' };
export const exampleFile = ({ on }: InfrastructureRule): string => FILES_BY_TYPE[typeof on === 'string' ? on : on[0]!] ?? 'tasks/main.yml';
