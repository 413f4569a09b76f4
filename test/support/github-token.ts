import { githubChecksum } from '../../libs/analysis/src/engines/secretlint/formats/checksums';

/** A token that nobody issued, with the checksum of one that was; put together here, so that it is no leak itself. */
export function githubToken(word = 'FAKE'): string {
  const random = word.repeat(8).slice(0, 30);
  return `ghp_${random}${githubChecksum(random)}`;
}
