import { rulesByType } from '../../infrastructure/judge-resources';
import { findFaults } from '../find-faults';

const told = (text: string, file = '.gitlab-ci.yml'): string[] =>
  findFaults(file, text, rulesByType([]), true).faults.map(({ rule, at }) => `${at.line} ${rule}`);
const said = (text: string): string[] =>
  findFaults('.gitlab-ci.yml', text, rulesByType([]), true).faults.map(({ message }) => message);

describe('what GitLab refuses in a pipeline', () => {
  const open =
    'build: { script: [make], stage: compile, needs: [absent], extends: .absent }\n' +
    'empty: { image: node }\nreferring: { script: [!reference [.absent, script]] }\n';
  const wrong = [
    '1 undeclared-stage',
    '1 unknown-job',
    '1 unknown-template',
    '2 job-without-script',
    '3 unknown-reference',
  ];

  it('is told of names where nothing else is a part of the pipeline', () => expect(told(open).sort()).toEqual(wrong));

  it.each([
    ['a file that includes others', '.gitlab-ci.yml', 'include: ci/build.yml\n'],
    ['a file with a header', '.gitlab-ci.yml', 'spec: {}\n---\n'],
    ['a file that another one includes', '.gitlab/ci/build.yml', ''],
    ['a template', 'ci/build.gitlab-ci.yml', ''],
    ['a file of a folder, which declares no stages', 'app/.gitlab-ci.yml', ''],
    ['a template of a project', '{{cookiecutter.name}}/.gitlab-ci.yml', ''],
  ])('is not told of names in %s', (_, file, before) => expect(told(before + open, file)).toEqual([]));

  it('is told of stages where the file declares them, whatever it includes', () => {
    const jobs = 'stages: [build]\na: { stage: test, script: [make] }\nb: { script: [make] }\nc: { extends: .base }\n';
    expect(told(`include: ci/build.yml\n${jobs}`)).toEqual(['3 undeclared-stage']);
    expect(told(`stages: !reference [.stages]\n.stages: [test]\na: { stage: x, script: [make] }\n`)).toEqual([]);
  });

  it('is told of the stage that a job has by itself', () =>
    expect(said('stages: [build]\na:\n  script: [make]\n')).toEqual([
      '`a` names no stage, and `test`, which it then has, is not among the stages of the pipeline.',
    ]));

  it('follows what a job extends and merges, and leaves templates alone', () => {
    const templates =
      '.a: { scripts: [make], when: never }\n.b: &b { script: [make] }\n.c: { extends: [.b], rules: [{ if: $A }] }\n';
    expect(told(`${templates}x: { extends: .c, tags: [a] }\ny:\n  <<: *b\n`)).toEqual([]);
    expect(told(`${templates}x: { extends: [.a, .c], only: [main] }\n`).sort()).toEqual([
      '1 unknown-keyword',
      '1 wrong-value',
      '4 only-beside-rules',
    ]);
  });

  it('is not told of `only` or `rules` without a value', () =>
    expect(
      told(
        ['a: { script: [make], rules: [{ if: $A }], only: }', 'b: { script: [make], rules: , only: [main] }'].join(
          '\n',
        ),
      ),
    ).toEqual([]));

  it('is not told of a value that a variable, an input or a reference decides', () =>
    expect(
      told(
        [
          'a:',
          '  script: [make]',
          '  when: $WHEN',
          '  retry: $[[ inputs.retry ]]',
          '  tags: !reference [.b, tags]',
          '.b: { tags: [a] }',
        ].join('\n'),
      ),
    ).toEqual([]));

  it('says which word is meant', () =>
    expect(said('test:\n  script: [make]\n  tasg: [a]\n')).toEqual(['GitLab knows no `tasg`. Did you mean tags?']));

  it('knows a job by any name, and a keyword that stands at the top', () => {
    expect(told('release: { script: [make] }\npages: { script: [make] }\ntrigger: { trigger: group/app }\n')).toEqual(
      [],
    );
    expect(said('only: [main]\ntest: { script: [make] }\n')).toEqual([
      '`only` is for jobs: at the top GitLab takes it for a job.',
    ]);
  });

  it('passes over files of the pipeline’s folder that are none of it', () =>
    expect(told('name: app\nlist: [a]\nmap: { when: never }\n', '.gitlab-ci/values.yml')).toEqual([]));

  it('names each circle once, and no job that only leads there', () => {
    const needs = (name: string, ...of: string[]) => `${name}: { script: [make], needs: [${of.join(', ')}] }\n`;
    expect(said(needs('a', 'b') + needs('b', 'c') + needs('c', 'b', 'd') + needs('d') + needs('e', 'e'))).toEqual([
      '`b` waits for itself by way of `c`.',
      '`e` waits for itself.',
    ]);
  });

  it('sees that a rule without a condition is the last one that counts', () => {
    const job = (rules: string) => `a:\n  script: [make]\n  rules:\n${rules}`;
    expect(told(job('    - if: $A\n      when: never\n    - when: always\n'))).toEqual([]);
    expect(told(job('    - allow_failure: true\n    - if: $A\n'))).toEqual(['5 unreachable-rule']);
    expect(told(job('    - !reference [.b, rules]\n    - if: $A\n') + '.b: { rules: [] }\n')).toEqual([]);
  });

  it('lets a job of another file be turned off', () =>
    expect(told('include: ci/scan.yml\nscan: { rules: [{ when: never }] }\n')).toEqual([]));
});
