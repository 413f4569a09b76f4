import { appendsOf } from './appends';

describe('the benchmark of appends', () => {
  it('says how many events one writer and many write a second', () => {
    const report = { machine: {}, measurements: [{ ours: 2_268.1 }, { ours: 19_509.7 }] };
    expect(appendsOf(`measuring appends …\n${JSON.stringify(report, null, 2)}\n`)).toEqual({
      oneWriter: 2_268.1,
      manyWriters: 19_509.7,
    });
  });

  it('is refused where a measurement is missing', () => {
    expect(() => appendsOf('{ "measurements": [{ "ours": 1 }] }')).toThrow('are missing');
  });
});
