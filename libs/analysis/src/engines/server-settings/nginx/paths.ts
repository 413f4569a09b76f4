import type { Problem } from '../../kit/per-file';
import { type Level, around, expressionOf, has, isLocation, named, prefixOf } from './levels';

/** `location /files { alias /srv/files/; }`: the path `/files../keys` leads to `/srv/keys`. */
export function aliasLeadsOut(level: Level): Problem[] {
  const { directive, own } = level;
  if (!directive || !isLocation(level) || has(level, 'internal')) return [];
  return own.flatMap(({ name, args: [folder = ''], line }): Problem[] => {
    if (name !== 'alias' || !opensParent(directive.args, folder) || showsParent(level, folder)) return [];
    const path = prefixOf(directive) ?? '';
    const shown = path === '' ? directive.args.join(' ') : `${path}../`;
    const message = path === '' ? `${shown} lets a path leave ${folder}` : `${shown} leads to the parent of ${folder}`;
    return [{ rule: 'alias-leads-out', line, message }];
  });
}

/** Names of a folder that a web server shows as a whole. */
const SHOWN = /^(?:public|html|htdocs|wwwroot|public_html|webroot)$/;

/** Whether the parent of a folder is shown anyway: it lies in the root of the pages, or is called like one. */
function showsParent(level: Level, folder: string): boolean {
  const parent = folder.replace(/[^/]*\/$/, '');
  if (SHOWN.test(parent.split('/').at(-2) ?? '')) return true;
  const roots = around(level).flatMap((each) => named(each, 'root').flatMap(({ args: [root] }) => root ?? []));
  return roots.slice(0, 1).some((root) => parent.startsWith(`${root.replace(/\/$/, '')}/`));
}

/** An expression that takes anything right behind a name: `^/files(.*)`. */
const ANYTHING_BEHIND_NAME = /^\^?\/?[\w/.-]*[\w-]\(\.[*+]\)\$?$/;

function opensParent(args: readonly string[], folder: string): boolean {
  const prefix = prefixOf({ name: 'location', args, line: 0 });
  if (prefix !== undefined) return /[^/]$/.test(prefix) && folder.endsWith('/');
  const expression = expressionOf({ name: 'location', args, line: 0 });
  return expression !== undefined && ANYTHING_BEHIND_NAME.test(expression) && /\/\$(?:1|\{1\})$/.test(folder);
}

/** The path without its encoding: `%0d%0a` is a line break in it. */
const DECODED = /\$\{?(?:uri|document_uri)\b/;
const REDIRECT = /^30[12378]$/;

/** The path goes decoded into a header, so a line break in it begins another one. */
export function lineBreakInAnswer(level: Level): Problem[] {
  // The path of an exact location is no choice.
  if (around(level).some(({ directive }) => directive?.name === 'location' && directive.args[0] === '=')) return [];
  return level.own.flatMap(({ name, args, line }): Problem[] => {
    if (!namesDecoded(name, args)) return [];
    const message = `${name} puts the decoded path into a header, and a line break in it begins another header`;
    return [{ rule: 'line-break-in-answer', line, message }];
  });
}

function namesDecoded(name: string, args: readonly string[]): boolean {
  const [first = '', second = ''] = args;
  if (name === 'return') return REDIRECT.test(first) ? DECODED.test(second) : args.length === 1 && leads(first);
  if (name === 'rewrite')
    return DECODED.test(second) && (/^(?:redirect|permanent)$/.test(args[2] ?? '') || leads(second));
  return name === 'add_header' && DECODED.test(second);
}

const leads = (address: string): boolean => /^(?:https?|\$scheme):\/\//.test(address) && DECODED.test(address);
