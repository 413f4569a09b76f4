import type { ToolDefinition } from '../src/catalogue/tool';
import type { EngineProfile } from '../src/engines/engine-profile';
import { runOn } from './run-on';

export interface HostileFiles {
  readonly tools: readonly ToolDefinition[];
  /** The files' extension, with the dot, or a whole file name if the engine's tools read only that name. */
  readonly extension: string;
  /** A file of several lines in which the tools find a weakness on a known line, with `\n` line ends. */
  readonly flawed: string;
  /** A file that the engine cannot parse; undefined for formats in which everything parses. */
  readonly malformed?: string;
  /** One line of about 2 MB and a deeply nested file, both of the engine's format. */
  readonly longLine: string;
  readonly deep: string;
}

/** The requirements on every file-scoped engine for a target with files that were made to break it. */
export function describeHostileFiles(
  profile: EngineProfile,
  { tools, extension, flawed, malformed, longLine, deep }: HostileFiles,
): void {
  const named = (folder: string) =>
    /^\.[^/]*$/.test(extension) ? `${folder}/file${extension}` : `${folder}/${extension}`;

  describe(`${profile.name} and hostile files`, () => {
    it('still finds what is wrong in the other files, and lists what it could not read', async () => {
      const alone = await runOn(profile, tools, { [named('good')]: flawed });
      expect(alone.found.length).toBeGreaterThan(0);

      const tree = {
        [named('a-empty')]: '',
        [named('b-binary')]: Buffer.from(Array.from({ length: 4_096 }, (_, index) => (index * 7919) % 256)),
        ...(malformed !== undefined && { [named('c-malformed')]: malformed }),
        [named('d-long-line')]: longLine,
        [named('e-deep')]: deep,
        [named('good')]: flawed,
        [named('z-blank')]: '\n\n',
      };
      const run = await runOn(profile, tools, tree);
      expect(run.found.filter((finding) => finding.startsWith('good/'))).toEqual(alone.found);
      expect(run.unreadable).toEqual(
        expect.arrayContaining([named('b-binary'), ...(malformed === undefined ? [] : [named('c-malformed')])]),
      );
      expect(run.unreadable).not.toContain(named('a-empty'));
      for (const { id } of tools)
        expect(run.tool(id)).toMatchObject({
          outcome: { status: 'completed' },
          filesChecked: Object.keys(tree).length,
        });
    }, 120_000);

    it('reads CRLF line ends and a byte order mark as nothing special', async () => {
      const forms = { plain: flawed, crlf: flawed.replaceAll('\n', '\r\n'), marked: `\ufeff${flawed}` };
      const run = await runOn(
        profile,
        tools,
        Object.fromEntries(Object.entries(forms).map(([folder, text]) => [named(folder), text])),
      );
      const foundIn = (form: keyof typeof forms) =>
        run.found.filter((each) => each.startsWith(`${form}/`)).map((each) => each.slice(form.length));
      expect(foundIn('plain').length).toBeGreaterThan(0);
      expect(foundIn('crlf')).toEqual(foundIn('plain'));
      expect(foundIn('marked')).toEqual(foundIn('plain'));
    }, 120_000);
  });
}
