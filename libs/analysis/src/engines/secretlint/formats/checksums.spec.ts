import { exampleOf } from '../../../../test/secret-examples';
import { SECRET_FORMATS } from '../../../catalogue/secret-formats';
import { bech32Checksum, githubChecksum, gitlabChecksum, isContradicted, verifies } from './checksums';

describe('checksums of credentials', () => {
  it('are those of GitHub and npm', () => {
    // The token that GitHub's article on the format shows.
    expect(githubChecksum('zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ')).toBe('0mLq17');
    const random = 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5';
    for (const prefix of ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'npm_']) {
      expect(isContradicted(prefix + random + githubChecksum(random))).toBe(false);
      expect(isContradicted(prefix + random + 'AAAAAA')).toBe(true);
    }
    expect(isContradicted('glpat-without-a-checksum')).toBe(false);
  });

  it('are those of GitLab, over all before them', () => {
    const before = `glpat-${'bzoxCnU6NWd4d2M'.repeat(2)}.0y`;
    expect(verifies('crc32-base36', before + gitlabChecksum(before))).toBe(true);
    expect(verifies('crc32-base36', `${before}0000000`)).toBe(false);
  });

  it('are those of BIP 173', () => {
    // Test vectors of BIP 173.
    expect(verifies('bech32', 'A12UEL5L')).toBe(true);
    expect(verifies('bech32', 'abcdef1qpzry9x8gf2tvdw0s3jn54khce6mua7lmqqqxw')).toBe(true);
    expect(verifies('bech32', 'abcdef1qpzry9x8gf2tvdw0s3jn54khce6mua7lmqqqxx')).toBe(false);
    expect(bech32Checksum('a', '')).toBe('2uel5l');
  });

  it.each(
    SECRET_FORMATS.filter(({ checksum }) => checksum !== undefined).map((format) => [format.id, format] as const),
  )('tell a %s from one with two characters exchanged', (_, format) => {
    const value = exampleOf(format);
    expect(verifies(format.checksum!, value)).toBe(true);
    const at = [...value].findIndex((each, index) => index > value.length / 2 && each !== value[index + 1]);
    const exchanged = value.slice(0, at) + value[at + 1] + value[at] + value.slice(at + 2);
    expect(verifies(format.checksum!, exchanged)).toBe(false);
  });
});
