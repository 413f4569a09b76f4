import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';

/** For code that does not say: the oldest release line that is still maintained. */
const MAINTAINED = '>=22.0.0';

/** The range of Node versions that a file's package says it runs on: `engines.node` of the nearest package.json in the tree. */
export function declaredNodeVersions(root: string): (staged: string) => string {
  const byFolder = new Map<string, string>();
  const ofFolder = (folder: string): string => {
    const known = byFolder.get(folder);
    if (known !== undefined) return known;
    const range = enginesNode(join(root, folder, 'package.json')) ?? (folder === '.' ? MAINTAINED : ofFolder(dirname(folder)));
    byFolder.set(folder, range);
    return range;
  };
  return (staged) => ofFolder(dirname(staged));
}

function enginesNode(manifest: string): string | undefined {
  let text: string;
  try {
    text = readFileSync(manifest, 'utf8');
  } catch (error) {
    if (['ENOENT', 'EISDIR', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
  try {
    const { engines } = (JSON.parse(text) ?? {}) as { engines?: { node?: unknown } };
    return typeof engines?.node === 'string' && engines.node.trim() !== '' ? engines.node : undefined; // what is no range, eslint-plugin-n takes for >=16
  } catch (error) {
    if (error instanceof SyntaxError) return undefined; // json-lint says so
    throw error;
  }
}
