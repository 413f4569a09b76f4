/** A published hole of a library or application, in the last version before its fix. */
export interface HoleOfAdvisory {
  readonly advisory: string;
  readonly package: string;
  readonly version: string;
  readonly language: string;
  readonly cwe: string;
  readonly file: string;
  /** Whether a scan of the version for data flow alone finds it. */
  readonly found: boolean;
  /** The reason why it is missed, or what is found. */
  readonly why: string;
}

export interface HolesOfAdvisories {
  /** How they were chosen. */
  readonly documentation: string;
  readonly holes: readonly HoleOfAdvisory[];
}

/** One line for each language, with the number of its holes that are found, and one for each that is missed. */
export function linesOfAdvisories({ holes }: HolesOfAdvisories): string[] {
  const languages = [...new Set(holes.map(({ language }) => language))].sort();
  const lines = languages.map((language) =>
    shareOf(
      language,
      holes.filter((hole) => hole.language === language),
    ),
  );
  const missed = holes.filter(({ found }) => !found);
  return [
    shareOf('all', holes),
    ...lines,
    ...missed.map(
      ({ advisory, cwe, package: name, version, why }) => `  missed  ${advisory} ${cwe} ${name} ${version}: ${why}`,
    ),
  ];
}

const shareOf = (name: string, holes: readonly HoleOfAdvisory[]): string =>
  `${name}: ${holes.filter(({ found }) => found).length} of ${holes.length} published holes are listed as found`;
