import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

const run = (receiver: string, parameters: string) =>
  runOn(profileOf('flow'), flowTools, {
    'App.kt': [
      'import org.springframework.web.bind.annotation.*',
      `fun ${parameters}${receiver}.later(command: String) = Runtime.getRuntime().exec(command)`,
      '@RestController',
      'class App {',
      '  @GetMapping("/")',
      '  fun view(@RequestParam name: String, all: List<String>): Any? = all.later(name)',
      '}',
      '',
    ].join('\n'),
  });

describe('an extension of Kotlin', () => {
  it.each([
    ['a class', 'List<String>', ''],
    ['its own parameter', 'T', '<T> '],
    ['a function that gives a function', '((A) -> Option<B>)', '<A, B> '],
    ['a nullable function', '((A, B) -> (C[)?', ''],
  ])('may be of %s: %s', async (_, receiver, parameters) => {
    const { findings, outcome } = (await run(receiver, parameters)).tool('kotlin-data-flow');
    expect(outcome).toMatchObject({ status: 'completed' });
    expect(findings.map(({ rule }) => rule)).toEqual(['command-injection']);
  });
});
