import { catalogue, engineProfiles, underDecisions } from '@assay/analysis';
import { detectLanguage } from '@assay/source-text';
import type { StagedFile } from '@assay/target-records';
import { unseenCode } from './unseen-code';

const file = (path: string, more: Partial<StagedFile> = {}): StagedFile => ({
  ...{ staged: path, path, size: 1, lines: 10, language: detectLanguage(path) },
  ...more,
});
const engine = (id: string) => engineProfiles.find((each) => each.id === id);
const unseen = (...files: StagedFile[]) => unseenCode(files, catalogue, engine);

describe('code that no tool knows', () => {
  it('is named by language, with its files and lines, the most lines first', () => {
    const many = Array.from({ length: 5 }, (_, index) => file(`infra/m${index}/main.pl`));
    expect(unseen(file('run.lua'), ...many, file('src/app.ts'), file('main.go'), file('a.php'))).toEqual([
      {
        language: 'perl',
        files: 5,
        lines: 50,
        first: ['infra/m0/main.pl', 'infra/m1/main.pl', 'infra/m2/main.pl'],
      },
      { language: 'lua', files: 1, lines: 10, first: ['run.lua'] },
    ]);
  });

  it('is not code that is left out, and neither data nor prose', () =>
    expect(unseen(file('vendor/a.pl', { leftOut: true }), file('data.csv'), file('notes.txt'), file('x.bin'))).toEqual(
      [],
    ));

  it('is code whose one tool was switched off', () => {
    const others = catalogue.filter(({ id }) => id !== 'swift-safety');
    expect(unseen(file('a.swift'))).toEqual([]);
    expect(unseenCode([file('a.swift')], others, engine)).toMatchObject([{ language: 'swift' }]);
  });

  it('is no test that the tools for its language pass over', () => {
    const recommended = catalogue.filter((tool) => underDecisions({ profile: 'recommended' }, tool) !== undefined);
    const tests = ['context_test.go', 'tests/LoggerTest.php', 'spec/order_spec.rb', 'OrderTest.java'];
    expect(
      unseenCode(
        tests.map((path) => file(path)),
        recommended,
        engine,
      ),
    ).toEqual([]);
  });

  it('is no Terraform, whose modules a tool reads', () =>
    expect(unseen(file('infra/main.tf'), file('prod.auto.tfvars'), file('a.tofu'))).toEqual([]));

  it('is no lock of Terraform, but other files in the same language', () =>
    expect(unseen(file('.terraform.lock.hcl', { role: 'lockfile' }), file('terragrunt.hcl'))).toMatchObject([
      { language: 'hcl', first: ['terragrunt.hcl'] },
    ]));

  it('is no script of a shell', () =>
    expect(unseen(file('run.sh'), file('a.bash'), file('b.bats'), file('gradlew', { language: 'shell' }))).toEqual([]));

  it('is told from code in files whose place alone a tool goes by', () => {
    const tool = { files: ['deploy/*.tf'], engine: 'eslint', reads: 'source' } as const;
    expect(unseenCode([file('deploy/a.tf'), file('other/a.tf')], [tool], engine)).toMatchObject([
      { files: 1, first: ['other/a.tf'] },
    ]);
  });
});
