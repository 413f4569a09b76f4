const { commentsOf, grown, spellingsIn } = require('./plain-words.cjs') as {
  commentsOf(text: string): string[];
  grown(counts: Record<string, number>, allowed: Record<string, number>): string[];
  spellingsIn(texts: string[]): Record<string, number>;
};

describe('the check of plain words', () => {
  it.each([
    ['a block', '/** One. */\nconst a = 1;', ['One.']],
    ['a block of several lines', '  /**\n   * One of\n   * before.\n   */', ['One of before.']],
    ['lines one below the other', '// One of\n// before.\nconst a = 1;\n// Two.', ['One of before.', 'Two.']],
    ['a comment behind code', 'call(a); // one', ['one']],
    ['no address in a string', "const a = 'https://a.test';", []],
  ])('reads %s', (_, text, comments) => expect(commentsOf(text)).toEqual(comments));

  it('counts a comment once for each spelling, also where a line ends within', () => {
    const counts = spellingsIn(['// Built anew, anew.', "const a = 'anew';", '/**\n * A result of\n * before.\n */']);
    expect(counts).toMatchObject({ anew: 1, 'of before': 1, mend: 0 });
  });

  it.each([
    ['no more than is allowed', { no: 0, less: 2, 'no more': 3 }, false],
    ['more', { no: 0, less: 2, 'no more': 2 }, true],
  ])('finds that there is %s', (_, allowed, isMore) =>
    expect(grown({ 'no more': 3 }, allowed)).toHaveLength(isMore ? 1 : 0),
  );

  it.each([
    ['Nothing where it is gone.', 'nothing where'],
    ['One. Of a text the first.', 'of a …, the'],
    ['A mended file.', 'mend'],
    ['It is there all the same.', 'all the same'],
    ['The scan goes on.', 'goes on'],
    ['It is asked no more.', 'no more'],
    ['Whoever asks.', 'whoever'],
    ['As text, for a person.', 'for a person'],
    ['That is none of it.', 'is none'],
    ['The client is told.', 'is told'],
    ['What a scan has found.', 'What …'],
  ])('finds "%s"', (comment, name) => expect(spellingsIn([`// ${comment}`])[name]).toBe(1));

  it.each(['No more than ten are kept.', 'It costs no more than that.', 'A list of a kind.', 'That goes one by one.'])(
    'leaves "%s"',
    (comment) => expect(Object.values(spellingsIn([`// ${comment}`])).every((count) => count === 0)).toBe(true),
  );
});
