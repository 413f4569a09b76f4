import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { flowTools } from '../../../libs/analysis/src/catalogue/flow';
import { engine } from '../../../libs/analysis/src/engines/flow/flow.engine';
import { cOf, cppOf } from '../../../libs/analysis/src/engines/flow/test/c-programs';
import { csharpOf } from '../../../libs/analysis/src/engines/flow/test/csharp-programs';
import { goOf } from '../../../libs/analysis/src/engines/flow/test/go-programs';
import { javaOf } from '../../../libs/analysis/src/engines/flow/test/java-programs';
import { kotlinOf } from '../../../libs/analysis/src/engines/flow/test/kotlin-programs';
import { phpOf } from '../../../libs/analysis/src/engines/flow/test/php-programs';
import { programs } from '../../../libs/analysis/src/engines/flow/test/programs';
import { rubyOf } from '../../../libs/analysis/src/engines/flow/test/ruby-programs';
import { BROKE } from '../../../libs/analysis/src/engines/kit/per-file';
import type { FuzzedParser } from './parsers';

/** Data flow reported that a source was not read, or not followed to the end, with the reason. */
class NotAnalysed extends Error {}

type Sources = Readonly<Record<string, string>>;

/** Signs that open, close or nest constructs in most languages. */
const SIGNS = [
  '(',
  ')',
  '{',
  '}',
  '[',
  ']',
  '<',
  '>',
  '"',
  "'",
  '`',
  '${',
  '#{',
  '/*',
  '*/',
  '//',
  '\n',
  '\r',
  '\ufeff',
];
const WORDS = [
  'if (a) {',
  'for (;;) {',
  'return ',
  'class A extends A {',
  'f(f(f(',
  'a.b.c = a',
  ' + a',
  '? a : ',
  '=> {',
];
const TYPES = [': A<B>', ' as any', '<T extends T>', 'interface A {', 'enum A {', 'type A = A[];', '!', '?: ', '@a() '];

/** The data flow of one language, which reads each source as the only file of a target. */
const dataFlow = (
  tool: string,
  file: string,
  sources: readonly Sources[],
  words: readonly string[] = [],
): FuzzedParser => ({
  samples: () => sources.flatMap((each) => Object.values(each)).map((text) => Buffer.from(text)),
  tokens: [...SIGNS, ...WORDS, ...words],
  refusals: [NotAnalysed],
  effort: 2,
  async parse(bytes, folder) {
    // Binary files are not read at all, and would be half of the inputs, so each input is made a text.
    const text = Buffer.from(bytes.toString('utf8').replaceAll('\0', ' '));
    writeFileSync(join(folder, file), text);
    const files = [{ staged: file, path: file, size: text.length, lines: 0, language: 'unknown' }];
    const nothing = () => undefined;
    const said: string[] = [];
    let isCompleted = false;
    await engine.run(
      { engine: 'flow', tools: flowTools.filter(({ id }) => id === tool), root: folder, files, scratch: folder },
      {
        engine: nothing,
        finding: nothing,
        unreadable: (_, __, reason) => {
          if (reason.startsWith(BROKE)) throw new Error(reason);
          said.push(reason);
        },
        completed: () => (isCompleted = true),
        failed: (_, reason) => {
          throw new Error(reason);
        },
        skipped: nothing,
        progress: nothing,
      },
    );
    if (!isCompleted) throw new Error('neither completed nor failed');
    if (said.length > 0) throw new NotAnalysed(said.join('; '));
  },
});

const named = (sources: (what: string) => Sources): readonly Sources[] => programs.map(({ what }) => sources(what));

const JAVASCRIPT = programs.map(({ javascript }) => javascript);

export const FLOW_SOURCES: Readonly<Record<string, FuzzedParser>> = {
  'data flow of C': dataFlow('c-data-flow', 'a.c', named(cOf)),
  'data flow of C++': dataFlow('c-data-flow', 'a.cpp', named(cppOf)),
  'data flow of C#': dataFlow('csharp-data-flow', 'A.cs', named(csharpOf)),
  'data flow of Go': dataFlow('go-data-flow', 'a.go', named(goOf)),
  'data flow of Java': dataFlow('java-data-flow', 'A.java', named(javaOf)),
  'data flow of JavaScript': dataFlow('js-data-flow', 'a.js', JAVASCRIPT),
  'data flow of Kotlin': dataFlow('kotlin-data-flow', 'a.kt', named(kotlinOf)),
  'data flow of PHP': dataFlow('php-data-flow', 'a.php', named(phpOf)),
  'data flow of Python': dataFlow(
    'py-data-flow',
    'a.py',
    programs.map(({ python }) => python),
  ),
  'data flow of Ruby': dataFlow('ruby-data-flow', 'a.rb', named(rubyOf)),
  'data flow of TypeScript': dataFlow('js-data-flow', 'a.ts', JAVASCRIPT, TYPES),
};
