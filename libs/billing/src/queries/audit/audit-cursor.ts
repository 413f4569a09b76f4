import { refused } from '@assay/kernel';
import type { RecordedEntry } from '../../domain/entry-chain';
import { ledgerOfStream } from '../../domain/events';
import { type Period, isPeriod } from '../../domain/period';

/** The entry that a page begins with. */
export interface AuditCursor {
  readonly period: Period;
  readonly revision: number;
}

export const cursorOf = ({ stream, revision }: Pick<RecordedEntry, 'stream' | 'revision'>): string =>
  Buffer.from(`${ledgerOfStream(stream).period}/${revision}`).toString('base64url');

/** @throws RefusedError VALIDATION_ERROR */
export function cursorFrom(text: string): AuditCursor {
  const [period = '', revision = ''] = Buffer.from(text, 'base64url').toString('latin1').split('/');
  if (!isPeriod(period) || !/^\d{1,9}$/.test(revision))
    return refused('VALIDATION_ERROR', 'cursor must be the nextCursor of an earlier answer', [
      { field: 'cursor', message: 'must be the nextCursor of an earlier answer' },
    ]);
  return { period, revision: Number(revision) };
}

export const isBefore = ({ stream, revision }: RecordedEntry, cursor: AuditCursor): boolean =>
  ledgerOfStream(stream).period === cursor.period && revision < cursor.revision;
