import type { RawFinding } from '../../engine';
import { type ManifestFile, isTrue, lockedPackages } from './manifest-files';
import { memberOf, membersOf, stringOf } from '../positioned-json';

/**
 * Scripts that npm runs in an installed package. It runs the others only in one's own project or a package from git.
 */
const INSTALLED = new Set(['preinstall', 'install', 'postinstall']);
const LIFECYCLE = new Set(['preinstall', 'install', 'postinstall', 'prepare', 'preprepare', 'postprepare']);

/** A download as the content of a command: `sh -c "$(wget …)"`, `bash <(curl …)`, `eval "$(curl …)"`. */
const SUBSTITUTED = [
  /\b(ba|z|da)?sh\b\s+(-c\s+)?["']?(\$\(|<\(|`)\s*(curl|wget)\b/,
  /\beval\b\s+["']?(\$\(|`)\s*(curl|wget)\b/,
];
const DOWNLOAD = /\b(curl|wget)\b/;
/** The beginning of a command that runs its input. */
const INTERPRETER = /^\s*(sudo\s+)?((env\s+)?(ba|z|da|k)?sh|node|python3?|perl|ruby)\b/;

/** One after the other in a line: `node -e "fetch(…)"` with eval, PowerShell's `iwr … | iex`. */
const FETCHED_AND_RUN = [
  [/\bnode\b\s+(-e|--eval)\b/g, /\b(https?|fetch)\b/g, /\b(eval|Function)\b/g],
  [/\b(iwr|irm|Invoke-WebRequest|Invoke-RestMethod)\b/gi, /\|\s*(iex|Invoke-Expression)\b/gi],
];
const FETCHED = [/\b(curl|wget)\b/g, /https?:\/\//g];
const ADDRESS = /\bhttps?:\/\//;
const PROGRAM = /\S\.(sh|py|exe|ps1)\b/;

/** Judges the scripts of a published package that run when it is installed. */
export function ownInstallScriptFindings(manifest: ManifestFile): RawFinding[] {
  return membersOf(memberOf(manifest.json, 'scripts')).flatMap(([name, script]) =>
    INSTALLED.has(name)
      ? [
          {
            rule: judgeScript(stringOf(script) ?? '') ?? 'dependency-runs-script',
            file: manifest.file,
            line: script.line,
            message: `“${name}” runs wherever the package is installed`,
          },
        ]
      : [],
  );
}

export function installScriptFindings(
  manifests: readonly ManifestFile[],
  locks: readonly ManifestFile[],
): RawFinding[] {
  return [
    ...manifests.flatMap(({ file, json }) =>
      membersOf(memberOf(json, 'scripts')).flatMap(([name, script]) => {
        const rule = LIFECYCLE.has(name) ? judgeScript(stringOf(script) ?? '') : undefined;
        return rule === undefined
          ? []
          : [
              {
                rule,
                file,
                line: script.line,
                message:
                  `“${name}” ` +
                  `${rule === 'fetches-and-runs' ? 'fetches a program and runs it' : 'fetches a file'} ` +
                  'whenever the project is installed',
              },
            ];
      }),
    ),
    ...locks.flatMap((lock) =>
      lockedPackages(lock)
        .filter(({ entry }) => isTrue(memberOf(entry, 'hasInstallScript')))
        .map(({ name, line, entry }) => {
          const version = stringOf(memberOf(entry, 'version')) ?? '';
          const message = `${name} ${version} runs a script of its own when it is installed`;
          return { rule: 'dependency-runs-script', file: lock.file, line, message: message.replace('  ', ' ') };
        }),
    ),
  ];
}

export function judgeScript(script: string): 'fetches-and-runs' | 'fetches-file' | undefined {
  const lines = script.split('\n');
  if (
    SUBSTITUTED.some((pattern) => pattern.test(script)) ||
    pipesDownload(script) ||
    lines.some((line) => FETCHED_AND_RUN.some((patterns) => hasInTurn(line, patterns)))
  )
    return 'fetches-and-runs';
  return lines.some((line) => hasInTurn(line, FETCHED) || line.split(/\s/).some(isAddressOfProgram))
    ? 'fetches-file'
    : undefined;
}

/** `curl … | sh` */
function pipesDownload(script: string): boolean {
  const commands = script.split(/(?=[|;&])/);
  return commands.some((command, index) => {
    const next = commands[index + 1];
    return next?.startsWith('|') === true && INTERPRETER.test(next.slice(1)) && DOWNLOAD.test(command);
  });
}

/** Whether each pattern matches behind the match of the one before. One pattern with `.*` between takes the square. */
function hasInTurn(text: string, patterns: readonly RegExp[]): boolean {
  let end = 0;
  return patterns.every((pattern) => {
    pattern.lastIndex = end;
    const found = pattern.exec(text);
    if (found !== null) end = pattern.lastIndex;
    return found !== null;
  });
}

function isAddressOfProgram(word: string): boolean {
  const start = word.search(ADDRESS);
  return start >= 0 && PROGRAM.test(word.slice(word.indexOf('//', start) + 2));
}
