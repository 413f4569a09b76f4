import { type NotableEntry, notableFile } from '@assay/target-records';
import type { RawFinding } from '../engine';

/** Finds accounts that anybody could log in to. Findings show the names of accounts, never hashes. */
export function accountFindings(entries: readonly NotableEntry[]): RawFinding[] {
  return entries.flatMap((entry) => {
    if (entry.removedBy !== undefined || entry.text === undefined) return [];
    const { kind } = notableFile(entry.path) ?? {};
    const lines = entry.text
      .split('\n')
      .map((line) => line.trimEnd().split(':'))
      .filter(([name, ...fields]) => name && !name.startsWith('#') && fields.length > 0);
    if (kind === 'accounts') return lines.flatMap(judgeAccount).map((finding) => ({ ...finding, place: entry.path }));
    if (kind === 'passwords')
      return lines
        .flatMap(([name, password]) => judgePassword(name!, password!))
        .map((finding) => ({ ...finding, place: entry.path }));
    return [];
  });
}

/** A line of /etc/passwd: name, password, uid, … */
const judgeAccount = ([name, password, uid]: readonly string[]): RawFinding[] => [
  ...(password === 'x' ? [] : judgePassword(name!, password!)),
  ...(Number(uid) === 0 && uid !== '' && name !== 'root'
    ? [
        {
          rule: 'several-root-accounts',
          message: `The account ${name} has the user id 0: it is root under another name`,
        },
      ]
    : []),
];

/** `$1$` is MD5, and a hash without a prefix is DES. Locked accounts have `*` or begin with `!`. */
function judgePassword(name: string, password: string): RawFinding[] {
  if (password === '') return [{ rule: 'empty-password', message: `The account ${name} needs no password` }];
  if (/^[!*]|^x$/.test(password)) return [];
  const weak = /^\$1\$|^_?[./0-9A-Za-z]{13,20}$/.test(password);
  return weak
    ? [
        {
          rule: 'weak-password-hash',
          message: `The password of the account ${name} is stored so that it can be guessed quickly`,
        },
      ]
    : [
        {
          rule: 'account-password',
          message: `The account ${name} has a password, the same in all containers of the image`,
        },
      ];
}
