import { parserPackages, registrationOf } from './languages';

describe('the parser of a language', () => {
  it('is found for each language that is read', () => {
    for (const name of parserPackages()) expect(registrationOf(name.split('lang-')[1]!).extensions).not.toEqual([]);
  });

  it('that is not installed is named, with the command that installs it and without a folder of this machine', () => {
    expect(() => registrationOf('cobol')).toThrow(
      /^the package @ast-grep\/lang-cobol is missing; npm install --no-save -w @assay\/engine-languages installs it$/,
    );
  });
});
