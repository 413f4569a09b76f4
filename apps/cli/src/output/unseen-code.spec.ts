import type { LocalScanResult } from '../local-scan';
import { emptyTarget, uncoveredCode } from './unseen-code';

const session = (lines: number, ...unseen: readonly (readonly [string, number, number])[]) =>
  ({
    lines,
    unseen: unseen.map(([language, files, own]) => ({ language, files, lines: own, first: [] })),
  }) as unknown as LocalScanResult['session'];

describe('code that no tool knows', () => {
  it('counts where it is a tenth of the lines or more', () => {
    expect(uncoveredCode(session(1_000, ['terraform', 3, 100], ['shell', 1, 99]))).toBe(
      'no tool knows terraform (3 files, 100 lines): nothing is known of this code',
    );
    expect(uncoveredCode(session(1_000, ['shell', 1, 99]))).toBeUndefined();
  });

  it('counts for nothing where there is none, or nothing in it', () => {
    expect(uncoveredCode(session(1_000))).toBeUndefined();
    expect(uncoveredCode(session(0, ['shell', 1, 0]))).toBeUndefined();
    expect(uncoveredCode({ lines: 10 } as LocalScanResult['session'])).toBeUndefined();
  });
});

describe('a target without files', () => {
  const of = (files: number | null, toolsRun: number) =>
    emptyTarget({ files, summary: { toolsRun } } as unknown as LocalScanResult['session']);

  it('proves nothing to a gate', () => expect(of(0, 0)).toContain('nothing was looked at'));

  it('is not one that is no folder, or of which tools read more than files', () => {
    expect(of(null, 0)).toBeUndefined();
    expect(of(0, 1)).toBeUndefined();
    expect(of(3, 0)).toBeUndefined();
  });
});
