import type { Problem } from '../kit/per-file';
import { at, parseYaml, valueOf } from '../kit/yaml-tree';

/** A path with its holes, a permission, and the braces of anything else. Comments are matched, to be passed over. */
const PART = new RegExp(
  [
    String.raw`\/\/[^\n]*|\/\*[\s\S]*?\*\/`,
    String.raw`match\s+((?:\/(?:\{[^{}\s]*\}|[^\s{}/])+)+)\s*\{`,
    String.raw`\ballow\s+([\w\s,]+?)\s*(?::\s*if\s+([^;]*))?;`,
    '[{}]',
  ].join('|'),
  'g',
);
/** Paths that have all documents or files below them. */
const OF_EVERYTHING = /^\/(?:databases\/\{\w+\}\/documents|b\/\{\w+\}\/o)\/\{\w+=\*\*\}$/;
const MOST_PARTS = 20_000;
const DEEPEST = 40;

/** Rules of Firestore and of Firebase's storage: `match /{document=**} { allow read, write: if true; }`. */
export function faultsOfFirebase(text: string): Problem[] {
  const found: Problem[] = [];
  const open: string[] = [];
  let line = 1;
  let from = 0;
  for (const [count, match] of [...text.matchAll(PART)].entries()) {
    if (count > MOST_PARTS || open.length > DEEPEST) break;
    const [whole, path, allowed, condition] = match;
    line += text.slice(from, match.index).split('\n').length - 1;
    from = match.index;
    if (path !== undefined) open.push(path);
    else if (whole === '{') open.push('');
    else if (whole === '}') open.pop();
    else if (allowed !== undefined && (condition ?? 'true').trim() === 'true')
      found.push(...openTo(open.join(''), allowed.split(/[\s,]+/), line));
  }
  return found;
}

function openTo(path: string, allowed: readonly string[], line: number): Problem[] {
  const changes = allowed.filter((each) => /^(?:write|update|delete)$/.test(each));
  if (changes.length === 0) return [];
  const isAll = OF_EVERYTHING.test(path) && allowed.some((each) => each === 'read' || each === 'list');
  const where = path.replace(/^\/(?:databases\/\{\w+\}\/documents|b\/\{\w+\}\/o)/, '');
  const message = `Everybody may ${changes.join(' and ')} at ${where}, without an account`;
  return [{ rule: 'data-for-everybody', line, message, ...(!isAll && { severity: 'medium' as const }) }];
}

/**
 * Rules of the Realtime Database: `{ "rules": { ".write": true } }`.
 * @throws Unreadable for a file that is no JSON
 */
export function faultsOfRealtime(text: string): Problem[] {
  return parseYaml(text.replaceAll(/^\s*\/\/.*$/gm, '')).flatMap((tree): Problem[] => {
    const write = at(tree, tree.root, 'rules', '.write');
    if (String(valueOf(write)) !== 'true') return [];
    return [
      {
        rule: 'data-for-everybody',
        line: tree.lineOf(write),
        message: 'Everybody may write all data, without an account',
      },
    ];
  });
}
