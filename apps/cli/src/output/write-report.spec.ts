import {
  chmodSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandFailed } from '../exit-status';
import { writeReport } from './write-report';

describe('a report in a file', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'report-'));
    file = join(folder, 'report.json');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('has all of its pieces, without colours, and nothing stays beside it', async () => {
    await writeReport(['{', '\u001b[31m1', '}'], file);
    expect(readFileSync(file, 'utf8')).toBe('{1}');
    expect(readdirSync(folder)).toEqual(['report.json']);
  });

  it('leaves what was there where it cannot be written to its end', async () => {
    writeFileSync(file, 'earlier');
    const writing = writeReport(cutAfter('half'), file);
    await expect(writing).rejects.toThrow(CommandFailed);
    await expect(writing).rejects.toThrow(/report\.json cannot be written: .*ENOSPC/);
    expect(readFileSync(file, 'utf8')).toBe('earlier');
    expect(readdirSync(folder)).toEqual(['report.json']);
  });

  it('leaves what was there at Ctrl-C', async () => {
    writeFileSync(file, 'earlier');
    await expect(writeReport(interruptedAfter('half'), file)).rejects.toThrow(/interrupted; .*report\.json was not/);
    expect(readFileSync(file, 'utf8')).toBe('earlier');
    expect(readdirSync(folder)).toEqual(['report.json']);
  });

  // Write rights of others are what the umask takes from new files.
  it.each([0o600, 0o666])('keeps the mode %o of the file that it replaces', async (mode) => {
    writeFileSync(file, 'earlier');
    chmodSync(file, mode);
    await writeReport(['now'], file);
    expect(statSync(file).mode & 0o777).toBe(mode);
  });

  it('is written through a link, which stays one', async () => {
    const target = join(folder, 'target.json');
    writeFileSync(target, 'earlier');
    symlinkSync(target, file);
    await writeReport(['now'], file);
    expect(readFileSync(target, 'utf8')).toBe('now');
    expect(readdirSync(folder).toSorted()).toEqual(['report.json', 'target.json']);
  });

  it('says of a device that is full that it cannot be written', () =>
    expect(writeReport(['x'], '/dev/full')).rejects.toThrow(/\/dev\/full cannot be written: .*ENOSPC/));
});

async function* cutAfter(text: string): AsyncGenerator<string> {
  yield text;
  throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
}

async function* interruptedAfter(text: string): AsyncGenerator<string> {
  yield text;
  process.emit('SIGINT');
  yield text;
}
