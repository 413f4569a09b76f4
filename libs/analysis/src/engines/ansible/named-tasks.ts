import { posix } from 'node:path';

/** A name of a file that a task or a role may give: `users.yml`, and `tasks_from: users`. */
const NAMED = /(?<![\w.-])[\w.-]{1,200}\.ya?ml\b|\btasks_from:[ \t]*["']?([\w.-]+)/g;
/** A name that a variable chooses: nobody knows what it names. Nobody writes longer ones by hand. */
const CHOSEN = new RegExp(
  String.raw`(?:(?:include|import)_tasks\b|tasks_from:)[^\n]{0,200}\{\{|` +
    String.raw`^[ \t]*-[ \t]+["']?[^\s:={]{0,200}\{\{[^}\n]{0,200}\}\}[\w.-]{0,200}\.ya?ml\b`,
  'm',
);

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
  let isAnyChosen = false;
  for (const file of files) {
    const text = (textOf(file) ?? '').replace(/^[ \t]*#.*$/gm, '');
    for (const [name, stem] of text.matchAll(NAMED)) named.add(stem === undefined ? name : `${stem}.yml`);
    isAnyChosen ||= CHOSEN.test(text);
  }
  return (path) => {
    const name = posix.basename(path);
    const isPart = /(?:^|\/)tasks\/[^/]+$/.test(path) && !BY_ITSELF.test(name);
    return isPart && !isAnyChosen && !named.has(name.replace(/\.yaml$/, '.yml')) && !named.has(name);
  };
}
