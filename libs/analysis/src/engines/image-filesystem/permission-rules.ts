import type { NotableEntry } from '@assay/target-records';
import type { RawFinding } from '../engine';

const SETUID = 0o4000;
const SETGID = 0o2000;
const STICKY = 0o1000;
const WRITABLE_BY_ALL = 0o002;
/** If a folder has more such files, they are one finding: a copied tree of thousands is one mistake. */
const LISTED_A_FOLDER = 3;

/** Programs that can run any command. With setuid, they give everybody the rights of their owner. */
const RUNS_ANYTHING = new RegExp(
  [
    String.raw`^(?:(?:ba|da|z|k|a|c|tc|fi)?sh|busybox|env|find|xargs|awk|gawk|mawk|nano|ed|vim?(?:\..*)?|`,
    String.raw`less|more|cp|mv|dd|tee|tar|chmod|chown|strace|gdb|nmap|node|php[\d.]*|perl[\d.]*|`,
    String.raw`python[\d.]*|ruby[\d.]*|lua[\d.]*|docker|systemctl|make)$`,
  ].join(''),
);

/**
 * Judges the permissions of files that a container sees.
 * @param usual paths of programs that distributions install setuid or setgid: `usr/bin/su` stands for `/bin/su` too
 */
export function permissionFindings(entries: readonly NotableEntry[], usual: ReadonlySet<string>): RawFinding[] {
  const present = entries.filter(({ removedBy }) => removedBy === undefined);
  const files = present.filter(({ kind }) => kind === 'file' || kind === 'hardlink');
  const openFolders = present.filter(
    ({ kind, mode }) => kind === 'folder' && (mode & WRITABLE_BY_ALL) !== 0 && (mode & STICKY) === 0,
  );
  return [
    ...files.filter(({ mode }) => (mode & (SETUID | SETGID)) !== 0).flatMap((file) => judgeSetId(file, usual)),
    ...openFolders.map((folder) =>
      finding(
        'world-writable-folder',
        folder,
        `Everybody may write to the folder /${folder.path}, and remove what others have in it`,
      ),
    ),
    ...worldWritable(files.filter(({ mode }) => (mode & WRITABLE_BY_ALL) !== 0 && (mode & (SETUID | SETGID)) === 0)),
  ];
}

function judgeSetId(file: NotableEntry, usual: ReadonlySet<string>): RawFinding[] {
  const { path, mode, uid, gid } = file;
  const setuid = (mode & SETUID) !== 0;
  const becomes = setuid ? (uid === 0 ? 'root' : `the user ${uid}`) : gid === 0 ? 'the group root' : `the group ${gid}`;
  if ((mode & WRITABLE_BY_ALL) !== 0)
    return [finding('setuid-writable', file, `Everybody may rewrite /${path}, which runs as ${becomes}`)];
  if (setuid && RUNS_ANYTHING.test(path.split('/').at(-1)!))
    return [finding('setuid-interpreter', file, `/${path} runs any command, as ${becomes}`)];
  if (usual.has(usualPlace(path))) return [];
  return [
    {
      ...finding(setuid ? 'setuid-file' : 'setgid-file', file, `/${path} runs as ${becomes}, whoever starts it`),
      ...(setuid && uid !== 0 && { severity: 'low' as const }),
    },
  ];
}

/** The usual path of a program. Distributions are merging the folders of programs. */
const usualPlace = (path: string): string =>
  path.replace(/^(?:usr\/)?s?bin\//, 'usr/bin/').replace(/^lib\//, 'usr/lib/');

function worldWritable(files: readonly NotableEntry[]): RawFinding[] {
  const folders = new Map<string, NotableEntry[]>();
  for (const file of files) {
    const folder = file.path.includes('/') ? file.path.replace(/\/[^/]*$/, '') : '';
    const inIt = folders.get(folder);
    if (inIt) inIt.push(file);
    else folders.set(folder, [file]);
  }
  return [...folders].flatMap(([folder, inIt]) =>
    inIt.length <= LISTED_A_FOLDER
      ? inIt.map((file) => finding('world-writable-file', file, `Everybody may write to /${file.path}`))
      : [
          {
            rule: 'world-writable-file',
            place: `${folder}/`,
            message: `Everybody may write to ${inIt.length.toLocaleString('en')} files in the folder /${folder}`,
          },
        ],
  );
}

/** Makes a finding that is identified by the line of `ls -l`. With other permissions it is another finding. */
const finding = (rule: string, entry: NotableEntry, message: string): RawFinding => ({
  rule,
  place: entry.path,
  excerpt: `${letters(entry)} ${entry.uid} ${entry.gid} /${entry.path}`,
  message,
});

function letters({ kind, mode }: NotableEntry): string {
  const three = (shift: number, special: number, mark: string) => {
    const bits = mode >> shift;
    const runs = (bits & 1) !== 0;
    const marked = (mode & special) !== 0;
    const last = marked ? (runs ? mark : mark.toUpperCase()) : runs ? 'x' : '-';
    return `${bits & 4 ? 'r' : '-'}${bits & 2 ? 'w' : '-'}${last}`;
  };
  return `${kind === 'folder' ? 'd' : '-'}${three(6, SETUID, 's')}${three(3, SETGID, 's')}${three(0, STICKY, 't')}`;
}
