import { createRequire } from 'node:module';
import { extname } from 'node:path';
import { commandThatAdds } from '../../engine-profile';

const LANGUAGES: Readonly<Record<string, readonly string[]>> = {
  c: ['.c'],
  // Headers are read as C++. Its grammar accepts C declarations too, but the C grammar reports errors for a class.
  cpp: ['.h', '.cc', '.cpp', '.cxx', '.hh', '.hpp', '.hxx', '.ipp', '.tpp'],
  csharp: ['.cs'],
  go: ['.go'],
  java: ['.java'],
  kotlin: ['.kt', '.kts'],
  php: ['.php', '.phtml', '.inc'],
  ruby: ['.rb', '.rake'],
  rust: ['.rs'],
  swift: ['.swift'],
};

const languageByExtension = new Map(
  Object.entries(LANGUAGES).flatMap(([language, extensions]) =>
    extensions.map((extension) => [extension, language] as const),
  ),
);

export const languageOf = (path: string): string | undefined => languageByExtension.get(extname(path).toLowerCase());

/**
 * The location of a language's parser: a native library that each `@ast-grep/lang-…` package contains for the common
 * platforms.
 */
interface LanguageRegistration {
  readonly libraryPath: string;
  readonly extensions: string[];
  readonly languageSymbol: string;
  readonly expandoChar: string;
}

/** @throws when the language's package is not installed or has no parser for this platform. */
export function registrationOf(language: string): LanguageRegistration {
  const installed = installedParser(language);
  return {
    libraryPath: installed.libraryPath,
    extensions: installed.extensions,
    languageSymbol: installed.languageSymbol,
    expandoChar: installed.expandoChar,
  };
}

const parserPackage = (language: string): string => `@ast-grep/lang-${language}`;

/** The packages without which a language is not read. */
export const parserPackages = (): readonly string[] => Object.keys(LANGUAGES).map(parserPackage);

function installedParser(language: string): LanguageRegistration {
  const name = parserPackage(language);
  try {
    return createRequire(__filename)(name) as LanguageRegistration;
  } catch (error) {
    // The error of Node names folders of this machine.
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND')
      throw new Error(`the package ${name} is missing; ${commandThatAdds('languages')} installs it`, { cause: error });
    throw error;
  }
}
