import { catalogue, documentationOf, engineProfiles, toolPage } from '@assay/analysis';
import { stripVTControlCharacters } from 'node:util';
import { defaultPriceList } from '@assay/kernel';
import { toolPageText } from './tool-page-text';
import { wrapped } from './wrapped';

const textOf = (id: string, columns: number): string => {
  const tool = catalogue.find((each) => each.id === id)!;
  const engine = engineProfiles.find((profile) => profile.id === tool.engine)!;
  return stripVTControlCharacters(
    toolPageText(toolPage(tool, engine, documentationOf(id)), defaultPriceList(), columns),
  );
};

describe("a tool's page on the terminal", () => {
  it('says what the tool is, what it costs and what runs it', () => {
    const text = textOf('eslint-security', 80);
    expect(text).toMatch(/^.+ {2}eslint-security\n/);
    for (const part of ['Billed as   security', 'costs 1 credit', 'ESLint (MIT', 'In general'])
      expect(text).toContain(part);
  });

  it('shows what is wrong, why, how to fix it, and both examples with the line that is meant', () => {
    const text = textOf('eslint-security', 80);
    expect(text).toMatch(/Weakness +CWE-78 OS Command Injection\n/);
    expect(text).toMatch(/ {2}Bad +src\/convert\.js:6: .+\n/);
    expect(text).toMatch(/^ +> +exec\('convert upload.svg '/m);
    expect(text).toMatch(/ {2}Good +src\/convert\.js:\d+\n/);
  });

  it.each([80, 100, 110])('fits into %i columns, but for words that are longer', (columns) => {
    const tooWide = catalogue
      .flatMap(({ id }) => textOf(id, columns).split('\n'))
      .filter((line) => line.length > columns && line.trim().split(/ +/).length > 2);
    expect(tooWide).toEqual([]);
  });

  it('is 80 columns wide where the output is no terminal, and never too wide to read', () => {
    expect(textOf('py-bugbear', 0)).toBe(textOf('py-bugbear', 80));
    expect(textOf('py-bugbear', 400)).toBe(textOf('py-bugbear', 110));
  });
});

describe('wrapped text', () => {
  it.each([
    ['one two three', 7, '', ['one two', 'three']],
    ['one two three', 10, '  a  ', ['  a  one', '     two', '     three']],
    ['incomprehensibilities here', 10, '', ['incomprehensibilities', 'here']],
    ['', 10, '', []],
  ])('%j at %i', (text, width, first, lines) => expect(wrapped(text, width, first)).toEqual(lines));
});
