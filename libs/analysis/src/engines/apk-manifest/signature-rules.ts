import { plainText } from '@assay/source-text';
import type { ApkRecord } from '@assay/target-records';
import type { RawFinding } from '../engine';
import { signersOf } from './signers';

/** Keys with fewer bits can be broken. Google Play requires at least 2,048. */
const RSA_BITS = 2_048;

/** Judges who signed the build, and how. A build without a signature is not yet signed, which is not a finding. */
export function judgeSignature({ signing }: ApkRecord): {
  readonly findings: readonly RawFinding[];
  readonly unreadable: readonly string[];
} {
  const { signers, unreadable } = signersOf(signing);
  const findings: RawFinding[] = [];
  const [file] = signing.files;
  if (file && signing.blocks.length === 0) {
    findings.push({
      rule: 'v1-signature-only',
      place: file.path,
      excerpt: 'v1',
      message:
        'Only the first signature scheme is used: content can be added before the archive ' +
        'without breaking it (Janus, CVE-2017-13156)',
    });
  }
  for (const { place, certificate } of signers) {
    const subject = plainText(certificate.subject.replaceAll('\n', ', '), 300);
    if (/\bCN=Android Debug\b/.test(certificate.subject))
      findings.push({
        rule: 'debug-certificate',
        place,
        excerpt: subject,
        message: 'The build is signed with the certificate that every development machine makes for itself',
      });
    const bits = certificate.publicKey.asymmetricKeyDetails?.modulusLength;
    if (bits !== undefined && bits < RSA_BITS)
      findings.push({
        rule: 'weak-signing-key',
        place,
        excerpt: subject,
        message: `The key that signed the build has ${bits} bits`,
      });
  }
  return { findings, unreadable };
}
