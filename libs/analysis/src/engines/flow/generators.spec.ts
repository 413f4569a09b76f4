import { commandsOfExpress, commandsOfFlask } from './test/commands-of';

const GENERATORS = 'def made(x):\n    yield "ls"\n    yield x\ndef all_of(x):\n    yield from made(x)\n';
const MANAGER =
  'from contextlib import contextmanager\n@contextmanager\ndef opened(x):\n    try:\n        yield x\n' +
  '    finally:\n        pass\n';

describe('what generators of Python yield', () => {
  it.each([
    ['gets into a loop', GENERATORS, ['for a in made(q):', '    os.system(a)']],
    ['gets through another generator', GENERATORS, ['for a in all_of(q):', '    os.system(a)']],
    ['is the next value', GENERATORS, ['os.system(next(made(q)))']],
    ['is given to a block', MANAGER, ['with opened(q) as a:', '    os.system(a)']],
    [
      'is there after an early end',
      'def made(x):\n    yield x\n    if not x:\n        return\n    print(x)\n',
      ['for a in made(q):', '    os.system(a)'],
    ],
    [
      'is the value that a runner of coroutines gives back',
      'def run(x):\n    a = yield x\n    os.system(a)\n',
      ['run(q)'],
    ],
    ['is not what a coroutine returns', 'def run(x):\n    a = yield x\n    return a\n', ['os.system(run(q))']],
  ])('%s', async (_, before, body) => expect(await commandsOfFlask(before, ...body)).toBe(1));

  it.each([
    ['a constant', GENERATORS, ['for a in made("ls"):', '    os.system(a)']],
    ['a constant in a block', MANAGER, ['with opened("ls") as a:', '    os.system(a)']],
    [
      'what a function within it gets',
      'def made(x):\n    yield "ls"\n    def inner():\n        return x\n',
      ['for a in made(q):', '    os.system(a)'],
    ],
  ])('is harmless: %s', async (_, before, body) => expect(await commandsOfFlask(before, ...body)).toBe(0));
});

describe('what generators of JavaScript yield', () => {
  const MADE = 'function* made(x) { yield "ls"; yield x; }\nfunction* all(x) { yield* made(x); }\n';
  it.each([
    ['gets into a loop', MADE, 'for (const a of made(q)) exec(a);'],
    ['gets through another generator', MADE, 'for (const a of all(q)) exec(a);'],
    ['is the next value', MADE, 'exec(made(q).next().value);'],
    ['gets into a loop that waits', 'async function* made(x) { yield x; }', 'for await (const a of made(q)) exec(a);'],
    ['is yielded by a method', 'class A { *made(x) { yield x; } }', 'for (const a of new A().made(q)) exec(a);'],
    ['is the value that a runner gives back', 'function* run(x) { const a = yield x; exec(a); }', 'run(q);'],
  ])('%s', async (_, before, body) => expect(await commandsOfExpress(before, body)).toBe(1));

  it.each([
    ['a constant', MADE, 'for (const a of made("ls")) exec(a);'],
    ['a function within it', 'function* made(x) { yield "ls"; return () => x; }', 'for (const a of made(q)) exec(a);'],
  ])('is harmless: %s', async (_, before, body) => expect(await commandsOfExpress(before, body)).toBe(0));
});
