import { DEFAULT_PROFILE, INCLUSIONS, PROFILES_IN_WORDS, PROFILE_IDS } from '@assay/scanning';
import { Flag, ListOf, OneOf, Text } from '../http/fields';

/** The field `include` of whatever starts an analysis. */
export const Included = () =>
  ListOf({
    values: INCLUSIONS,
    max: INCLUSIONS.length,
    optional: true,
    description:
      "Files that would be left out: installed packages, build output, copies of others' code, generated and " +
      'minified code, and what Git ignores. Those of these roles are analysed and charged like own code; `all` ' +
      'leaves nothing out.',
  });

/** The field `profile` of whatever starts an analysis. */
export const Profiled = () =>
  OneOf({
    values: PROFILE_IDS,
    optional: true,
    description:
      `Which rules count, and how severe they are: ${PROFILES_IN_WORDS}. ` +
      `Default: as the project says, else ${DEFAULT_PROFILE}.`,
  });

/** The field `history` of whatever starts an analysis. */
export const WithHistory = () =>
  Flag({
    optional: true,
    description:
      'Whether tools look at the last 200 commits of a repository, or of a directory that is a local clone of one. ' +
      'Default: as the project says, else true.',
  });

/** The field `quoteId` of whatever starts an analysis. */
export const Quoted = () =>
  Text({
    max: 100,
    optional: true,
    description:
      'A quote of POST /api/billing/quote, which is then exactly what is charged. Where it does not hold (it expired ' +
      'or was used; other tools, project or AI features), the start is refused. A target of another size fails, and ' +
      'everything is refunded.',
  });
