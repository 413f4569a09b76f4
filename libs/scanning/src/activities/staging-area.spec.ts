import { type StagedTree, stageDirectory } from '@assay/targets';
import { EventStoreLocked, lockForWriting } from '@assay/event-store';
import { InfrastructureError } from '@assay/kernel';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StagingArea } from './staging-area';
import { StagingRootLocked } from './staging-root';

const HOLDING_PROCESS = join(__dirname, '../../test/holding-process.ts');
const LOADER = join(__dirname, '../../../../test/support/compile-typescript.cjs');

describe('the staging area', () => {
  let folder: string;
  let root: string;
  let source: string;
  let area: StagingArea;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-staging-area-'));
    root = join(folder, 'staging');
    source = join(folder, 'source');
    await mkdir(source);
    await writeFile(join(source, 'a.txt'), 'one\n');
    area = new StagingArea(root);
  });
  afterEach(async () => {
    await area.close();
    await rm(folder, { recursive: true, force: true });
  });

  const copySource = (destination: string) => stageDirectory({ source, destination });
  const stage = () => area.stage('ses_1', copySource);
  const textIn = (tree: StagedTree) => readFile(join(tree.root, 'a.txt'), 'utf8');

  it('finds what was staged, also after a restart and where the data directory was moved', async () => {
    expect(await area.find('ses_1')).toBeUndefined();
    const staged = await stage();
    expect(await textIn(staged)).toBe('one\n');
    expect(await area.find('ses_1')).toEqual(staged);
    await area.close();
    await rename(root, join(folder, 'moved'));
    const moved = new StagingArea(join(folder, 'moved'));
    expect(await textIn((await moved.find('ses_1'))!)).toBe('one\n');
    await moved.close();
  });

  it('gives two that stage at once the copy of the faster one, and leaves nothing of the other', async () => {
    const begun: (() => void)[] = [];
    const bothBegan = new Promise<void>((resolve) => begun.push(resolve));
    let running = 0;
    const copies = await Promise.all(
      ['first', 'second'].map((text) =>
        area.stage('ses_1', async (destination) => {
          if ((running += 1) === 2) begun[0]!();
          await bothBegan;
          const tree = await copySource(destination);
          await writeFile(join(tree.root, 'a.txt'), text);
          return tree;
        }),
      ),
    );
    expect(copies[0]).toEqual(copies[1]);
    expect(['first', 'second']).toContain(await textIn(copies[0]!));
    expect(await readdir(root)).toEqual(['ses_1']);
  });

  it('keeps the copy that is there, as a resumed session was analysing it', async () => {
    const first = await stage();
    await writeFile(join(source, 'a.txt'), 'two\n');
    expect(await stage()).toEqual(first);
    expect(await textIn(first)).toBe('one\n');
  });

  it('leaves nothing behind of a staging that fails', async () => {
    await expect(
      area.stage('ses_1', async (destination) => {
        await mkdir(destination);
        throw new InfrastructureError('no space is left');
      }),
    ).rejects.toThrow('no space is left');
    expect(await readdir(root)).toEqual([]);
    expect(await area.find('ses_1')).toBeUndefined();
  });

  it('stages anew where there is no whole copy in the place', async () => {
    await mkdir(join(root, 'ses_1/copy'), { recursive: true });
    await writeFile(join(root, 'ses_1/manifest.json'), '');
    expect(await area.find('ses_1')).toBeUndefined();
    expect(await textIn(await stage())).toBe('one\n');
    expect(await readdir(root)).toEqual(['ses_1']);
  });

  it('notices that a copy was removed behind its back', async () => {
    await stage();
    await rm(join(root, 'ses_1'), { recursive: true });
    expect(await area.find('ses_1')).toBeUndefined();
  });

  it('removes a copy, and one that is not there', async () => {
    await stage();
    await area.remove('ses_1');
    await area.remove('ses_1');
    expect(await area.find('ses_1')).toBeUndefined();
    expect(await readdir(root)).toEqual([]);
  });

  it('removes what belongs to no session that goes on, and nothing that is being made', async () => {
    await stage();
    await area.stage('ses_2', copySource);
    await area.stage('ses_3', async (destination) => {
      await area.removeAllBut(new Set(['ses_2']));
      return copySource(destination);
    });
    expect(await area.sessions()).toEqual(['ses_2', 'ses_3']);
  });

  it('gives work an empty folder that is gone when the work is, also when it fails', async () => {
    const seen = await area.inScratch('ses_1', async (scratch) => {
      await writeFile(join(scratch, 'output'), '');
      return readdir(scratch);
    });
    expect(seen).toEqual(['output']);
    await expect(
      area.inScratch('ses_1', async () => {
        throw new Error('broke');
      }),
    ).rejects.toThrow('broke');
    expect(await readdir(root)).toEqual([]);
  });

  it('clears what a process left half done when the next one takes it, and keeps its copies', async () => {
    await stage();
    await area.close();
    await mkdir(join(root, 'ses_1.1.removed/copy'), { recursive: true });
    await mkdir(join(root, 'ses_1.2.scratch'));
    await area.open();
    expect(await area.sessions()).toEqual(['ses_1']);
    expect((await readdir(root)).filter((name) => name !== 'interruptions.json')).toEqual(['ses_1']);
  });

  describe('counts how often a process ended while it worked for a session', () => {
    const interrupt = async (...folders: readonly string[]) => {
      await area.close();
      for (const name of folders) await mkdir(join(root, name), { recursive: true });
      area = new StagingArea(root);
      await area.open();
    };

    it('once a process, however much it did at once, and not for an orderly stop', async () => {
      await interrupt();
      expect(await area.interruptions('ses_1')).toBe(0);
      await interrupt('ses_1.1.scratch', 'ses_1.2.scratch', 'ses_2.3.partial', 'ses_3.4.removed');
      expect(await Promise.all(['ses_1', 'ses_2', 'ses_3'].map((id) => area.interruptions(id)))).toEqual([1, 1, 0]);
      await interrupt();
      await interrupt('ses_1.5.scratch');
      expect(await area.interruptions('ses_1')).toBe(2);
      expect(await area.interruptions('ses_2')).toBe(1);
    });

    it('once also if the next process ends before it has cleared the folders', async () => {
      await interrupt('ses_1.1.scratch');
      await interrupt('ses_1.1.scratch');
      expect(await area.interruptions('ses_1')).toBe(1);
    });

    it('until the session is cleaned, or is found to be over', async () => {
      await interrupt('ses_1.1.scratch', 'ses_2.2.partial');
      await area.remove('ses_1');
      expect(await area.sessions()).toEqual(['ses_2']);
      await area.removeAllBut(new Set());
      expect(await area.interruptions('ses_2')).toBe(0);
      expect(await readdir(root)).toEqual([]);
    });

    it('anew if a power failure has left no text in the file, and not if the file cannot be read', async () => {
      await interrupt('ses_1.1.scratch');
      await area.close();
      await writeFile(join(root, 'interruptions.json'), '');
      await interrupt('ses_1.2.scratch');
      expect(await area.interruptions('ses_1')).toBe(1);
      await area.close();
      await rm(join(root, 'interruptions.json'));
      await mkdir(join(root, 'interruptions.json'));
      await expect(new StagingArea(root).interruptions('ses_1')).rejects.toThrow(InfrastructureError);
    });
  });

  it('is one process’s alone, by whatever path it is named, until that ends in whatever way', async () => {
    const holder = spawn(process.execPath, ['-r', LOADER, HOLDING_PROCESS, root], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const ended = once(holder, 'close');
    const taken = await Promise.race([once(holder.stdout, 'data'), ended.then(() => ['ended'])]);
    expect(String(taken[0])).toBe('taken\n');

    await symlink(root, join(folder, 'other-name'));
    for (const path of [root, join(folder, 'other-name')]) {
      await expect(new StagingArea(path).open()).rejects.toThrow(StagingRootLocked);
      await expect(new StagingArea(path).find('ses_1')).rejects.toThrow(
        /in use by another process.*\(ASSAY_DATA_DIR\)/,
      );
    }

    holder.kill('SIGKILL');
    await ended;
    await area.open();
    expect(await readdir(root)).toEqual([]);
  }, 60_000);

  it('may be used twice in one process, and is free for another when both are done', async () => {
    const second = new StagingArea(root);
    await Promise.all([area.open(), second.open()]);
    await area.close();
    expect(() => lockForWriting(root)).toThrow(EventStoreLocked);
    expect(await textIn(await second.stage('ses_1', copySource))).toBe('one\n');
    await second.close();
    lockForWriting(root)();
  });
});
