import { modelOf } from './stages';
import { parseShell } from './shell/parse-shell';
import { codeOf } from './syntax/code-map';
import { flagOf, jsonForm, parseDockerfile } from './syntax/parse-dockerfile';
import { expand, pairsIn } from './variables';

const instructions = (text: string) =>
  parseDockerfile(text).instructions.map(({ name, line, code }) => `${line} ${name} ${code.text}`);
const commands = (text: string) =>
  parseShell(
    codeOf(
      text.split('\n').map((line, at) => ({ text: line, line: at + 1 })),
      '\n',
    ),
  ).map(
    ({ words, line, then }) => `${line} ${words.map((word) => word.text).join('·')}${then === '' ? '' : ` ${then}`}`,
  );
const only = (text: string) => parseDockerfile(text).instructions[0]!;

describe('a Dockerfile is read as BuildKit reads it', () => {
  it.each([
    ['continued lines', 'FROM a:1\nRUN b \\\n  c\nUSER d', ['1 FROM a:1', '2 RUN b   c', '4 USER d']],
    ['comments and blank lines inside', 'RUN a \\\n# not\n\n  b\nUSER c', ['1 RUN a   b', '5 USER c']],
    ['a comment that is none', 'RUN echo "# a" # b', ['1 RUN echo "# a" # b']],
    ['other line ends', 'FROM a:1\r\nRUN b \\\r\n c\rUSER d', ['1 FROM a:1', '2 RUN b  c', '4 USER d']],
    ['another escape', '# escape=`\nRUN a `\n  b\nUSER c:\\', ['2 RUN a   b', '4 USER c:\\']],
    ['an escaped escape', 'COPY a \\\n b C:\\\\app\\\\\n\nUSER c', ['1 COPY a  b C:\\\\app\\\\', '4 USER c']],
    ['an escape too late', '# a remark\n# escape=`\nRUN a `\nUSER b', ['3 RUN a `', '4 USER b']],
    ['space behind the escape', 'RUN a \\  \n b', ['1 RUN a  b']],
    ['the end of the file in the midst', 'RUN a \\', ['1 RUN a']],
    ['ONBUILD', 'ONBUILD RUN a', ['1 RUN a']],
    ['here-documents', 'RUN <<A cat <<-B\nUSER x\nA\n\tUSER y\n\tB\nUSER z', ['1 RUN <<A cat <<-B', '6 USER z']],
    ['a quoted here-document', 'RUN echo "<<A"\nUSER x\nA', ['1 RUN echo "<<A"', '2 USER x', '3 A ']],
    ['one without an end', 'RUN cat <<A\nUSER x', ['1 RUN cat <<A', '2 USER x']],
  ])('%s', (_, text, expected) => expect(instructions(text)).toEqual(expected));

  it('flags, also of continued lines and in quotes', () => {
    const run = only('RUN --mount=type=cache,target=/a \\\n  --network="none" b --not=a-flag');
    expect([flagOf(run, 'mount'), flagOf(run, 'network'), run.code.text]).toEqual([
      'type=cache,target=/a',
      'none',
      'b --not=a-flag',
    ]);
  });

  it.each([
    ['CMD ["a", "b c"]', ['a', 'b c']],
    ["CMD ['a']", undefined],
    ['CMD [1]', undefined],
    ['CMD a', undefined],
  ])('%s as a list', (text, expected) => expect(jsonForm(only(text))).toEqual(expected));

  it.each([
    ['ENV A=1 B="2 3" C=4\\ 5', ['A=1', 'B=2 3', 'C=4\\ 5']],
    ['ENV A 1 2', ['A=1 2']],
    ['ARG A', ['A=undefined']],
    ['ARG A=', ['A=']],
  ])('%s as pairs', (text, expected) =>
    expect(pairsIn(only(text)).map(({ key, value }) => `${key}=${value}`)).toEqual(expected),
  );

  it('arguments above FROM, and stages that begin with stages', () => {
    const { stages } = modelOf('ARG V=3\nFROM alpine:${V} AS One\nSHELL ["/bin/bash", "-c"]\nRUN a\nFROM one\nRUN b');
    expect(stages.map(({ base, parent, isLast }) => [base, parent?.name, isLast])).toEqual([
      ['alpine:3', undefined, false],
      ['one', 'one', true],
    ]);
    expect(stages[1]!.runs[0]!.shell[0]).toBe('/bin/bash');
  });

  it('variables with what stands for those that are empty', () => {
    const known = new Map([['A', '1']]);
    expect(expand('$A ${A} ${B} ${B:-2} ${A:+3} \\$A', known)).toBe('1 1 ${B} 2 3 \\$A');
  });
});

describe('the shell of a RUN', () => {
  it.each([
    ['operators', 'a b && c || d; e | f &', ['1 a·b &&', '1 c ||', '1 d ;', '1 e |', '1 f &']],
    ['quotes', `a 'b c' "d $E" f\\ g`, ['1 a·b c·d $E·f g']],
    ['operators in quotes', `echo "a && b" '|'`, ['1 echo·a && b·|']],
    ['redirects', 'a > b 2>&1 <<< c', ['1 a']],
    ['substitutions', 'a "$(b | c)" `d`', ['1 b |', '1 c', '1 d', '1 a·$(b | c)·`d`']],
    ['conditions', 'if [ a = b ]; then c; else d; fi', ['1 [·a·=·b·] ;', '1 c ;', '1 d ;']],
    ['groups', '( a; b ) && { c; }', ['1 a ;', '1 b )', '1 c ;']],
    ['lines', 'a\nb # c\nd', ['1 a \n', '2 b \n', '3 d']],
    ['assignments', 'A=1 B=2 c', ['1 c']],
    ['what has no end', `a "b $(c 'd`, ['1 c·d', `1 a·b $(c 'd`]],
  ])('has %s', (_, text, expected) => expect(commands(text)).toEqual(expected));

  it.each([
    ['substitutions', '$('.repeat(50_000)],
    ['groups', '('.repeat(200_000)],
    ['quotes', `"'`.repeat(100_000)],
    ['redirects', '<'.repeat(200_000)],
    ['backquotes', '`'.repeat(100_001)],
  ])('is read to its end, however many %s there are', (_, text) => {
    expect(commands(text).length).toBeLessThan(text.length);
  });
});
