import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inKeptHost } from '../../../test/kept-host';
import { describeToolSamples } from '../../../test/tool-samples';
import { secretHistoryTools } from '../../catalogue/git';
import { versionFolder } from '../../../../target-records/src/repository/version-folder';
import { runPassWithRepair } from '../runtime/run-with-repair';
import { profileOf } from '../engine-table';
import { githubChecksum } from './formats/checksums';

const profile = profileOf('secretlint');

// Each sample is a whole history: what is found in one version is not found again in another.
describeToolSamples(profile, secretHistoryTools);

describe('secrets that were removed', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'assay-removed-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const [token, other] = ['FAKE', 'LESS'].map((end) => {
    const random = `${'FAKE'.repeat(6)}FA${end}`;
    return `ghp_${random}${githubChecksum(random)}`;
  });
  const TOKEN = token!;
  const DATABASE = 'postgres://shop:hunter2hunter2@db.internal.net:5432/shop';
  const key = (letter: string) =>
    [
      '-----BEGIN RSA PRIVATE ',
      'KEY-----\n',
      `MII${letter.repeat(61)}\n`.repeat(12),
      '-----END RSA PRIVATE ',
      'KEY-----\n',
    ].join('');
  const write = (root: string, files: Readonly<Record<string, string | Buffer>>) => {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), content);
    }
    return Object.entries(files).map(([path, content]) => ({
      staged: path,
      path,
      size: content.length,
      lines: 1,
      language: '',
    }));
  };
  /** @param commits the versions that each brought, oldest first */
  const run = async (
    commits: readonly Readonly<Record<string, string | Buffer>>[],
    source: Readonly<Record<string, string | Buffer>>,
  ) => {
    const [root, head] = [join(folder, 'history'), join(folder, 'source')];
    for (const each of [root, head]) mkdirSync(each);
    write(head, source);
    const placed = commits.flatMap((files, order) =>
      Object.entries(files).map(
        ([path, content]) =>
          [
            [
              versionFolder({ order, commit: String(order).repeat(40), authored: Date.UTC(2026, 0, 1 + order) }),
              path,
            ].join('/'),
            content,
          ] as const,
      ),
    );
    const files = write(root, Object.fromEntries(placed));
    const {
      tools: [tool],
    } = await inKeptHost(profile, (scratch, limits) =>
      runPassWithRepair({ engine: profile.id, tools: secretHistoryTools, root, source: head, files, scratch }, limits),
    );
    expect(tool!.outcome).toEqual({ status: 'completed' });
    return {
      ...tool!,
      found: tool!.findings.map(
        ({ file, line, rule }) => `${file!.slice(file!.indexOf('-') + 1).replace(/-\d+/, '')}:${line} ${rule}`,
      ),
    };
  };

  it('are found once, with the commit that added them', async () => {
    const { found, findings } = await run(
      [{ 'a.js': TOKEN }, { 'a.js': `\n${TOKEN}`, 'b.js': TOKEN }, { 'c.js': DATABASE }],
      { 'a.js': 'clean' },
    );
    expect(found).toEqual(['000000000000/a.js:1 GITHUB_TOKEN', '222222222222/c.js:1 PostgreSQLConnection']);
    expect(findings[0]!.message).toBe(
      'Found GitHub Token in commit 000000000000 of 2026-01-01; it was removed later, and the history still has it',
    );
    expect(JSON.stringify(findings)).not.toContain(TOKEN.slice(5));
  });

  it('are not reported while any line of the source has them', async () => {
    const { found } = await run(
      [{ 'a.js': `const token = '${TOKEN}'`, 'key.pem': key('A'), '.env': `DB=${DATABASE}` }],
      {
        'moved/to/b.ts': `export const github = "${TOKEN}";`,
        'key.pem': `\n${key('A')}`,
        'docs.md': `see ${DATABASE}`,
      },
    );
    expect(found).toEqual([]);
  });

  it('are not confused with secrets that begin in the same way', async () => {
    const { found } = await run([{ 'key.pem': key('A'), 'a.js': TOKEN }], {
      'key.pem': key('B'),
      'a.js': other!,
    });
    expect(found).toEqual(['000000000000/a.js:1 GITHUB_TOKEN', '000000000000/key.pem:1 PrivateKey']);
  });

  it('are gone where the source has their text, but no secret: a word, or a file that nobody searches', async () => {
    const lines = (...values: string[]) => values.map((each) => `DB_PASSWORD=${each}\n`).join('');
    const { found } = await run([{ 'a.env': lines('wildfire', 'Zx81kq_Lm2pp', 'Qy72;w!', 'Rk45;z!') }], {
      'README.md': 'We fight wildfire. Zx81kq_Lm2pp is a name.\n',
      'logo.png': lines('Zx81kq_Lm2pp'),
      'b.env': lines('Qy72;w!'),
    });
    expect(found.map((each) => each.replace(/^0+\//, ''))).toEqual([
      'a.env:1 assigned-password',
      'a.env:2 assigned-password',
      'a.env:4 assigned-password',
    ]);
  });

  it('are searched in text only, not in pictures', async () => {
    const { found, filesChecked } = await run([{ 'a.js': TOKEN }, { 'b.txt': 'clean' }], {
      'logo.png': Buffer.concat([Buffer.from([0, 1]), Buffer.from(TOKEN)]),
    });
    expect({ found, filesChecked }).toEqual({ found: ['000000000000/a.js:1 GITHUB_TOKEN'], filesChecked: 2 });
  });

  it('are also found after thousands of secrets that were not removed', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 42 }, (_, file) => [
        `many-${file}.txt`,
        Array.from(
          { length: 500 },
          (_line, index) => `https://user:${String(1_000 * file + index).padStart(12, 'p')}@host.internal.net/`,
        ).join('\n'),
      ]),
    );
    const { found } = await run([many, { 'z.js': TOKEN }], many);
    expect(found).toContain('111111111111/z.js:1 GITHUB_TOKEN');
  }, 100_000);
});
