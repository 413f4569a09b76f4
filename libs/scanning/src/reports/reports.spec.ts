import fc from 'fast-check';
import { content, cutTool, finding, hostileFinding, hostileText, tool, whole } from '../../test/report-content';
import { htmlReport } from './html/html-report';
import { jsonReport } from './json-report';
import type { ReportContent } from './report';
import { sarifReport } from './sarif-report';

const sarif = async (given: ReportContent) =>
  JSON.parse(
    await whole(sarifReport(given, { version: '1.0.0', definition: () => undefined, rulePage: () => undefined })),
  );
describe('a report', () => {
  it('is JSON, whatever it quotes', () =>
    fc.assert(
      fc.asyncProperty(fc.array(hostileFinding, { maxLength: 4 }), async (findings) => {
        const { success, data } = JSON.parse(await whole(jsonReport(content(findings), { success: true })));
        expect({ success, findings: data.findings }).toEqual({
          success: true,
          findings: findings.map(({ id, title, severity, category, file, line, tool }) => ({
            id,
            title,
            severity,
            category,
            file,
            line,
            tool,
          })),
        });
      }),
    ));

  it('is SARIF in several runs where receivers take no more in one, with every result and every tool', async () => {
    const { runs } = await sarif(content(Array.from({ length: 25_001 }, (_, number) => finding(number))));
    expect(runs.map(({ results }: { results: unknown[] }) => results.length)).toEqual([25_000, 1]);
    expect(
      new Set(runs.map(({ automationDetails }: { automationDetails: { id: string } }) => automationDetails.id)).size,
    ).toBe(2);
    for (const {
      tool: { extensions },
      results,
    } of runs) {
      expect(extensions.map(({ name }: { name: string }) => name)).toEqual(['alpha', 'beta']);
      for (const { ruleId, rule } of results)
        if (extensions[rule.toolComponent.index].rules[rule.index].id !== ruleId)
          throw new Error(`${ruleId} has another place`);
    }
  });

  it('is SARIF whose places are relative references, whatever a file is called', () =>
    fc.assert(
      fc.asyncProperty(
        hostileText.filter((file) => file !== ''),
        async (file) => {
          const {
            runs: [
              {
                results: [
                  {
                    locations: [{ physicalLocation }],
                  },
                ],
              },
            ],
          } = await sarif(content([finding(1, { file })]));
          const { uri } = physicalLocation.artifactLocation;
          expect(decodeURIComponent(uri)).toBe(file.replace(/\p{Surrogate}/gu, '\ufffd'));
          expect(uri).toMatch(/^[A-Za-z0-9\-_.!~*'()%/]*$/);
          expect(physicalLocation.region).toEqual({ startLine: 3, endLine: 4, snippet: { text: 'one\ntwo' } });
        },
      ),
    ));

  it('is SARIF in which the place of a page is its address', async () => {
    const {
      runs: [
        {
          results: [
            {
              locations: [
                {
                  physicalLocation: { artifactLocation },
                },
              ],
            },
          ],
        },
      ],
    } = await sarif(content([finding(1, { file: 'https://example.com/a?b=c d' })]));
    expect(artifactLocation).toEqual({ uri: 'https://example.com/a?b=c%20d' });
  });

  it('says in SARIF and on the page what is counted and not listed', async () => {
    const said = '1002 further findings of noisy are counted and judged, not listed: 1000 low, 2 info';
    const given = () => content([finding(1)], { tools: [tool('alpha'), cutTool('noisy')] });
    const [run] = (await sarif(given())).runs;
    expect(run.invocations[0]).toMatchObject({
      executionSuccessful: true,
      toolExecutionNotifications: [{ level: 'warning', message: { text: said } }],
    });
    expect(run.tool.extensions[1].properties.notKept).toMatchObject({ low: 1_000, info: 2 });
    expect(await whole(htmlReport(given(), { rulePage: () => undefined }))).toContain(`<p class="note">${said}</p>`);
  });

  it('says in SARIF and on the page that what a tool had found before its time was over is kept', async () => {
    const slow = { ...tool('slow', 'failed', 'timed out after 60000 ms'), findingsCount: 12 };
    const said = 'timed out after 60000 ms; the 12 findings until then are kept';
    const [run] = (await sarif(content([], { tools: [slow] }))).runs;
    expect(run.invocations[0].toolExecutionNotifications).toMatchObject([
      { message: { text: `slow failed: ${said}` } },
    ]);
    expect(await whole(htmlReport(content([], { tools: [slow] }), { rulePage: () => undefined }))).toContain(said);
  });

  it('says in SARIF and on the page which code no tool knows', async () => {
    const said = 'no tool knows terraform: 4 files with 90 lines (a.tf, b.tf, …)';
    const unseen = [{ language: 'terraform', files: 4, lines: 90, first: ['a.tf', 'b.tf'] }];
    const [run] = (await sarif(content([], { unseen }))).runs;
    expect(run.invocations[0].toolExecutionNotifications).toMatchObject([
      { level: 'warning', message: { text: said } },
    ]);
    expect(await whole(htmlReport(content([], { unseen }), { rulePage: () => undefined }))).toContain(said);
  });

  it('says in SARIF and on the page whose code was left out', async () => {
    const left = { role: 'environment', basis: 'path', leftOut: true, files: 2, lines: 90, first: ['.venv/'] };
    const said =
      'left out, not charged, and read for secrets and licences alone: 2 files of installed packages with 90 lines ' +
      'of code: .venv/ (a scan that includes environment looks at them)';
    const given = () => content([finding(1, { file: 'src/made.ts', role: 'generated' })], { roles: [left] });
    const [run] = (await sarif(given())).runs;
    expect(run.invocations[0]).toMatchObject({
      executionSuccessful: true,
      toolExecutionNotifications: [{ level: 'note', message: { text: said } }],
    });
    expect(run.results[0].properties.role).toBe('generated');
    const page = await whole(htmlReport(given(), { rulePage: () => undefined }));
    expect(page).toContain(`<p class="note">${said}</p>`);
    expect(page).toContain('<span class="role">generated</span>');
  });

  it('is SARIF that is not successful where a tool failed, and says why', async () => {
    const {
      runs: [{ invocations, results }],
    } = await sarif(
      content([finding(1, { file: null })], { tools: [tool('alpha', 'failed', 'it broke'), tool('beta', 'skipped')] }),
    );
    expect(invocations).toEqual([
      {
        executionSuccessful: false,
        endTimeUtc: '2026-11-20T10:00:00.000Z',
        toolExecutionNotifications: [
          { level: 'error', message: { text: 'alpha failed: it broke' }, descriptor: { id: 'failed/alpha' } },
          { level: 'warning', message: { text: 'beta was skipped' }, descriptor: { id: 'skipped/beta' } },
        ],
      },
    ]);
    expect(results[0].locations).toBeUndefined();
  });
});
