import type { RawFinding } from '../engine';
import { plainText } from '@assay/source-text';
import { type ApkRecord, type XmlElement, type XmlValue, openingTag } from '@assay/target-records';

/** A manifest with the values of its attributes as Android reads them. */
export interface Manifest {
  readonly root: XmlElement;
  readonly application: XmlElement;
  /** The API level of the oldest supported version of Android. */
  readonly minSdk: number;
  /** The API level that the app was made for. It decides which defaults Android applies. */
  readonly targetSdk: number;
  /** Whether the attribute has the wanted value in any configuration (language, version …) of the app. */
  mayBe(element: XmlElement, attribute: string, wanted: boolean, whenAbsent: boolean): boolean;
  /** All texts that the attribute may have; empty if it is not set. */
  texts(element: XmlElement, attribute: string): readonly string[];
  text(element: XmlElement, attribute: string): string | undefined;
  number(element: XmlElement, attribute: string): number | undefined;
}

const MANIFEST = 'AndroidManifest.xml';
const MAX_EXCERPT = 600;
const NO_APPLICATION: XmlElement = { name: 'application', attributes: new Map(), children: [], text: '' };

export function openManifest(root: XmlElement, resources: ApkRecord['resources']): Manifest {
  const values = (element: XmlElement, attribute: string): readonly XmlValue[] => {
    const value = element.attributes.get(`android:${attribute}`);
    if (value?.kind !== 'reference') return value ? [value] : [];
    const key = `0x${value.id.toString(16)}`;
    return Object.hasOwn(resources, key) ? resources[key]! : [];
  };
  const texts = (element: XmlElement, attribute: string) =>
    values(element, attribute).flatMap((value) => (value.kind === 'text' ? [value.text] : []));
  const number = (element: XmlElement, attribute: string) =>
    values(element, attribute)
      .map(numberOf)
      .find((each) => each !== undefined);
  // If there are several elements, Android uses the last one that sets the attribute.
  const sdk = (attribute: string) =>
    childrenOf(root, 'uses-sdk')
      .map((element) => number(element, attribute))
      .findLast((level) => level !== undefined);
  const minSdk = sdk('minSdkVersion') ?? 1;
  return {
    root,
    application: childrenOf(root, 'application')[0] ?? NO_APPLICATION,
    minSdk,
    targetSdk: sdk('targetSdkVersion') ?? minSdk,
    mayBe(element, attribute, wanted, whenAbsent) {
      const found = values(element, attribute);
      return found.length === 0 ? whenAbsent === wanted : found.some((value) => isTrue(value) === wanted);
    },
    texts,
    text: (element, attribute) => texts(element, attribute)[0],
    number,
  };
}

export const childrenOf = ({ children }: XmlElement, ...names: readonly string[]): XmlElement[] =>
  children.filter(({ name }) => names.includes(name));

/**
 * The attributes that identify an element. Other attributes change from build to build, but a finding must keep its
 * identity.
 */
const IDENTIFYING = new Set(
  [
    'name',
    'exported',
    'permission',
    'readPermission',
    'writePermission',
    'protectionLevel',
    'launchMode',
    'taskAffinity',
  ].map((name) => `android:${name}`),
);

/** Makes a finding about an element. Its tag is shown with the identifying attributes and with `attributes`. */
export function inElement(
  rule: string,
  element: XmlElement,
  message: string,
  { attributes = [], ...more }: Partial<RawFinding> & { readonly attributes?: readonly string[] } = {},
): RawFinding {
  const shown = new Map(
    [...element.attributes].filter(
      ([name]) => IDENTIFYING.has(name) || attributes.some((each) => name === `android:${each}`),
    ),
  );
  return {
    rule,
    place: MANIFEST,
    excerpt: plainText(openingTag({ ...element, attributes: shown }), MAX_EXCERPT),
    message,
    ...more,
  };
}

/** Converts a value to a boolean as Android does. */
function isTrue(value: XmlValue): boolean {
  if (value.kind === 'boolean') return value.boolean;
  if (value.kind === 'number') return value.number !== 0;
  return value.kind === 'text' && /^(1|true|TRUE)$/.test(value.text);
}

/** Reads an API level. An unreleased version has a letter and is newer than any number. */
function numberOf(value: XmlValue): number | undefined {
  if (value.kind === 'number') return value.number;
  if (value.kind !== 'text') return undefined;
  return /^-?\d+$/.test(value.text) ? Number(value.text) : /^[A-Z]/.test(value.text) ? 10_000 : undefined;
}
