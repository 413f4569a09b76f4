import { type ZipLine, zip } from '../archives/zip-writer';
import { type Element, binaryXml, element } from './binary-xml-writer';
import { type PlistValue, binaryPlist, xmlPlist } from './plist-writer';

/** A file or what makes one; a list of lines of a zip may hold any lie. */
export const apk = (
  manifest: Element | Buffer,
  files: Readonly<Record<string, string | Buffer>> = {},
  more: readonly ZipLine[] = [],
): Buffer =>
  zip([
    { name: 'AndroidManifest.xml', content: Buffer.isBuffer(manifest) ? manifest : binaryXml(manifest) },
    ...Object.entries(files).map(([name, content]) => ({ name, content })),
    ...more,
  ]);

export const ipa = (
  plist: PlistValue | Buffer,
  files: Readonly<Record<string, string | Buffer>> = {},
  more: readonly ZipLine[] = [],
): Buffer =>
  zip([
    { name: `${APP}/Info.plist`, content: Buffer.isBuffer(plist) ? plist : binaryPlist(plist) },
    ...Object.entries(files).map(([name, content]) => ({ name: `${APP}/${name}`, content })),
    ...more,
  ]);

export const APP = 'Payload/Shop.app';

const filter = (action: string, category: string, ...data: readonly Element[]): Element =>
  element(
    'intent-filter',
    {},
    element('action', { 'android:name': action }),
    element('category', { 'android:name': category }),
    ...data,
  );
const LAUNCHED = filter('android.intent.action.MAIN', 'android.intent.category.LAUNCHER');

export const LAUNCHER = element('activity', { 'android:name': '.Main', 'android:exported': true }, LAUNCHED);
export const CONFIGURATION = 'res/xml/network.xml';
const CONFIGURATION_ID = 0x7f010000;

/** A manifest of an app that leaves nothing open. */
export const CLEAN_MANIFEST = element(
  'manifest',
  { package: 'com.example.shop', 'android:versionCode': 7, 'android:versionName': '1.2.0' },
  element('uses-sdk', { 'android:minSdkVersion': 30, 'android:targetSdkVersion': 35 }),
  element('uses-permission', { 'android:name': 'android.permission.INTERNET' }),
  element(
    'application',
    { 'android:allowBackup': false, 'android:networkSecurityConfig': { reference: CONFIGURATION_ID } },
    LAUNCHER,
    element('activity', { 'android:name': '.Pay', 'android:exported': false, 'android:launchMode': 2 }),
    element('service', {
      'android:name': '.Sync',
      'android:exported': true,
      'android:permission': 'com.example.shop.SYNC',
    }),
    element(
      'receiver',
      { 'android:name': '.Boot', 'android:exported': false },
      filter('android.intent.action.BOOT_COMPLETED', 'android.intent.category.DEFAULT'),
    ),
  ),
  element('permission', { 'android:name': 'com.example.shop.SYNC', 'android:protectionLevel': 2 }),
);

/** Its network security configuration, as the resource that it names. */
export const CLEAN_CONFIGURATION = element(
  'network-security-config',
  {},
  element(
    'base-config',
    { cleartextTrafficPermitted: false },
    element('trust-anchors', {}, element('certificates', { src: 'system' })),
  ),
  element('domain-config', { cleartextTrafficPermitted: true }, element('domain', {}, '10.0.2.2')),
  element(
    'domain-config',
    {},
    element('domain', { includeSubdomains: true }, 'shop.example'),
    element('pin-set', { expiration: '2030-01-01' }, element('pin', { digest: 'SHA-256' }, 'AAAA')),
  ),
  element('debug-overrides', {}, element('trust-anchors', {}, element('certificates', { src: 'user' }))),
);

/** A manifest of an app that leaves everything open. */
export const FLAWED_MANIFEST = element(
  'manifest',
  { package: 'com.example.shop', 'android:sharedUserId': 'com.example.shared' },
  element('uses-sdk', { 'android:minSdkVersion': 19, 'android:targetSdkVersion': 27 }),
  element('uses-permission', { 'android:name': 'android.permission.READ_SMS' }),
  element('uses-permission', { 'android:name': 'android.permission.CAMERA' }),
  element('permission', { 'android:name': 'com.example.shop.SYNC' }),
  element(
    'application',
    { 'android:debuggable': true, 'android:testOnly': true },
    element('activity', { 'android:name': '.Main', 'android:launchMode': 2 }, LAUNCHED),
    element('activity', { 'android:name': '.Pay', 'android:exported': true }),
    element(
      'activity',
      { 'android:name': '.Open', 'android:exported': true, 'android:taskAffinity': '', 'android:launchMode': 2 },
      filter(
        'android.intent.action.VIEW',
        'android.intent.category.BROWSABLE',
        element('data', { 'android:scheme': 'https', 'android:host': 'shop.example' }),
        element('data', { 'android:scheme': 'shop' }),
      ),
    ),
    element('service', { 'android:name': '.Sync' }, filter('com.example.shop.SYNC', 'android.intent.category.DEFAULT')),
    element('service', {
      'android:name': '.Watch',
      'android:exported': true,
      'android:permission': 'android.permission.BIND_ACCESSIBILITY_SERVICE',
    }),
    element('provider', {
      'android:name': '.Orders',
      'android:exported': true,
      'android:readPermission': 'com.example.shop.READ',
    }),
  ),
);

export const CLEAN_PLIST = {
  CFBundleIdentifier: 'com.example.shop',
  CFBundleShortVersionString: '1.2.0',
  MinimumOSVersion: '16.0',
  ITSAppUsesNonExemptEncryption: false,
  NSCameraUsageDescription: 'Scans the codes of products in the shop.',
  NSAppTransportSecurity: {
    NSExceptionDomains: {
      localhost: { NSExceptionAllowsInsecureHTTPLoads: true },
      'shop.example': { NSIncludesSubdomains: true, NSExceptionMinimumTLSVersion: 'TLSv1.3' },
    },
  },
};

export const FLAWED_PLIST = {
  CFBundleIdentifier: 'com.example.shop',
  CFBundleShortVersionString: '1.2.0',
  MinimumOSVersion: '12.4',
  UIFileSharingEnabled: true,
  CFBundleURLTypes: [{ CFBundleURLSchemes: ['shop'] }],
  UIBackgroundModes: ['location'],
  NSCameraUsageDescription: ' ',
  NSAppTransportSecurity: {
    NSAllowsArbitraryLoads: true,
    NSExceptionDomains: {
      'old.example': {
        NSExceptionAllowsInsecureHTTPLoads: true,
        NSThirdPartyExceptionMinimumTLSVersion: 'TLSv1.0',
        NSExceptionRequiresForwardSecrecy: false,
      },
    },
  },
};

/** A provisioning profile: its list within a signature that is not checked. */
export const provisioningProfile = (list: PlistValue): Buffer =>
  Buffer.concat([
    Buffer.from('30821a2b06092a864886f70d010702', 'hex'),
    Buffer.from(xmlPlist(list)),
    Buffer.from('3082', 'hex'),
  ]);
