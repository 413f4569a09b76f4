/** A label of a runner of GitHub's that no machine has any more. */
export interface RetiredRunner {
  /** The day from which on no job was given a machine, as GitHub announced it. */
  readonly since: string;
  /** A label of the same system that GitHub had in 2026. */
  readonly instead: string;
}

const UBUNTU = 'ubuntu-24.04';
const WINDOWS = 'windows-2025';
/** For processors of ARM. Programs for Intel need `macos-15-intel`. */
const MACOS = 'macos-15';

/** From the announcements in the repository actions/runner-images. The large runners of macOS go with the others. */
const RETIRED: Readonly<Record<string, RetiredRunner>> = {
  'ubuntu-16.04': { since: '2021-09-20', instead: UBUNTU },
  'ubuntu-18.04': { since: '2023-04-03', instead: UBUNTU },
  'ubuntu-20.04': { since: '2025-04-15', instead: UBUNTU },
  'windows-2016': { since: '2022-04-01', instead: WINDOWS },
  'windows-2019': { since: '2025-06-30', instead: WINDOWS },
  'macos-10.14': { since: '2020-01-15', instead: MACOS },
  'macos-10.15': { since: '2022-12-01', instead: MACOS },
  'macos-11': { since: '2024-06-28', instead: MACOS },
  'macos-12': { since: '2024-12-03', instead: MACOS },
  'macos-13': { since: '2025-12-08', instead: MACOS },
};

/** @param label as a job asks for it; GitHub knows no difference between small and capital letters */
export const retiredRunner = (label: string): RetiredRunner | undefined => RETIRED[label.toLowerCase().replace(/^(macos-.*?)-(?:large|xlarge)$/, '$1')];
