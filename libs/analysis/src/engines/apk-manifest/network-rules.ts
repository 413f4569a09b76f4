import {
  type XmlElement,
  type XmlValue,
  type ApkRecord,
  decodeBinaryXml,
  Malformed,
  openingTag,
  valueText,
} from '@assay/target-records';
import { plainText } from '@assay/source-text';
import type { RawFinding } from '../engine';
import { ENCRYPTED_BY_DEFAULT } from './application-rules';
import { type Manifest, childrenOf, inElement } from './manifest';

/** Up to Android 6, certificate authorities that the user installed were trusted by default. */
const SYSTEM_ONLY_BY_DEFAULT = 24;
/** The device itself and the developer's machine. Nobody can intercept these connections. */
const LOCAL = /^(localhost|127(\.\d+){3}|10\.0\.2\.2|10\.0\.3\.2|\[?::1\]?)$/;

interface NetworkJudgement {
  readonly findings: readonly RawFinding[];
  readonly unreadable: readonly string[];
}

/** Judges how the app uses the network, according to its manifest and the configuration that the manifest names. */
export function judgeNetwork(manifest: Manifest, record: ApkRecord): NetworkJudgement {
  const { application, targetSdk, mayBe } = manifest;
  if (!application.attributes.has('android:networkSecurityConfig')) {
    const findings = [
      ...(mayBe(application, 'usesCleartextTraffic', true, targetSdk < ENCRYPTED_BY_DEFAULT)
        ? [
            inElement('cleartext-traffic', application, 'The app may talk to any server without encryption', {
              attributes: ['usesCleartextTraffic'],
            }),
          ]
        : []),
      ...(targetSdk < SYSTEM_ONLY_BY_DEFAULT
        ? [
            inElement(
              'user-certificates',
              application,
              'The app trusts authorities that the user or an administrator installed',
            ),
          ]
        : []),
      inElement(
        'no-pinning',
        application,
        'The app pins no certificate: every authority of the device can vouch for its servers',
      ),
    ];
    return { findings, unreadable: [] };
  }
  const { files, missing } = configurationsOf(manifest, record);
  const judged = files.map((file) => judgeFile(file, manifest));
  return {
    findings: judged.flatMap(({ findings }) => findings),
    unreadable: [...missing, ...judged.flatMap(({ unreadable }) => unreadable)],
  };
}

/** The configurations that the manifest names, or all of them if its resource cannot be resolved. */
function configurationsOf(
  manifest: Manifest,
  { networkConfigurations }: ApkRecord,
): { files: ApkRecord['networkConfigurations']; missing: string[] } {
  const paths = manifest.texts(manifest.application, 'networkSecurityConfig');
  const named = networkConfigurations.filter(({ path }) => paths.includes(path));
  const missing = paths
    .filter((path) => !networkConfigurations.some((each) => each.path === path))
    .map((path) => `the network security configuration ${path} is not in the build, or is none`);
  if (paths.length > 0) return { files: named, missing };
  return {
    files: networkConfigurations,
    missing:
      networkConfigurations.length === 0
        ? ['the network security configuration that the manifest names is not in the build']
        : [],
  };
}

function judgeFile({ path, base64 }: ApkRecord['networkConfigurations'][number], manifest: Manifest): NetworkJudgement {
  try {
    return {
      findings: judgeConfiguration(decodeBinaryXml(Buffer.from(base64, 'base64')), path, manifest),
      unreadable: [],
    };
  } catch (error) {
    if (error instanceof Malformed)
      return {
        findings: [],
        unreadable: [`the network security configuration ${path} cannot be decoded: ${error.message}`],
      };
    throw error;
  }
}

function judgeConfiguration(root: XmlElement, path: string, { targetSdk }: Manifest): RawFinding[] {
  const finding = (rule: string, element: XmlElement, message: string, excerpt = openingTag(element)): RawFinding => ({
    rule,
    place: path,
    excerpt: plainText(excerpt, 600),
    message,
  });
  const base = childrenOf(root, 'base-config')[0];
  const findings: RawFinding[] = [];
  if (permitsCleartext(base, targetSdk < ENCRYPTED_BY_DEFAULT))
    findings.push(finding('cleartext-traffic', base ?? root, 'The app may talk to any server without encryption'));
  for (const domain of descendantsOf(root, 'domain-config')) {
    const hosts = childrenOf(domain, 'domain')
      .map(({ text }) => text.trim())
      .filter((host) => !LOCAL.test(host));
    if (hosts.length > 0 && permitsCleartext(domain, false))
      findings.push(
        finding(
          'cleartext-domain',
          domain,
          `The app may talk to ${hosts.join(', ')} without encryption`,
          `${openingTag(domain)} ${hosts.join(', ')}`,
        ),
      );
  }
  const configurations = [...(base ? [base] : []), ...descendantsOf(root, 'domain-config')];
  const anchors = configurations
    .flatMap((each) => childrenOf(each, 'trust-anchors'))
    .flatMap((each) => childrenOf(each, 'certificates'));
  for (const certificates of anchors) {
    if (textOf(certificates, 'src') === 'user')
      findings.push(
        finding(
          'user-certificates',
          certificates,
          'The app trusts authorities that the user or an administrator installed',
        ),
      );
    if (isTrue(certificates.attributes.get('overridePins')))
      findings.push(finding('pins-overridden', certificates, 'Pins do not hold for the certificates of this source'));
  }
  if (targetSdk < SYSTEM_ONLY_BY_DEFAULT && (base === undefined || childrenOf(base, 'trust-anchors').length === 0))
    findings.push(
      finding(
        'user-certificates',
        base ?? root,
        'The app trusts authorities that the user or an administrator installed',
      ),
    );
  if (descendantsOf(root, 'pin-set').length === 0)
    findings.push(
      finding(
        'no-pinning',
        root,
        'The app pins no certificate: every authority of the device can vouch for its servers',
      ),
    );
  return findings;
}

const permitsCleartext = (element: XmlElement | undefined, whenAbsent: boolean): boolean => {
  const value = element?.attributes.get('cleartextTrafficPermitted');
  return value ? isTrue(value) : whenAbsent;
};

const isTrue = (value: XmlValue | undefined): boolean => value !== undefined && /^(true|1|-1)$/i.test(valueText(value));

const textOf = (element: XmlElement, attribute: string): string | undefined => {
  const value = element.attributes.get(attribute);
  return value && valueText(value);
};

/** All descendants with this name, except in sections that apply only to debuggable builds. */
const descendantsOf = (element: XmlElement, name: string): XmlElement[] =>
  element.children.flatMap((child) =>
    child.name === 'debug-overrides' ? [] : [...(child.name === name ? [child] : []), ...descendantsOf(child, name)],
  );
