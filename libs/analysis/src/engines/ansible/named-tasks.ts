import { posix } from 'node:path';

/** A name of a file that a task or a role may give: `users.yml`, and `tasks_from: users`. */
const NAMED = /(?<![\w.-])[\w.-]{1,200}\.ya?ml\b|\btasks_from:[ \t]*["']?([\w.-]+)/g;
/** A name that a variable chooses: nobody knows what it names. Nobody writes longer ones by hand. */
const CHOSEN = new RegExp(
  String.raw`(?:include|import)_tasks\b[^\n]{0,200}\{\{|` +
    String.raw`^[ \t]*-[ \t]+["']?[^\s:={]{0,200}\{\{[^}\n]{0,200}\}\}[\w.-]{0,200}\.ya?ml\b`,
  'm',
);
/** The same of a file of any role. */
const CHOSEN_OF_ANY = /tasks_from:[^\n]{0,200}\{\{/;

/** The files that a role runs by themselves. */
const BY_ITSELF = /^(?:main|install|uninstall)\.ya?ml$/;

/**
 * Tells of a file of tasks whether nothing of the target names it, outside comments: it is left over, and never runs.
 * @param textOf undefined for what is no text
 */
export function leftOverAmong(
  files: readonly string[],
  textOf: (path: string) => string | undefined,
): (path: string) => boolean {
  const named = new Set<string>();
  const choosing = new Set<string | undefined>();
  for (const file of files) {
    const text = (textOf(file) ?? '').replace(/^[ \t]*#.*$/gm, '');
    for (const [name, stem] of text.matchAll(NAMED)) named.add(stem === undefined ? name : `${stem}.yml`);
    if (CHOSEN.test(text)) choosing.add(roleOf(file));
    if (CHOSEN_OF_ANY.test(text)) choosing.add(undefined);
  }
  return (path) => {
    const name = posix.basename(path);
    const isPart = /(?:^|\/)tasks\/[^/]+$/.test(path) && !BY_ITSELF.test(name);
    const isChosen = choosing.has(undefined) || choosing.has(roleOf(path));
    return isPart && !isChosen && !named.has(name.replace(/\.yaml$/, '.yml')) && !named.has(name);
  };
}

/** The folder of the role that a file belongs to: its tasks choose among its own files. Undefined for a playbook. */
const roleOf = (path: string): string | undefined => /^(.*\/|)(?:tasks|handlers)\//s.exec(path)?.[1];
