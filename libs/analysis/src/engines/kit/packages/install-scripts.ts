import type { RawFinding } from '../../engine';
import { type ManifestFile, isTrue, lockedPackages } from './manifest-files';
import { memberOf, membersOf, stringOf } from '../positioned-json';

/**
 * Scripts that npm runs in an installed package. It runs the others only in one's own project or a package from git.
 */
const INSTALLED = new Set(['preinstall', 'install', 'postinstall']);
const LIFECYCLE = new Set(['preinstall', 'install', 'postinstall', 'prepare', 'preprepare', 'postprepare']);

/** `curl … | sh`, `sh -c "$(wget …)"`, `bash <(curl …)`, `node -e "fetch(…)"` with eval, PowerShell's `iex`. */
const FETCH_AND_RUN = [
  /\b(curl|wget)\b[^|;&]*\|\s*(sudo\s+)?(env\s+)?(ba|z|da|k)?sh\b/,
  /\b(curl|wget)\b[^|;&]*\|\s*(sudo\s+)?(node|python3?|perl|ruby)\b/,
  /\b(ba|z|da)?sh\b\s+(-c\s+)?["']?(\$\(|<\(|`)\s*(curl|wget)\b/,
  /\beval\b\s+["']?(\$\(|`)\s*(curl|wget)\b/,
  /\bnode\b\s+(-e|--eval)\b.*\b(https?|fetch)\b.*\b(eval|Function)\b/,
  /\b(iwr|irm|Invoke-WebRequest|Invoke-RestMethod)\b.*\|\s*(iex|Invoke-Expression)\b/i,
];
const FETCHES = /\b(curl|wget)\b.*https?:\/\/|\bhttps?:\/\/\S+\.(sh|py|exe|ps1)\b/;

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
  if (FETCH_AND_RUN.some((pattern) => pattern.test(script))) return 'fetches-and-runs';
  return FETCHES.test(script) ? 'fetches-file' : undefined;
}
