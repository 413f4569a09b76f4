import { printable, printableLine } from './printable';

describe('text of others on a terminal', () => {
  const hostile = 'a\u001b[2J\u009b31m\u0007 b\u202ec\u2066\r\n\td\u2028e';

  it('says what would control the terminal, and keeps lines and tabs', () => {
    expect(printable(hostile)).toBe('a\\u001b[2J\\u009b31m\\u0007 b\\u202ec\\u2066\n\td\\u2028e');
    expect(printable('a\rb')).toBe('a\\u000db');
  });

  it('is one line where one is wanted', () => {
    expect(printableLine(hostile)).toBe('a [2J 31m  b c  d e');
  });
});
