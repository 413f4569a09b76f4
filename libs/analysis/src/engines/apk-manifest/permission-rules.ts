import type { Severity } from '../../catalogue/tool';
import type { RawFinding } from '../engine';
import { type Manifest, childrenOf, inElement } from './manifest';

/** The most sensitive permissions, each with its severity and the ability that it gives an app. */
const SENSITIVE: Readonly<Record<string, readonly [Severity, string]>> = {
  READ_SMS: ['medium', 'read text messages, one-time passwords among them'],
  RECEIVE_SMS: ['medium', 'read text messages as they come, one-time passwords among them'],
  SEND_SMS: ['medium', 'send text messages, which may cost'],
  READ_CALL_LOG: ['medium', 'read who was called'],
  WRITE_CALL_LOG: ['medium', 'change who was called'],
  PROCESS_OUTGOING_CALLS: ['medium', 'see and redirect calls'],
  READ_CONTACTS: ['low', 'read the contacts'],
  WRITE_CONTACTS: ['low', 'change the contacts'],
  REQUEST_INSTALL_PACKAGES: ['medium', 'install other apps'],
  SYSTEM_ALERT_WINDOW: ['medium', 'draw over other apps'],
  MANAGE_EXTERNAL_STORAGE: ['medium', 'read and change all files of the device'],
  WRITE_EXTERNAL_STORAGE: ['low', 'change files that all apps share'],
  ACCESS_BACKGROUND_LOCATION: ['medium', 'follow where the device is, also while it is not used'],
  ACCESS_FINE_LOCATION: ['info', 'see where the device is'],
  RECORD_AUDIO: ['info', 'listen'],
  CAMERA: ['info', 'take pictures'],
  READ_PHONE_STATE: ['low', 'read the number and state of the phone'],
  CALL_PHONE: ['low', 'call, which may cost'],
  QUERY_ALL_PACKAGES: ['low', 'see which apps are installed'],
  PACKAGE_USAGE_STATS: ['medium', 'see which apps are used'],
  WRITE_SETTINGS: ['low', 'change settings of the system'],
  BODY_SENSORS: ['low', 'read sensors of the body'],
  READ_LOGS: ['medium', 'read the logs of all apps'],
};

const PREFIX = 'android.permission.';
const PROTECTION_BASE = 0xf;
const NORMAL = 0;

/** Judges the permissions that the app requests, and those that it defines for others. */
export const judgePermissions = (manifest: Manifest): RawFinding[] => [
  ...judgeAsked(manifest),
  ...judgeDefined(manifest),
];

function judgeAsked(manifest: Manifest): RawFinding[] {
  const asked = childrenOf(manifest.root, 'uses-permission', 'uses-permission-sdk-23').flatMap((element) =>
    manifest.texts(element, 'name').map((name) => ({ element, name })),
  );
  const first = new Map(asked.toReversed().map((each) => [each.name, each]));
  return [...first.values()].toReversed().flatMap(({ element, name }) => {
    const known =
      name.startsWith(PREFIX) && Object.hasOwn(SENSITIVE, name.slice(PREFIX.length))
        ? SENSITIVE[name.slice(PREFIX.length)]
        : undefined;
    return known
      ? [
          inElement('sensitive-permission', element, `${name.slice(PREFIX.length)} lets the app ${known[1]}`, {
            severity: known[0],
          }),
        ]
      : [];
  });
}

function judgeDefined(manifest: Manifest): RawFinding[] {
  return childrenOf(manifest.root, 'permission')
    .filter((element) => ((manifest.number(element, 'protectionLevel') ?? NORMAL) & PROTECTION_BASE) === NORMAL)
    .map((element) =>
      inElement(
        'weak-custom-permission',
        element,
        `Every app that asks for ${manifest.text(element, 'name') ?? 'the permission'} gets it: ` +
          'its protection level is “normal”',
      ),
    );
}
