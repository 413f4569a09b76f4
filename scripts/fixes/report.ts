import { type Fix, SHARES, type Share, shareOf } from './list';

/** One line for each language and share: how many holes are reported, and how many of them still after the fix. */
export function linesOfFixes(fixes: readonly Fix[]): string[] {
  const measured = fixes.filter(({ before }) => before !== undefined);
  const languages = [...new Set(measured.map(({ language }) => language))].sort();
  return SHARES.flatMap((share) => {
    const own = measured.filter((fix) => shareOf(fix) === share);
    const ofLanguages = languages.map(
      (language) => [language, own.filter((fix) => fix.language === language)] as const,
    );
    return [...ofLanguages, ['all', own] as const]
      .filter(([, some]) => some.length > 0)
      .map(([name, some]) => lineOf(share, name, some));
  });
}

function lineOf(share: Share, name: string, fixes: readonly Fix[]): string {
  const found = fixes.filter(({ before }) => before !== null);
  const severe = found.filter(({ before }) => before === 'critical' || before === 'high');
  const still = found.filter(({ before, after }) => after !== null && after === before);
  const ofAfter = found.some(({ after }) => after === undefined)
    ? 'the calls after their fix are not measured'
    : `${still.length} of these calls as before after their fix`;
  return (
    `${share}, ${name}: ${found.length} of ${fixes.length} holes are reported, ${severe.length} with high severity; ` +
    ofAfter
  );
}
