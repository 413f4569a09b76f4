import type { RawFinding } from '../engine';
import { type Manifest, childrenOf, inElement } from './manifest';

/** Since Android 12, rules select the data to back up, and `adb backup` copies nothing. */
const BACKUP_RULES = 31;
/** Since Android 9, traffic is encrypted unless the app allows plain text. */
export const ENCRYPTED_BY_DEFAULT = 28;

/** Judges the settings of the app as a whole. */
export function judgeApplication(manifest: Manifest): RawFinding[] {
  const { root, application, mayBe, text } = manifest;
  const findings: RawFinding[] = [];
  if (mayBe(application, 'debuggable', true, false))
    findings.push(
      inElement(
        'debuggable',
        application,
        'The app can be debugged: whoever holds the device reads and changes what it does',
        { attributes: ['debuggable'] },
      ),
    );
  if (mayBe(application, 'testOnly', true, false))
    findings.push(
      inElement('test-only', application, 'The build is marked as one for tests', { attributes: ['testOnly'] }),
    );
  const sharedUser = text(root, 'sharedUserId');
  if (sharedUser !== undefined && sharedUser !== '')
    findings.push(
      inElement(
        'shared-user-id',
        root,
        `The app shares its user, ${sharedUser}, and so its files with every app of the same signer`,
        { attributes: ['sharedUserId'] },
      ),
    );
  return [...findings, ...judgeBackup(manifest), ...judgeVersions(manifest)];
}

function judgeBackup({ application, targetSdk, mayBe }: Manifest): RawFinding[] {
  if (!mayBe(application, 'allowBackup', true, true)) return [];
  if (targetSdk < BACKUP_RULES)
    return [
      inElement(
        'allow-backup',
        application,
        'The data of the app can be copied with “adb backup”' +
          (application.attributes.has('android:allowBackup') ? '' : ', as nothing forbids it'),
        { attributes: ['allowBackup'] },
      ),
    ];
  if (application.attributes.has('android:dataExtractionRules')) return [];
  return [
    inElement(
      'backup-without-rules',
      application,
      'All data of the app is backed up and moved to new devices: no rules leave anything out',
      { attributes: ['allowBackup'] },
    ),
  ];
}

function judgeVersions({ root, minSdk, targetSdk }: Manifest): RawFinding[] {
  const element = childrenOf(root, 'uses-sdk')[0] ?? root;
  const findings: RawFinding[] = [];
  if (minSdk < 24)
    findings.push(
      inElement(
        'low-min-sdk',
        element,
        `The app runs on Android of the API level ${minSdk}, which has had no security updates for years`,
        { attributes: ['minSdkVersion'], ...(minSdk < 21 && { severity: 'medium' }) },
      ),
    );
  if (targetSdk < 34)
    findings.push(
      inElement(
        'old-target-sdk',
        element,
        `The app is made for the API level ${targetSdk}: what later versions protect by default stays open for it`,
        { attributes: ['targetSdkVersion'], ...(targetSdk < ENCRYPTED_BY_DEFAULT && { severity: 'medium' }) },
      ),
    );
  return findings;
}
