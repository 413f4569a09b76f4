import { isOfAssertion } from './assertions';

const freed = (between: string): boolean => {
  const lines = ['free(text);', ...between.split('\n'), 'free(text);'];
  return isOfAssertion('double-free', "Memory pointed to by 'text' is freed twice.", lines, lines.length);
};

describe('a pointer that is released twice', () => {
  it.each([
    ['assert(strcmp(a, (text = next())) == 0);', true],
    ['assert(a,\n  (text = next()) != NULL);', true],
    ['assert(text == NULL);', false],
    ['// assert((text = next()));', false],
    ['assert((other_text = next()));', false],
    ['assert((text = next()));\nfree(text);\nf();', false],
    ['f();', false],
  ])('has another value through an assertion: %j', (between, expected) => expect(freed(between)).toBe(expected));
});

it.each([
  ['assert("no answer" == NULL);', true],
  ['assert(0 == "no answer");', true],
  ['if (name == "somebody")', false],
  ['if (name == "somebody") /* "a" == NULL */', false],
])('knows an assertion that always fails, with its reason: %s', (line, expected) =>
  expect(isOfAssertion('text-comparison', '', [line], 1)).toBe(expected),
);
