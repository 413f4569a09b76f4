import { type Plist, isDictionary, isTrueAt, textAt, valueAt } from '@assay/target-records';
import { type FileFinding, keyFinding } from './key-findings';

const TRANSPORT = 'NSAppTransportSecurity';
const FOR_CONTENT: readonly (readonly [string, string])[] = [
  ['NSAllowsArbitraryLoadsInWebContent', 'web views'],
  ['NSAllowsArbitraryLoadsForMedia', 'media'],
];
/** Local hosts. Nobody can intercept these connections. */
const LOCAL = /^(localhost|127(\.\d+){3}|\[?::1\]?)$|\.local$/i;

/** Judges the exceptions of App Transport Security. */
export function judgeTransport(plist: Plist): FileFinding[] {
  const found: FileFinding[] = [];
  const content = FOR_CONTENT.filter(([key]) => isTrueAt(plist, TRANSPORT, key));
  // From iOS 10 on, a specific key disables the general one.
  if (
    isTrueAt(plist, TRANSPORT, 'NSAllowsArbitraryLoads') &&
    !FOR_CONTENT.some(([key]) => valueAt(plist, TRANSPORT, key) !== undefined)
  ) {
    found.push(
      keyFinding(
        'arbitrary-loads',
        [TRANSPORT, 'NSAllowsArbitraryLoads'],
        true,
        'The app may talk to any server without encryption',
      ),
    );
  }
  for (const [key, what] of content)
    found.push(
      keyFinding('arbitrary-loads-in-content', [TRANSPORT, key], true, `What ${what} load may come without encryption`),
    );
  const domains = valueAt(plist, TRANSPORT, 'NSExceptionDomains');
  if (isDictionary(domains))
    for (const domain of domains.keys()) if (!LOCAL.test(domain)) found.push(...judgeDomain(plist, domain));
  return found;
}

/** Apple has used three names for each key. */
const named = (key: string): string[] =>
  ['NSException', 'NSThirdPartyException', 'NSTemporaryException'].map((prefix) => `${prefix}${key}`);

function judgeDomain(plist: Plist, domain: string): FileFinding[] {
  const at = (key: string): string[] => [TRANSPORT, 'NSExceptionDomains', domain, key];
  const [insecure, version, secrecy] = ['AllowsInsecureHTTPLoads', 'MinimumTLSVersion', 'RequiresForwardSecrecy'].map(
    (key) => named(key).find((each) => valueAt(plist, ...at(each)) !== undefined),
  );
  const found: FileFinding[] = [];
  if (insecure && isTrueAt(plist, ...at(insecure)))
    found.push(keyFinding('insecure-domain', at(insecure), true, `The app may talk to ${domain} without encryption`));
  const oldest = version && textAt(plist, ...at(version));
  if (version && oldest && /^TLSv1\.[01]$/i.test(oldest))
    found.push(keyFinding('old-tls-version', at(version), oldest, `The app accepts ${oldest} from ${domain}`));
  if (secrecy && !isTrueAt(plist, ...at(secrecy)))
    found.push(
      keyFinding(
        'no-forward-secrecy',
        at(secrecy),
        false,
        `What is recorded of the traffic with ${domain} can be read once its key is known`,
      ),
    );
  return found;
}
