import { refused } from '@assay/kernel';
import type { SessionTarget } from '@assay/scanning';
import type { SessionTargetDto } from './start-session.dto';

/** @throws RefusedError VALIDATION_ERROR where there is not exactly one target, or one that is no URL */
export function sessionTarget({ url, urls, directory }: SessionTargetDto): SessionTarget {
  const given = Object.entries({ url, urls, directory }).filter(([, value]) => value !== undefined);
  if (given.length !== 1)
    return refused('VALIDATION_ERROR', 'Exactly one of target.url, target.urls and target.directory is needed', [
      { field: 'target', message: `exactly one of url, urls and directory is needed, not ${given.length}` },
    ]);
  if (directory !== undefined) return { kind: 'directory', directory };
  const unreadable = (urls ?? [url!]).find((each) => !URL.canParse(each.trim()));
  if (unreadable !== undefined)
    return refused('VALIDATION_ERROR', `"${unreadable}" is not a URL; write it as https://host/path`, [
      { field: `target.${given[0]![0]}`, message: 'not a URL; write it as https://host/path' },
    ]);
  return url === undefined ? { kind: 'urls', urls: urls! } : { kind: 'url', url };
}
