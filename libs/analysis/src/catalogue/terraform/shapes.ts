import { type Condition, type TerraformRule, all, is, isnt, matches } from './rule';

/** A rule about taste or money, which a well-kept module may break. */
export const TASTE = { severity: 'info', optional: true } as const;

/** The name of a variable or setting that holds a secret. */
export const SECRET_NAME = /^(?:.*[_:.-])?(?:password|passwd|secret|secret_?key|api_?key|access_?key|token|private_?key|client_?secret)$/i;

/** The description of a port says that everybody may reach it, so that its author knows it: `SSH access from the world`. */
export const SAID_TO_BE_OPEN = matches('description', /\b(?:from|to|for) (?:the |all of the )?(?:whole |entire |public )?(?:world|internet|anywhere|everywhere|everybody|everyone)\b/i);

/** The folder that a call of a module names and the target does not have. */
export const MISSING_FOLDER = 'folder that is not there';

/** Terraform itself signs in over SSH when it makes the machines of the module, from wherever somebody runs it. */
export const MODULE_SIGNS_IN = 'module that signs in over SSH';
export const NEEDED_BY_MODULE = is(MODULE_SIGNS_IN, true);

/** A rule about a setting that is off unless it is turned on. */
export const wanted = (id: string, on: string | readonly string[], title: string, cwe: string, why: string, head: string, path: string, more: { readonly aliases?: readonly string[]; readonly benchmark?: string; readonly unless?: Condition; readonly severity?: 'low' } = {}): TerraformRule => {
  const off = [path, ...(more.aliases ?? [])].map((each) => isnt(each, true));
  return {
    id,
    on,
    ...TASTE,
    ...(more.severity !== undefined && { severity: more.severity }),
    cwe,
    title,
    ...(more.benchmark !== undefined && { benchmark: more.benchmark }),
    why,
    fix: `Set \`${path} = true\`.`,
    breaks: all(...off, ...(more.unless === undefined ? [] : [more.unless])),
    bad: head,
    good: `${head}\n${nested(path, 'true')}`,
  };
};

/** Writes a setting within its nested blocks. */
export function nested(path: string, value: string): string {
  const [first = '', ...rest] = path.split('.');
  return rest.length === 0 ? `${first} = ${value}` : `${first} {\n${nested(rest.join('.'), value).replace(/^/gm, '  ')}\n}`;
}
