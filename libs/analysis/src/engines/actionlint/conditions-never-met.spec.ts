import { workflowOf } from '../kit/workflows/workflow';
import { parseYaml } from '../kit/yaml-tree';
import { conditionsNeverMet } from './conditions-never-met';

const found = (text: string) => conditionsNeverMet(workflowOf(parseYaml(text)[0]!)!, text).map(({ line }) => line);

const workflow = (on: string, condition: string) =>
  `on: ${on}\njobs:\n  a:\n    runs-on: ubuntu-latest\n    if: ${condition}\n    steps:\n      - run: make\n`;
const isFound = (on: string, condition: string) => found(workflow(on, JSON.stringify(condition))).length > 0;

const MERGED = 'github.event.pull_request.merged == true';
const ON_MAIN = '{push: {branches: [main, "v1.x"]}, pull_request: }';

it.each([
  ['[push, pull_request]', "github.event_name == 'schedule'"],
  ['[push, pull_request]', "${{ GitHub.Event_Name == 'schedule' && always() }}"],
  ['push', 'github.event.pull_request.draft == true && (success() || failure())'],
  ['push', "contains(github.event.pull_request.labels.*.name, 'ready')"],
  ['push', "github['event_name'] != 'Push'"],
  ['push', '!(!github.event.release)'],
  ['push', 'github.head_ref'],
  ['pull_request', MERGED],
  ['pull_request', "github.event.action == 'closed'"],
  ['pull_request', "github.ref_name == 'main'"],
  ['{pull_request: {types: [opened, labeled]}}', "github.event.action == 'synchronize'"],
  ['{pull_request: {branches: [main]}}', "github.base_ref == 'master'"],
  [ON_MAIN, "github.ref == 'refs/heads/master'"],
  [ON_MAIN, "github.ref_name == 'master'"],
  [ON_MAIN, "startsWith(github.ref, 'refs/tags/')"],
  [ON_MAIN, "github.ref_type == 'tag'"],
  ['{push: {tags: ["v*"]}}', "startsWith(github.ref, 'refs/heads/')"],
  ['{schedule: [{cron: "0 0 * * *"}]}', "inputs.force == 'true' || github.event_name == 'workflow_dispatch'"],
])('finds a condition that no run fulfils: %s, %s', (on, condition) => expect(isFound(on, condition)).toBe(true));

it.each([
  ['[push, pull_request]', "github.event_name == 'Push'"],
  ['[push, pull_request]', "github.event_name != 'schedule'"],
  ['[push, pull_request]', "github.event_name == 'schedule' || github.ref == 'refs/heads/main'"],
  ['[push, workflow_call]', "github.event_name == 'schedule'"],
  ['push', 'github.event.pull_request.draft == false && (success() || failure())'],
  ['push', "contains('push schedule', github.event_name)"],
  ['push', 'contains(fromJSON(\'["push"]\'), github.event_name)'],
  ['push', "vars.ON == 'true' && env.X != github.event_name"],
  ['push', "github.repository == 'a/b'"],
  ['push', "github.ref_type == 'tag' && startsWith(github.ref, 'refs/tags/v')"],
  ['push', 'false'],
  ['push', "false && github.event_name == 'push'"],
  ['push', "!startsWith(github.ref, 'refs/tags/')"],
  ['push', "github.event_name == 'schedule' && broken("],
  ['push', "github.event_name == 'schedule' }} and ${{ true"],
  ['{pull_request: {types: [closed]}}', MERGED],
  ['{pull_request: {types: [closed]}}', "github.ref == 'refs/heads/main'"],
  ['{pull_request: {types: [labeled]}}', MERGED],
  ['{pull_request: {branches: ["*"]}}', "github.base_ref == 'master'"],
  ['{push: {branches: ["release/**"]}}', "github.ref == 'refs/heads/release/1'"],
  ['{push: {branches-ignore: [x]}}', "github.ref_name == 'master'"],
  ['{push: {branches: [main], tags: [v1]}}', "startsWith(github.ref, 'refs/tags/')"],
  ['[workflow_dispatch]', "inputs.force == 'true' && github.ref == 'refs/tags/v1'"],
  ['[issue_comment]', 'github.event.issue.pull_request'],
  ['[a_new_event]', "github.ref == 'refs/heads/main'"],
])('leaves a condition that a run may fulfil: %s, %s', (on, condition) => expect(isFound(on, condition)).toBe(false));

it('asks for the condition of the job as well, and tells of a job once', () => {
  const text = (ofJob: string, ofStep: string) =>
    `on: [push, pull_request]\njobs:\n  a:\n    runs-on: ubuntu-latest\n    if: github.event_name == '${ofJob}'\n` +
    `    steps:\n      - run: make\n        if: github.event_name == '${ofStep}'\n`;
  expect(found(text('push', 'pull_request'))).toEqual([8]);
  expect(found(text('push', 'push'))).toEqual([]);
  expect(found(text('schedule', 'schedule'))).toEqual([5]);
});

it('takes what waits for a trigger in a comment for switched off', () => {
  expect(found(`${workflow('push', "github.event_name == 'schedule'")}# schedule:\n`)).toEqual([]);
});

it('bounds how deep a condition may be', () => {
  const deep = (levels: number) => `${'('.repeat(levels)}github.event_name == 'schedule'${')'.repeat(levels)}`;
  expect(isFound('push', deep(20))).toBe(true);
  expect(isFound('push', deep(200))).toBe(false);
  expect(isFound('push', deep(100_000))).toBe(false);
});
