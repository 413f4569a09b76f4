import { runOn } from '../../../test/run-on';
import { describeToolSamples } from '../../../test/tool-samples';
import { imageFilesystemTools } from '../../catalogue/image';
import { profileOf } from '../engine-table';
import type { NotableEntry } from '../../../../target-records/src/image/image-records';
import { judgeEntries } from './image-filesystem.engine';

const profile = profileOf('image-filesystem');

describeToolSamples(profile, imageFilesystemTools);

const entry = (path: string, facts: Partial<NotableEntry> = {}): NotableEntry => ({
  path,
  kind: 'file',
  mode: 0o644,
  uid: 0,
  gid: 0,
  size: 10,
  layer: 0,
  ...facts,
});

const judged = (...entries: readonly NotableEntry[]) =>
  judgeEntries(entries, imageFilesystemTools[0]!.settings!['usual'] as readonly string[]);
const found = (...entries: readonly NotableEntry[]): string[] =>
  judged(...entries).map(({ place, rule }) => `${place} ${rule}`);

describe('the file system of an image', () => {
  it('accepts the setuid programs that every system has, in any folder of programs', () =>
    expect(
      found(
        ...[
          'bin/su',
          'usr/bin/su',
          'sbin/unix_chkpwd',
          'usr/bin/unix_chkpwd',
          'lib/dbus-1.0/dbus-daemon-launch-helper',
        ].map((path) => entry(path, { mode: 0o4755 })),
      ),
    ).toEqual([]));

  it('reports them in other folders, and if everybody may write to them', () =>
    expect(found(entry('opt/bin/su', { mode: 0o4755 }), entry('bin/su', { mode: 0o4757 }))).toEqual([
      'opt/bin/su setuid-file',
      'bin/su setuid-writable',
    ]));

  it('finds a setuid program that can run any command', () =>
    expect(
      found(...['bin/bash', 'usr/bin/python3.11', 'usr/local/bin/find'].map((path) => entry(path, { mode: 0o4755 }))),
    ).toEqual(['bin/bash', 'usr/bin/python3.11', 'usr/local/bin/find'].map((path) => `${path} setuid-interpreter`)));

  it('shows permissions as ls does, and the user whose rights the file gives', () => {
    expect(
      judged(entry('opt/a', { mode: 0o4750, uid: 7 }), entry('srv', { kind: 'folder', mode: 0o777 })),
    ).toMatchObject([
      { excerpt: '-rwsr-x--- 7 0 /opt/a', message: '/opt/a runs as the user 7, whoever starts it', severity: 'low' },
      { excerpt: 'drwxrwxrwx 0 0 /srv' },
    ]);
  });

  it('makes one finding of a folder full of files that everybody may write to', () =>
    expect(found(...Array.from({ length: 1_000 }, (_, index) => entry(`app/${index}.js`, { mode: 0o777 })))).toEqual([
      'app/ world-writable-file',
    ]));

  it('finds removed keys and credentials too, but permissions only of entries that a container sees', () =>
    expect(
      found(
        entry('root/.ssh/id_rsa', { text: '-----BEGIN RSA PRIVATE KEY-----\nFAKE', layer: 1, removedBy: 3 }),
        entry('.env', { text: 'A=b', removedBy: 1 }),
        entry('opt/helper', { mode: 0o4755, removedBy: 1 }),
        entry('etc/shadow', { text: 'root::1::::::', removedBy: 1 }),
      ),
    ).toEqual(['root/.ssh/id_rsa (removed by layer 4) private-key', '.env (removed by layer 2) environment-file']));

  it('judges a file by its name if it is too long to read, but not if it is empty', () =>
    expect(
      found(
        entry('root/.npmrc', { size: 5_000_000 }),
        entry('app/id_rsa', { size: 0, text: '' }),
        entry('app/server.pem', { text: '-----BEGIN CERTIFICATE-----\nFAKE' }),
      ),
    ).toEqual(['root/.npmrc credentials-file']));

  it.each([
    ['root:$6$salt$FAKEFAKE:1::::::', ['account-password']],
    ['root:$y$j9T$FAKE$FAKE:1::::::', ['account-password']],
    ['root:$1$salt$FAKE:1::::::', ['weak-password-hash']],
    ['root:abJnggxhB.yEg:1::::::', ['weak-password-hash']],
    ['root::1::::::', ['empty-password']],
    ['root:*:1::::::', []],
    ['root:!:1::::::', []],
    ['root:!$6$salt$FAKE:1::::::', []],
    ['root:!!:1::::::', []],
    ['\n\r\n#root::\nroot', []],
  ])('judges the passwords of %j as %j', (text, rules) =>
    expect(found(entry('etc/shadow', { text }))).toEqual(rules.map((rule) => `etc/shadow ${rule}`)),
  );

  it('shows no hash of a password', () => {
    const findings = judged(
      entry('etc/shadow', { text: 'root:$6$salt$FAKEFAKE:1::::::\nada:$1$salt$FAKEFAKE:1::::::' }),
      entry('root/.npmrc', { text: '//r.example/:_authToken=FAKEFAKE' }),
    );
    expect(findings).toHaveLength(3);
    expect(JSON.stringify(findings)).not.toContain('FAKEFAKE');
  });

  it('reports how many entries were not analysed', async () => {
    const run = await runOn(profile, imageFilesystemTools, {
      'entries.json': JSON.stringify({ entries: [entry('opt/a', { mode: 0o4755 })], more: 12_345 }),
    });
    const { findings, unreadable, outcome } = run.tool('image-filesystem');
    expect(outcome).toEqual({ status: 'completed' });
    expect(findings).toHaveLength(1);
    expect(unreadable).toEqual([
      { file: 'entries.json', reason: '12,345 further entries were not looked at: there was no room for more' },
    ]);
  });

  it('takes bounded time for files that were made to take long', () => {
    const size = 1_000_000;
    const slow = [
      ['root/.npmrc', '_'],
      ['root/.aws/credentials', ' \n'],
      ['root/.kube/config', ' '],
      ['.env', 'a\n'],
      ['app.pem', '-----BEGIN '],
      ['root/.netrc', 'password '],
      ['root/.git-credentials', '://'],
      ['root/.pgpass', ':a'],
      ['etc/sudoers', 'NOPASSWD '],
    ] as const;
    expect(
      found(
        ...slow.map(([path, text]) => entry(path, { size, text: text.repeat(size / text.length) })),
        entry('opt/a', { mode: 0o4755 }),
      ),
    ).toContain('opt/a setuid-file');
  }, 60_000);
});
