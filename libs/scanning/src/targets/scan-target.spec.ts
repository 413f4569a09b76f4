import { type Refusal, RefusedError } from '@assay/kernel';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SCAN_FIELDS, SOURCE_TYPES, scanTarget } from './scan-target';

function refusalOf(work: () => unknown): Refusal | undefined {
  try {
    work();
  } catch (error) {
    if (error instanceof RefusedError) return error.refusal;
    throw error;
  }
  return undefined;
}

describe('the target of a scan', () => {
  const page = readFileSync(join(__dirname, '../../../../docs/api.md'), 'utf8');
  const [, table = ''] = /^\| `sourceType` \|.*\n\|[-|]+\n((?:\|.*\n)+)/m.exec(page) ?? [];

  it('is of one of the source types in the table of docs/api.md', () => {
    const cells = [...table.matchAll(/^\|(.+?)\|/gm)].map(([, cell]) => cell!);
    const named = cells.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name!));
    expect(named.toSorted()).toEqual([...SOURCE_TYPES].sort());
  });

  it('is named by fields that the table of docs/api.md has, and each says what it is for', () => {
    expect(SCAN_FIELDS.size).toBeGreaterThan(0);
    expect([...SCAN_FIELDS.keys()].filter((field) => !table.includes(`\`${field}\``))).toEqual([]);
    for (const { description } of SCAN_FIELDS.values()) expect(description).toMatch(/^(Needed f|F)or [a-z].*\.$/);
  });

  it.each([
    ['url', { targetUrl: 'https://a.example' }, { url: 'https://a.example' }],
    ['hosta', { repoUrl: 'ada/engine' }, { repoUrl: 'ada/engine', branch: 'main' }],
    ['hostb', { repoUrl: 'ada/engine', branch: 'next' }, { repoUrl: 'ada/engine', branch: 'next' }],
    [
      'hosta',
      { repoUrl: 'ada/engine', commit: 'c'.repeat(40) },
      { repoUrl: 'ada/engine', branch: 'main', commit: 'c'.repeat(40) },
    ],
    ['upload', { uploadId: 'upl_1' }, { uploadId: 'upl_1' }],
    ['container', { containerImage: 'app:1' }, { image: 'app:1' }],
    ['container', { uploadId: 'upl_1' }, { uploadId: 'upl_1' }],
    ['container', { uploadId: 'upl_1', containerImage: 'app:1' }, { uploadId: 'upl_1', savedImage: 'app:1' }],
    ['pkgreg', { pkgregPackage: 'left-pad@1' }, { package: 'left-pad@1' }],
    ['mobile', { uploadId: 'upl_1' }, { uploadId: 'upl_1' }],
  ] as const)('of the source type %s is what its fields %j say', (kind, fields, target) =>
    expect(scanTarget(kind, fields)).toEqual({ kind, ...target }),
  );

  it.each([
    ['url', {}, 'targetUrl is required for url'],
    ['container', {}, 'containerImage is required for container, or an uploadId'],
    ['hosta', { repoUrl: 'a/b', targetUrl: 'x' }, 'targetUrl does not apply to hosta, which takes repoUrl'],
    ['container', { uploadId: 'u', repoUrl: 'x' }, 'repoUrl does not apply to container, which takes uploadId'],
    [
      'mobile',
      { containerImage: 'x' },
      'uploadId is required for mobile; containerImage does not apply to mobile, which takes uploadId',
    ],
  ] as const)('of the source type %s with %j is refused: %s', (kind, fields, message) =>
    expect(refusalOf(() => scanTarget(kind, fields))).toMatchObject({ code: 'VALIDATION_ERROR', message }),
  );

  it('ignores a branch where there is none', () =>
    expect(scanTarget('url', { targetUrl: 'https://a.example', branch: 'main' })).toEqual({
      kind: 'url',
      url: 'https://a.example',
    }));
});
