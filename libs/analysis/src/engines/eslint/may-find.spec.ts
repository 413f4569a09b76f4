import { MAY_FIND } from './may-find';

describe('what a text may hold', () => {
  it.each([
    ['a literal', 'const digits = /\\d+/;', true],
    ['a literal that begins with a blank', 'text.split( / /);', true],
    ['the constructor', "new RegExp('[')", true],
    ['a name with an escape', "new \\u0052egExp('[')", true],
    ['a literal after a path on one line', "const { a } = require('./a'); a.replace(/b/, '');", true],
    ['paths of modules', "import a from './a';\nexport { b } from '../b/c';\nrequire('./d');", false],
    ['comments without a slash', '// one\n/* two */\n/**\n * three\n */\n', false],
    ['names and numbers', 'if (name == 1) eval(name);', false],
  ])('may be a regular expression: %s', (_, text, expected) =>
    expect(MAY_FIND['regular-expressions'](text)).toBe(expected),
  );

  it.each([
    ['an object that a browser lacks', 'new EyeDropper().open();', true],
    ['a member that a browser lacks', 'navigator.bluetooth.requestDevice();', true],
    ['a member of a literal', '[2, 1].toSorted();', true],
    ['a name with an escape', 'new \\u0045yeDropper();', true],
    ['a member behind a comment', '[2, 1]. /* sorted */ toSorted();', true],
    ['a member in brackets', 'navigator["bluetooth"].requestDevice();', true],
    ['prose with the name of a member', "it('works with arrays', () => list(with_));", false],
    ['members that every browser has', 'document.title = Array.from(names).join();', false],
    ['the name of a member, of another object', 'page = { wasDiscarded: true };', false],
    ['names that every object has', 'name.constructor.toString.call(valueOf);', false],
  ])('may be an API that a browser lacks: %s', (_, text, expected) =>
    expect(MAY_FIND['browser-apis'](text)).toBe(expected),
  );
});
