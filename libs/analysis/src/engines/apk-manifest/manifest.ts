import type { RawFinding } from '../engine';
import { plainText } from '@assay/source-text';
import { type ApkRecord, type XmlElement, type XmlValue, openingTag } from '@assay/target-records';

/** A manifest, with what its attributes are set to as Android sees it. */
export interface Manifest {
  readonly root: XmlElement;
  readonly application: XmlElement;
  /** The oldest version of Android that it runs on, as the level of its API. */
  readonly minSdk: number;
  /** The version that it was made for, by which Android chooses what holds where nothing is said. */
  readonly targetSdk: number;
  /** Whether the attribute is this in any configuration (language, version …) of the app. */
  mayBe(element: XmlElement, attribute: string, wanted: boolean, whenAbsent: boolean): boolean;
  /** Every text that it may be; none where it is not set. */
  texts(element: XmlElement, attribute: string): readonly string[];
  text(element: XmlElement, attribute: string): string | undefined;
  number(element: XmlElement, attribute: string): number | undefined;
}

export const MANIFEST = 'AndroidManifest.xml';
const SHOWN = 600;
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
  // Two of an element are two chances to set something: Android takes the last one that says it.
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
 * What says which element is meant. The rest of a tag changes from build to build, and a finding shall stay the same
 * one.
 */
const TELLING = new Set(
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

/** A finding about an element, shown as its tag, with `attributes` among those of it that are shown. */
export function inElement(
  rule: string,
  element: XmlElement,
  message: string,
  { attributes = [], ...more }: Partial<RawFinding> & { readonly attributes?: readonly string[] } = {},
): RawFinding {
  const shown = new Map(
    [...element.attributes].filter(
      ([name]) => TELLING.has(name) || attributes.some((each) => name === `android:${each}`),
    ),
  );
  return {
    rule,
    place: MANIFEST,
    excerpt: plainText(openingTag({ ...element, attributes: shown }), SHOWN),
    message,
    ...more,
  };
}

/** As Android converts what an attribute holds. */
function isTrue(value: XmlValue): boolean {
  if (value.kind === 'boolean') return value.boolean;
  if (value.kind === 'number') return value.number !== 0;
  return value.kind === 'text' && /^(1|true|TRUE)$/.test(value.text);
}

/** Versions before their release are called by a letter; they are newer than any number. */
function numberOf(value: XmlValue): number | undefined {
  if (value.kind === 'number') return value.number;
  if (value.kind !== 'text') return undefined;
  return /^-?\d+$/.test(value.text) ? Number(value.text) : /^[A-Z]/.test(value.text) ? 10_000 : undefined;
}
