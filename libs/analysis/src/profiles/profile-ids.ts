/** The purpose of each profile, for the person who chooses one. Their rules are in `profiles`. */
export const PROFILE_TEXTS = {
  recommended: 'defects and weaknesses, without what is a matter of style and taste',
  security: 'weaknesses that somebody could exploit, secrets, and nothing else',
  strict: 'every rule of every tool',
} as const;

/** All of them in a sentence, for help and documents. */
export const PROFILES_IN_WORDS = Object.entries(PROFILE_TEXTS)
  .map(([id, text]) => `${id} (${text})`)
  .join('; ');

export type ProfileId = keyof typeof PROFILE_TEXTS;
export const PROFILE_IDS = Object.keys(PROFILE_TEXTS) as readonly ProfileId[];
