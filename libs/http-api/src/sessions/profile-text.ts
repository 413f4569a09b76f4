import { PROFILES } from '@assay/scanning';

/** Each profile with what it is for, as the documentation lists them. */
export const PROFILE_TEXT = Object.entries(PROFILES)
  .map(([id, { description }]) => `${id} (${description})`)
  .join('; ');
