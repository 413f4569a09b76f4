import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { flowTools } from '../../catalogue/flow';
import { engine } from './flow.engine';
import type * as Handlers from './interpret/handlers';
import type * as LowerKotlin from './lower/kotlin/lower-kotlin';

jest.mock('./lower/kotlin/lower-kotlin', () => {
  const { lowerKotlin } = jest.requireActual<typeof LowerKotlin>('./lower/kotlin/lower-kotlin');
  return {
    lowerKotlin: (...[root, file, ids]: Parameters<typeof lowerKotlin>) => {
      if (file.startsWith('Odd')) throw new TypeError('no such node');
      return lowerKotlin(root, file, ids);
    },
  };
});

jest.mock('./interpret/handlers', () => {
  const handlers = jest.requireActual<typeof Handlers>('./interpret/handlers');
  return {
    ...handlers,
    entryArguments: (...args: Parameters<typeof handlers.entryArguments>) => {
      if (args[1].name === 'odd') throw new TypeError('no such value');
      return handlers.entryArguments(...args);
    },
  };
});

const SOURCE = [
  'import org.springframework.web.bind.annotation.*',
  '@RestController',
  'class App {',
  '  @GetMapping("/")',
  '  fun view(@RequestParam name: String): Any? = Runtime.getRuntime().exec(name)',
  '}',
  '',
].join('\n');

/** The reports of the engine in their order: the file and rule of each finding. */
async function follow(names: readonly string[], source = SOURCE): Promise<string[]> {
  const root = mkdtempSync(join(tmpdir(), 'assay-broken-file-'));
  const told: string[] = [];
  const nothing = () => undefined;
  try {
    for (const name of names) writeFileSync(join(root, name), source);
    const files = names.map((name) => ({
      staged: name,
      path: name,
      size: source.length,
      lines: 7,
      language: 'kotlin',
    }));
    await engine.run(
      { engine: 'flow', tools: flowTools.filter(({ id }) => id === 'kotlin-data-flow'), root, files, scratch: root },
      {
        engine: nothing,
        finding: (_, { file, rule }) => void told.push(`${file} ${rule}`),
        unreadable: (_, file, reason) => void told.push(`${file}: ${reason}`),
        completed: () => void told.push('completed'),
        failed: nothing,
        skipped: nothing,
        progress: nothing,
      },
    );
    return told;
  } finally {
    rmSync(root, { recursive: true });
  }
}

describe('a file on which data flow makes a mistake of its own', () => {
  it('is named, and takes no finding of other files with it', async () =>
    expect(await follow(['App.kt', 'Odd.kt'])).toEqual([
      'Odd.kt: the engine broke on this file: no such node',
      'App.kt command-injection',
      'completed',
    ]));

  it('keeps what is found in its other functions, and is named once for all that are lost', async () =>
    expect(await follow(['App.kt'], `fun odd() = 1\nclass A { fun odd() = 2 }\n${SOURCE}`)).toEqual([
      'App.kt command-injection',
      'App.kt: the engine broke on this file: no such value',
      'completed',
    ]));

  it('fails the tool where there is no other', async () =>
    await expect(follow(['Odd.kt'])).rejects.toThrow('no such node'));
});
