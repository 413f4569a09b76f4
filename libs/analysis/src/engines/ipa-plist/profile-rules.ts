import { type Plist, Malformed, isList, isTrueAt, textAt, valueAt, decodeXmlPlist } from '@assay/target-records';
import { type FileFinding, keyFinding } from './key-findings';

/**
 * Reads a provisioning profile: a property list as text inside a signature, which is not checked here. @throws
 * Malformed
 */
export function decodeProfile(bytes: Buffer): Plist {
  const start = bytes.indexOf('<?xml');
  const end = bytes.indexOf('</plist>', start);
  if (start === -1 || end === -1) throw new Malformed('it holds no property list');
  return decodeXmlPlist(bytes.toString('utf8', start, end + '</plist>'.length));
}

/** Judges for which devices the build was made, and how long it is valid. */
export function judgeProfile(profile: Plist, at: Date): FileFinding[] {
  const found: FileFinding[] = [];
  const name = textAt(profile, 'Name') ?? 'the profile';
  const isDebug = isTrueAt(profile, 'Entitlements', 'get-task-allow');
  if (isDebug)
    found.push(
      keyFinding(
        'debug-build',
        ['Entitlements', 'get-task-allow'],
        true,
        'The app can be debugged: whoever holds the device reads and changes what it does',
      ),
    );
  const devices = valueAt(profile, 'ProvisionedDevices');
  if (!isDebug && isList(devices))
    found.push(
      keyFinding(
        'ad-hoc-build',
        ['ProvisionedDevices'],
        `${devices.length} devices`,
        `The build is for ${devices.length} devices that “${name}” names, not for the App Store`,
      ),
    );
  if (isTrueAt(profile, 'ProvisionsAllDevices'))
    found.push(
      keyFinding(
        'enterprise-build',
        ['ProvisionsAllDevices'],
        true,
        'The build installs on every device without the App Store, as only an enterprise may for its own people',
      ),
    );
  const expires = valueAt(profile, 'ExpirationDate');
  if (expires instanceof Date && expires.getTime() < at.getTime())
    found.push(
      keyFinding(
        'expired-profile',
        ['ExpirationDate'],
        expires.toISOString(),
        `“${name}” expired on ${expires.toISOString().slice(0, 10)}: the build does not start any more`,
      ),
    );
  return found;
}
