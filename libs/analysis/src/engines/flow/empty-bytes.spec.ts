import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

const times = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n');

const unreadable = async (tool: string, file: string, text: string) =>
  (await runOn(profileOf('flow'), flowTools, { [file]: text }, undefined, undefined, () => 'test')).tool(tool)
    .unreadable;

const COUNTING = times(800, () => 'sum = sum + 1;');

/** Sixty tests that call one long method with new bytes. */
const WRITTEN = {
  'csharp-data-flow': (size: number) =>
    `class A {\nint Sum(byte[] bytes) {\nint sum = 0;\n${COUNTING}\nreturn sum;\n}\n` +
    `${times(60, (index) => `public int Test${index}() { return Sum(new byte[${size}]); }`)}\n}\n`,
  'java-data-flow': (size: number) =>
    `class A {\nint sum(byte[] bytes) {\nint sum = 0;\n${COUNTING}\nreturn sum;\n}\n` +
    `${times(60, (index) => `public int test${index}() { return sum(new byte[${size}]); }`)}\n}\n`,
};

describe.each([
  ['csharp-data-flow', 'A.cs'],
  ['java-data-flow', 'A.java'],
] as const)('a method that gets an array of bytes (%s)', (tool, file) => {
  it('is followed once if the array is empty, as nobody can write into it', async () =>
    expect(await unreadable(tool, file, WRITTEN[tool](0))).toEqual([]));

  it('is followed for each array that it may write into', async () =>
    expect(await unreadable(tool, file, WRITTEN[tool](16))).not.toEqual([]));
});
