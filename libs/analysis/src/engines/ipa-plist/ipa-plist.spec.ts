import { CLEAN_PLIST, FLAWED_PLIST, provisioningProfile } from '../../../../../test/support/mobile/builds';
import {
  type PlistValue,
  binaryPlist,
  binaryPlistOf,
  marker,
  references,
  xmlPlist,
} from '../../../../../test/support/mobile/plist-writer';
import { runOn } from '../../../test/run-on';
import { describeToolSamples } from '../../../test/tool-samples';
import { ipaPlistTools } from '../../catalogue/mobile';
import type { IpaRecord } from '../../../../target-records/src/mobile/build-records';
import type { ToolRun } from '../runtime/tool-runs';
import { profileOf } from '../engine-table';

const profile = profileOf('ipa-plist');

describeToolSamples(profile, ipaPlistTools);

const APP = 'Payload/Shop.app';
const plistAt = (path: string, plist: PlistValue | Buffer) => ({
  path,
  content: { observed: { path, base64: (Buffer.isBuffer(plist) ? plist : binaryPlist(plist)).toString('base64') } },
});
const recordOf = (plist: PlistValue | Buffer, more: Partial<IpaRecord> = {}): IpaRecord => ({
  plists: [plistAt(`${APP}/Info.plist`, plist)],
  profile: null,
  keyStores: [],
  at: '2026-01-01T00:00:00.000Z',
  ...more,
});
const signedWith = (list: PlistValue | Buffer): Partial<IpaRecord> => ({
  profile: {
    observed: {
      path: `${APP}/embedded.mobileprovision`,
      base64: (Buffer.isBuffer(list) ? list : provisioningProfile(list)).toString('base64'),
    },
  },
});
const judged = async (record: IpaRecord): Promise<ToolRun> =>
  (await runOn(profile, ipaPlistTools, { 'ipa.json': JSON.stringify(record) })).tool('ipa-plist');
const rulesOf = ({ findings }: ToolRun): string[] => findings.map(({ rule }) => rule).sort();

const transport = (security: PlistValue): PlistValue => ({ ...CLEAN_PLIST, NSAppTransportSecurity: security });

describe('the IPA rules', () => {
  it.each<[string, PlistValue, readonly string[]]>([
    ['an app with nothing open', CLEAN_PLIST, []],
    ['loads of any kind', transport({ NSAllowsArbitraryLoads: true }), ['arbitrary-loads']],
    [
      'loads in web views, by which iOS passes over the coarser key',
      transport({ NSAllowsArbitraryLoads: true, NSAllowsArbitraryLoadsInWebContent: true }),
      ['arbitrary-loads-in-content'],
    ],
    [
      'a domain with an old TLS',
      transport({ NSExceptionDomains: { 'a.example': { NSExceptionMinimumTLSVersion: 'TLSv1.1' } } }),
      ['old-tls-version'],
    ],
    [
      'a domain by an old name of the key',
      transport({ NSExceptionDomains: { 'a.example': { NSTemporaryExceptionAllowsInsecureHTTPLoads: 'YES' } } }),
      ['insecure-domain'],
    ],
    [
      'a printer at home',
      transport({ NSExceptionDomains: { 'printer.local': { NSExceptionAllowsInsecureHTTPLoads: true } } }),
      [],
    ],
    ['exceptions that are no dictionary', transport({ NSExceptionDomains: ['a.example'] }), []],
    ['a reason that says nothing', { ...CLEAN_PLIST, NSCameraUsageDescription: 'TODO' }, ['empty-usage-description']],
    [
      'background work with a reason',
      {
        ...CLEAN_PLIST,
        UIBackgroundModes: ['location'],
        NSLocationAlwaysAndWhenInUseUsageDescription: 'Shows the way to the shop.',
      },
      ['background-modes'],
    ],
  ])('judge %s, binary and XML', async (_, plist, rules) => {
    expect(rulesOf(await judged(recordOf(plist)))).toEqual(rules);
    expect(rulesOf(await judged(recordOf(Buffer.from(xmlPlist(plist)))))).toEqual(rules);
  });

  it.each<[string, PlistValue, readonly string[]]>([
    [
      'for development',
      { Name: 'a', Entitlements: { 'get-task-allow': true }, ProvisionedDevices: ['1'] },
      ['debug-build'],
    ],
    ['for named devices', { Name: 'a', ProvisionedDevices: ['1', '2'] }, ['ad-hoc-build']],
    [
      'for an enterprise, expired',
      { Name: 'a', ProvisionsAllDevices: true, ExpirationDate: new Date('2025-12-31T00:00:00Z') },
      ['enterprise-build', 'expired-profile'],
    ],
    [
      'for the App Store',
      { Name: 'a', Entitlements: { 'get-task-allow': false }, ExpirationDate: new Date('2026-12-31T00:00:00Z') },
      [],
    ],
  ])('judge a profile %s', async (_, list, rules) =>
    expect(rulesOf(await judged(recordOf(CLEAN_PLIST, signedWith(list))))).toEqual(rules),
  );

  it('judge the transport of extensions, and nothing that is the app’s to say', async () => {
    const path = `${APP}/PlugIns/Share.appex/Info.plist`;
    const run = await judged(
      recordOf(CLEAN_PLIST, { plists: [plistAt(`${APP}/Info.plist`, CLEAN_PLIST), plistAt(path, FLAWED_PLIST)] }),
    );
    expect(run.findings.map((finding) => [finding.place, finding.rule])).toEqual(
      ['arbitrary-loads', 'insecure-domain', 'old-tls-version', 'no-forward-secrecy'].map((rule) => [path, rule]),
    );
  });

  it('list what they cannot read beside the app’s own list', async () => {
    const path = `${APP}/PlugIns/Share.appex/Info.plist`;
    const run = await judged(
      recordOf(CLEAN_PLIST, {
        plists: [plistAt(`${APP}/Info.plist`, CLEAN_PLIST), plistAt(path, Buffer.from('<plist>'))],
        ...signedWith(Buffer.from('no profile')),
      }),
    );
    expect(run.outcome).toEqual({ status: 'completed' });
    expect(run.unreadable).toEqual([
      { file: 'ipa.json', reason: expect.stringContaining('Share.appex') },
      { file: 'ipa.json', reason: expect.stringContaining('embedded.mobileprovision') },
    ]);
  });

  it.each([
    [
      'holds itself',
      binaryPlistOf([
        Buffer.concat([marker(0xd, 1), references([1, 0])]),
        Buffer.concat([marker(5, 1), Buffer.from('a')]),
      ]),
      'holds itself',
    ],
    [
      'laughs a billion times',
      Buffer.from(
        '<!DOCTYPE plist [<!ENTITY a "lol"><!ENTITY b ' +
          '"&a;&a;&a;">]><plist><dict><key>a</key><string>&b;</string></dict></plist>',
      ),
      'declares entities',
    ],
    ['is a list', binaryPlist(['a']), 'is no dictionary'],
    ['ends early', binaryPlist(CLEAN_PLIST).subarray(0, 120), 'cannot be read'],
  ])('fail where the app’s list %s, and keep what they found elsewhere', async (_, bytes, reason) => {
    const run = await judged(recordOf(bytes, { keyStores: [`${APP}/a.p12`] }));
    expect(run.outcome).toEqual({ status: 'failed', reason: expect.stringContaining(reason), timedOut: false });
    expect(rulesOf(run)).toEqual(['packed-key-store']);
  });
});
