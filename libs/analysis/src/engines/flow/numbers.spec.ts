import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

async function found(body: string, file = 'a.c'): Promise<string[]> {
  const text = `#include <stdio.h>\nint f(void) { int x; if (scanf("%d", &x) != 1) return 0; ${body} }\n`;
  const { findings } = (await runOn(profileOf('flow'), flowTools, { [file]: text })).tool('c-data-flow');
  return findings.map(({ rule }) => rule);
}

describe('a number that is read', () => {
  it.each([
    ['may grow beyond its type', 'return x * 3;', ['number-overflow']],
    ['may grow by one step', '++x; return x;', ['number-overflow']],
    ['was compared with the largest', 'if (x > 1000) return 0; return x * 3;', []],
    ['was compared with what is left', 'int y = 3; if (x > 2147483647 / y) return 0; return x * y;', []],
    ['was compared with the smallest alone', 'if (x > 0) return x * 3; return 0;', ['number-overflow']],
    ['has room in a wider number', 'long y = (long)x * 3; return y > 2;', []],
    ['is part of the check itself', 'if (x + 10 < x) return 0; return 1;', []],
    ['may become too small', 'return x - 9;', ['number-underflow']],
    ['was compared with the smallest', 'if (x < 9) return 0; return x - 9;', []],
    ['may be 0 as a divisor', 'return 9 / x;', ['division-by-zero']],
    ['does not fit into fewer bytes', 'short y = x; return y;', ['truncated-number']],
    ['was compared before it is narrowed', 'if (x < 0 || x > 99) return 0; short y = x; return y;', []],
    ['says how often a loop runs', 'int y = 0; while (y < x) y++; return y;', ['loop-bound']],
    ['does not say when a loop ends', 'for (int i = 0; i < x; i++) { if (i == 9) break; } return 0;', []],
    ['may be below zero as a size', 'if (x < 99) free(malloc(x)); return 0;', ['signed-size']],
  ])('%s', async (_, body, expected) => {
    expect(await found(body)).toEqual(expected);
  });

  it('takes as much memory as it says for a vector', async () => {
    expect(await found('std::vector<int> all(x); return 0;', 'a.cpp')).toEqual(['allocation-size']);
    expect(await found('if (x > 99) return 0; std::vector<int> all(x); return 0;', 'a.cpp')).toEqual([]);
  });
});

describe('a number that the program knows', () => {
  it.each([
    ['grows beyond its type', 'x = INT_MAX; x = x + 1; return x;', ['number-overflow']],
    ['becomes too small', 'x = INT_MIN; --x; return x;', ['number-underflow']],
    ['does not fit into fewer bytes', 'short y = SHRT_MAX; y = y + 1; return y;', ['number-overflow']],
    ['wraps around as a hash', 'unsigned h = 2166136261u; h = h * 16777619u; return h > 1;', []],
  ])('%s', async (_, body, expected) => {
    expect(await found(body)).toEqual(expected);
  });

  it('may be 0 if it is random', async () => {
    expect(await found('return 9 / (rand() % 6);')).toEqual(['division-by-zero']);
    expect(await found('return 9 / (rand() % 6 + 1);')).toEqual([]);
  });
});
