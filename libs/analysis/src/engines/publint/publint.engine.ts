import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Message, PackFile } from 'publint';
import type { Engine } from '../engine';
import { installedVersion } from '../kit/installed-version';
import { type Problem, judgeEachText } from '../kit/per-file';
import { type NpmPackage, packageReader } from '../kit/packages/published-packages';
import { lineOfPath } from '../kit/positioned-json';

/** The package's folder for publint. It is not a path of this machine. */
const FOLDER = '/package';

export const engine: Engine = {
  async run(pass, report) {
    const { publint } = await import('publint');
    const { formatMessage } = await import('publint/utils');
    report.engine('publint', installedVersion('publint'));
    const packageOf = packageReader(pass);
    await judgeEachText(pass, report, async ({ file, text }): Promise<Problem[]> => {
      const published = packageOf(file.staged, text);
      if (!published) return [];
      // With the given files, publint neither asks a package manager nor reads a folder.
      const { messages, pkg } = await publint({
        pkgDir: FOLDER,
        pack: { files: packFiles(published, pass.root, text) },
      });
      return messages
        .filter((message) => follows(message, published, pkg))
        .map((message) => ({
          rule: message.code,
          line: lineOfPath(published.json, message.path),
          message: formatMessage(message, pkg, { color: false }) ?? message.code,
          ...(message.type === 'suggestion' && { severity: 'info' as const }),
        }));
    });
  },
};

/** The files are read when publint needs their content. For most, it only checks that they exist. */
const packFiles = ({ files }: NpmPackage, root: string, manifest: string): PackFile[] =>
  [...files].map(([name, { staged }]) => ({
    name: `${FOLDER}/${name}`,
    get data() {
      // publint ignores a file with @flow in a comment.
      return name === 'package.json' ? manifest : readFileSync(join(root, staged), 'utf8').replaceAll('@flow', '@xxxx');
    },
  }));

/** Messages about files. A source tree has other files than the package that is made from it. */
const ABOUT_ALL_FILES = new Set<Message['code']>([
  'FILE_INVALID_FORMAT',
  'FILE_INVALID_EXPLICIT_FORMAT',
  'FILE_INVALID_JSX_EXTENSION',
  'NESTED_PACKAGE_JSON_FIELD_IGNORED',
]);

/** Whether a message of publint is justified by the files that it was given. */
function follows({ code, path }: Message, published: NpmPackage, manifest: Record<string, unknown>): boolean {
  const { state, files, isLeftOut } = published;
  switch (code) {
    case 'FILE_DOES_NOT_EXIST': {
      const named = valueAt(manifest, path);
      return state !== 'to-be-built' && !(typeof named === 'string' && isLeftOut(named.replace(/^\.?\//, '')));
    }
    case 'EXPORTS_GLOB_NO_MATCHED_FILES':
      return state !== 'to-be-built';
    case 'USE_FILES':
      return state === 'published' || !files.has('.npmignore');
    default:
      return state === 'published' || !(path[0] === 'name' && ABOUT_ALL_FILES.has(code));
  }
}

const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce(
    (at: unknown, key) =>
      typeof at === 'object' && at !== null && Object.hasOwn(at, key)
        ? (at as Record<string, unknown>)[key]
        : undefined,
    value,
  );
