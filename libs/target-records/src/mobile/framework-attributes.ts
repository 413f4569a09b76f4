/**
 * Android's own attributes that are judged, by the ids of the framework's public resources. Android uses only the id.
 * The name beside it may be empty or false, and it is in builds that hide something.
 */
const IDS: Readonly<Record<number, string>> = {
  0x01010003: 'name',
  0x01010006: 'permission',
  0x01010007: 'readPermission',
  0x01010008: 'writePermission',
  0x01010009: 'protectionLevel',
  0x0101000b: 'sharedUserId',
  0x0101000e: 'enabled',
  0x0101000f: 'debuggable',
  0x01010010: 'exported',
  0x01010012: 'taskAffinity',
  0x01010018: 'authorities',
  0x0101001b: 'grantUriPermissions',
  0x0101001d: 'launchMode',
  0x01010024: 'value',
  0x01010025: 'resource',
  0x01010026: 'mimeType',
  0x01010027: 'scheme',
  0x01010028: 'host',
  0x01010204: 'allowTaskReparenting',
  0x0101020c: 'minSdkVersion',
  0x0101021b: 'versionCode',
  0x0101021c: 'versionName',
  0x01010270: 'targetSdkVersion',
  0x01010271: 'maxSdkVersion',
  0x01010272: 'testOnly',
  0x01010280: 'allowBackup',
  0x010104eb: 'fullBackupContent',
  0x010104ec: 'usesCleartextTraffic',
  0x010104ee: 'autoVerify',
  0x01010527: 'networkSecurityConfig',
  0x0101063e: 'dataExtractionRules',
};

export const frameworkAttribute = (id: number): string | undefined => (Object.hasOwn(IDS, id) ? IDS[id] : undefined);
