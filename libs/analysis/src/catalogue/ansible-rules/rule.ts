import { type Condition, any, matches } from '../infrastructure/condition';
import type { InfrastructureRule } from '../infrastructure/rule';

/** What rules are about, beside modules by their short names: any task, a play, variables, ansible.cfg, a requirement. */
export const TASK = 'Task';
export const PLAY = 'Play';
export const VARIABLES = 'Variables';
export const SETTINGS = 'Settings';
export const REQUIREMENT = 'Requirement';

/** Modules that run what they are given. */
export const COMMANDS: readonly string[] = ['command', 'shell', 'raw', 'script', 'expect', 'win_command', 'win_shell'];
export const FILES: readonly string[] = ['file', 'copy', 'template', 'get_url', 'unarchive', 'lineinfile', 'blockinfile', 'replace', 'assemble', 'ini_file', 'archive', 'xml', 'tempfile'];
export const WRITERS: readonly string[] = ['lineinfile', 'copy', 'blockinfile', 'replace'];

/** What a module that writes a text writes: `line`, `content`, `block` or `replace`. */
export const writes = (pattern: RegExp): Condition => any(...['line', 'content', 'block', 'replace'].map((name) => matches(name, pattern)));
/** What a command runs. */
export const runs = (pattern: RegExp): Condition => matches('free', pattern);
/** Over a network that others listen to: not this machine, nor a private address. */
export const PLAIN_HTTP = /^(?:http|ftp):\/\/(?!(?:localhost|127\.|0\.0\.0\.0|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.|\[|[\w-]+(?::\d+)?(?:\/|$)|[\w.-]+\.(?:local|internal|test|example|lan|localdomain|consul)(?:[:/]|$)))[\w.-]+\.[a-z]/i;

/** An example as a whole file of tasks. A text that is a file already stays as it is. */
export function exampleText(rule: InfrastructureRule, side: 'bad' | 'good'): string {
  const text = rule[side];
  const on = typeof rule.on === 'string' ? rule.on : rule.on[0]!;
  if (on === SETTINGS || on === REQUIREMENT || on === VARIABLES || /^(?:- |---)/.test(text)) return `${text}\n`;
  return `- name: Example\n  ${text.replaceAll('\n', '\n  ')}\n`;
}

const FILES_BY_TYPE: Readonly<Record<string, string>> = { [SETTINGS]: 'ansible.cfg', [REQUIREMENT]: 'requirements.yml', [VARIABLES]: 'group_vars/all.yml' };
export const exampleFile = ({ on }: InfrastructureRule): string => FILES_BY_TYPE[typeof on === 'string' ? on : on[0]!] ?? 'tasks/main.yml';
