/** A role by its folder. Ansible also takes one that lies deeper. */
const IN_ROLE = /(?:^|\/)roles\/(?:[^/]+\/)*?([^/]+)\/(?:defaults|files|handlers|meta|tasks|templates|vars)\//;

/** `role: web`, `include_role:` with `name: web` in one of its lines, and the path of a role. */
const BY_KEY = /\brole["']?[ \t]*:[ \t]*["']?([\w./-]+)/g;
const BY_TASK = /\b(?:include|import)_role["']?[ \t]*:[^\n]{0,500}(?:\n[ \t]+[^\n]{0,500}){0,4}/g;
const NAME = /\bname["']?[ \t]*[:=][ \t]*["']?([\w./-]+)/g;
const BY_PATH = /\broles\/([\w.-]+)/g;
const BY_TASKS = /(?<![\w.-])([\w.-]{1,100})\/(?:tasks|handlers)\/[\w.-]{1,100}\.ya?ml\b/g;
/** Lists of roles: those of a play, and those that a role needs. They end at the next key beside theirs. */
const LIST = new RegExp(
  String.raw`^([ \t]*)(?:-[ \t]+)?(?:roles|dependencies)[ \t]*:[ \t]*` +
    String.raw`(?:\[[^\]\n]{0,500}\]|\n(?:\1[ \t]*-[^\n]*(?:\n|$)|\1[ \t]+[^\n]*(?:\n|$)|\n)*)`,
  'gm',
);
const ITEM = /^[ \t]*-[ \t]*\{?[ \t]*(?:["']?(?:role|name)["']?[ \t]*:[ \t]*)?["']?([\w./-]+)/gm;
const INLINE = /[[,][ \t]*["']?([\w./-]+)/g;

/** A role that a variable chooses: nobody knows which one runs. */
const CHOSEN = new RegExp(
  String.raw`\brole["']?[ \t]*:[ \t]*["']?[\w./-]{0,200}\{\{|` +
    String.raw`\b(?:include|import)_role["']?[ \t]*:[^\n]{0,200}(?:\n[ \t]+[^\n]{0,200}){0,3}` +
    String.raw`\bname["']?[ \t]*[:=][^\n]{0,100}\{\{`,
);
const CHOSEN_ITEM = /^[ \t]*-[ \t]*["']?[\w./-]{0,200}\{\{/m;

const firstOf = (pattern: RegExp, text: string): string[] => [...text.matchAll(pattern)].map(([, name]) => name!);

/** `acme.web.proxy` is the role `proxy` of a collection, `web/proxy` that of a folder. */
const forms = (name: string): string[] => [name, name.replace(/^.*[./]/, '')];

function rolesNamedIn(text: string): { readonly names: string[]; readonly isAnyChosen: boolean } {
  const lists = text.match(LIST) ?? [];
  const tasks = text.match(BY_TASK) ?? [];
  const names = [
    ...firstOf(BY_KEY, text),
    ...tasks.flatMap((task) => firstOf(NAME, task)),
    ...firstOf(BY_PATH, text),
    ...firstOf(BY_TASKS, text),
    ...lists.flatMap((list) => [...firstOf(ITEM, list), ...firstOf(INLINE, list)]),
  ];
  return {
    names: names.flatMap(forms),
    isAnyChosen: CHOSEN.test(text) || lists.some((list) => CHOSEN_ITEM.test(list)),
  };
}

/**
 * Tells of a file whether it belongs to a role that nothing of the target names. Where most roles are named by nothing,
 * they are there for others, and none is unused.
 * @param textOf undefined for what is no text
 */
export function unusedRolesAmong(
  files: readonly string[],
  textOf: (path: string) => string | undefined,
): (path: string) => boolean {
  const roleOf = (path: string): string | undefined => IN_ROLE.exec(path)?.[1];
  const roles = new Set(files.flatMap((file) => roleOf(file) ?? []));
  const named = new Set<string>();
  let isAnyChosen = false;
  for (const file of files) {
    const found = rolesNamedIn((textOf(file) ?? '').replace(/(?:^|[ \t])#.*$/gm, ''));
    const own = roleOf(file);
    for (const name of found.names) if (name !== own) named.add(name);
    isAnyChosen ||= found.isAnyChosen;
  }
  const used = [...roles].filter((role) => named.has(role)).length;
  const isKnown = !isAnyChosen && used * 2 >= roles.size;
  return (path) => {
    const role = roleOf(path);
    return isKnown && role !== undefined && !named.has(role);
  };
}
