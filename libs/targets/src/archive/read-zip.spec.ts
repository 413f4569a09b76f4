import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zip } from '../../../../test/support/archives/zip-writer';
import { DEFAULT_ARCHIVE_LIMITS, openBudget } from '@assay/archives';
import { readZip } from './read-zip';

const ENTRIES = 2_600;
/** Entries that may be worked on before others have a turn. */
const SLICE = 500;

describe('a zip of many entries', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-read-zip-'));
  const path = join(folder, 'many.zip');
  let turn = 0;
  let counting = true;
  const countTurns = () => {
    turn += 1;
    if (counting) setImmediate(countTurns);
  };

  beforeAll(() => {
    writeFileSync(path, zip(Array.from({ length: ENTRIES }, (_, index) => ({ name: `${index}.txt`, content: 'x' }))));
    countTurns();
  });
  afterAll(() => {
    counting = false;
    rmSync(folder, { recursive: true, force: true });
  });

  it('is read in slices, between which the loop has a turn', async () => {
    const file = await open(path);
    const { size } = await file.stat();
    let lastRead = turn;
    const watched = {
      fd: file.fd,
      async read(...given: [Buffer, number, number, number]) {
        const read = await file.read(...given);
        lastRead = turn;
        return read;
      },
    } as unknown as FileHandle;
    const entriesOfTurn = new Map<number, number>();
    let first: number | undefined;
    try {
      for await (const entry of readZip(watched, openBudget(DEFAULT_ARCHIVE_LIMITS, size))) {
        expect(entry.kind).toBe('file');
        first ??= turn;
        entriesOfTurn.set(turn, (entriesOfTurn.get(turn) ?? 0) + 1);
      }
    } finally {
      await file.close();
    }
    const counts = [...entriesOfTurn.values()];
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(ENTRIES);
    expect(Math.max(...counts)).toBeLessThanOrEqual(SLICE);
    // Their places are compared after the last of them is read and before the first is given.
    expect(first! - lastRead).toBeGreaterThanOrEqual(Math.floor(ENTRIES / SLICE));
  });
});
