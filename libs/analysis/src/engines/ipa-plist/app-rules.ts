import { type Plist, isDictionary, isList, isTrueAt, textAt, valueAt } from '@assay/target-records';
import { type Found, absent, entry } from './found';

/** iOS before 15 has had no security updates since 2024. */
const OLDEST_MAINTAINED = 15;
/** What the app does in the background, and the keys of which one has to say why. */
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

/** What the app's own Info.plist says of the app. */
export const judgeApp = (plist: Plist): Found[] => [
  ...judgeReasons(plist),
  ...judgeLinks(plist),
  ...judgeBackground(plist),
  ...judgeRest(plist),
];

function judgeReasons(plist: Plist): Found[] {
  if (!isDictionary(plist)) return [];
  return [...plist]
    .filter(
      ([key, value]) => /^NS\w+UsageDescription$/.test(key) && typeof value === 'string' && EMPTY_REASON.test(value),
    )
    .map(([key, value]) =>
      entry(
        'empty-usage-description',
        [key],
        value,
        `${key} does not say what the data is for: nobody can agree to it knowingly`,
      ),
    );
}

function judgeLinks(plist: Plist): Found[] {
  return listAt(plist, 'CFBundleURLTypes')
    .flatMap((type) => textsAt(type, 'CFBundleURLSchemes'))
    .map((scheme) =>
      entry(
        'custom-scheme',
        ['CFBundleURLSchemes'],
        scheme,
        `Links of the scheme ${scheme} open the app, and any other app that names the same scheme`,
      ),
    );
}

function judgeBackground(plist: Plist): Found[] {
  const modes = textsAt(plist, 'UIBackgroundModes');
  const unreasoned = modes.filter(
    (mode) => Object.hasOwn(NEEDS_REASON, mode) && !NEEDS_REASON[mode]!.some((key) => textAt(plist, key) !== undefined),
  );
  return [
    ...(modes.length > 0
      ? [
          entry(
            'background-modes',
            ['UIBackgroundModes'],
            modes.join(', '),
            `The app works while it is not used: ${modes.join(', ')}`,
          ),
        ]
      : []),
    ...unreasoned.map((mode) =>
      entry(
        'missing-usage-description',
        ['UIBackgroundModes'],
        mode,
        `The app uses ${mode} in the background and never says what for: ${NEEDS_REASON[mode]![0]} is missing`,
      ),
    ),
  ];
}

function judgeRest(plist: Plist): Found[] {
  const found: Found[] = [];
  if (isTrueAt(plist, 'UIFileSharingEnabled'))
    found.push(
      entry(
        'file-sharing',
        ['UIFileSharingEnabled'],
        true,
        'Whoever connects the device to a computer reads and changes the documents of the app',
      ),
    );
  const oldest = textAt(plist, 'MinimumOSVersion');
  if (oldest !== undefined && Number.parseInt(oldest, 10) < OLDEST_MAINTAINED)
    found.push(
      entry(
        'low-minimum-version',
        ['MinimumOSVersion'],
        oldest,
        `The app runs on iOS ${oldest}, which has no security updates any more`,
      ),
    );
  if (valueAt(plist, 'ITSAppUsesNonExemptEncryption') === undefined)
    found.push(
      absent(
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
