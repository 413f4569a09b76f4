import { type Plist, isDictionary, isList, isTrueAt, textAt, valueAt } from '@assay/target-records';
import { type FileFinding, missingKey, keyFinding } from './key-findings';

/** Versions of iOS before 15 have had no security updates since 2024. */
const OLDEST_MAINTAINED = 15;
/** Access that needs a reason: the keys of which one must give it. */
const NEEDS_REASON: Readonly<Record<string, readonly string[]>> = {
  location: [
    'NSLocationAlwaysAndWhenInUseUsageDescription',
    'NSLocationAlwaysUsageDescription',
    'NSLocationWhenInUseUsageDescription',
  ],
  'bluetooth-central': ['NSBluetoothAlwaysUsageDescription', 'NSBluetoothPeripheralUsageDescription'],
  'bluetooth-peripheral': ['NSBluetoothAlwaysUsageDescription', 'NSBluetoothPeripheralUsageDescription'],
  'nearby-interaction': ['NSNearbyInteractionUsageDescription'],
};
const EMPTY_REASON = /^\s*(?:todo|tbd|test|xxx+|lorem ipsum.*|(?:usage )?description|\.+|-+)?\s*$/i;

/** Judges the app's own Info.plist. */
export const judgeApp = (plist: Plist): FileFinding[] => [
  ...judgeReasons(plist),
  ...judgeLinks(plist),
  ...judgeBackground(plist),
  ...judgeRest(plist),
];

function judgeReasons(plist: Plist): FileFinding[] {
  if (!isDictionary(plist)) return [];
  return [...plist]
    .filter(
      ([key, value]) => /^NS\w+UsageDescription$/.test(key) && typeof value === 'string' && EMPTY_REASON.test(value),
    )
    .map(([key, value]) =>
      keyFinding(
        'empty-usage-description',
        [key],
        value,
        `${key} does not say what the data is for: nobody can agree to it knowingly`,
      ),
    );
}

function judgeLinks(plist: Plist): FileFinding[] {
  return listAt(plist, 'CFBundleURLTypes')
    .flatMap((type) => textsAt(type, 'CFBundleURLSchemes'))
    .map((scheme) =>
      keyFinding(
        'custom-scheme',
        ['CFBundleURLSchemes'],
        scheme,
        `Links of the scheme ${scheme} open the app, and any other app that names the same scheme`,
      ),
    );
}

function judgeBackground(plist: Plist): FileFinding[] {
  const modes = textsAt(plist, 'UIBackgroundModes');
  const unreasoned = modes.filter(
    (mode) => Object.hasOwn(NEEDS_REASON, mode) && !NEEDS_REASON[mode]!.some((key) => textAt(plist, key) !== undefined),
  );
  return [
    ...(modes.length > 0
      ? [
          keyFinding(
            'background-modes',
            ['UIBackgroundModes'],
            modes.join(', '),
            `The app works while it is not used: ${modes.join(', ')}`,
          ),
        ]
      : []),
    ...unreasoned.map((mode) =>
      keyFinding(
        'missing-usage-description',
        ['UIBackgroundModes'],
        mode,
        `The app uses ${mode} in the background and never says what for: ${NEEDS_REASON[mode]![0]} is missing`,
      ),
    ),
  ];
}

function judgeRest(plist: Plist): FileFinding[] {
  const found: FileFinding[] = [];
  if (isTrueAt(plist, 'UIFileSharingEnabled'))
    found.push(
      keyFinding(
        'file-sharing',
        ['UIFileSharingEnabled'],
        true,
        'Whoever connects the device to a computer reads and changes the documents of the app',
      ),
    );
  const oldest = textAt(plist, 'MinimumOSVersion');
  if (oldest !== undefined && Number.parseInt(oldest, 10) < OLDEST_MAINTAINED)
    found.push(
      keyFinding(
        'low-minimum-version',
        ['MinimumOSVersion'],
        oldest,
        `The app runs on iOS ${oldest}, which has no security updates any more`,
      ),
    );
  if (valueAt(plist, 'ITSAppUsesNonExemptEncryption') === undefined)
    found.push(
      missingKey(
        'encryption-undeclared',
        'ITSAppUsesNonExemptEncryption',
        'Nothing says whether the app brings encryption of its own, which exports are asked about',
      ),
    );
  return found;
}

const listAt = (plist: Plist, key: string): readonly Plist[] => {
  const value = valueAt(plist, key);
  return isList(value) ? value : [];
};

const textsAt = (plist: Plist, key: string): string[] => listAt(plist, key).filter((each) => typeof each === 'string');
