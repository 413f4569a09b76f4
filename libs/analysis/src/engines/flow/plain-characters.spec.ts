import { isFoundInAspNet, isFoundInKotlin } from './test/commands-of';

describe('letters and digits alone', () => {
  it.each([
    ['a method chooses them', 'Run(new string(q.Where(char.IsLetterOrDigit).ToArray()));', false],
    ['a function chooses them', 'Run(string.Concat(q.Where(c => char.IsDigit(c))));', false],
    ['a function lets signs through, too', "Run(string.Concat(q.Where(c => char.IsLetter(c) || c == '-')));", false],
    ['another sign', "Run(string.Concat(q.Where(c => char.IsLetter(c) || c == ';')));", true],
    ['all but one', "Run(string.Concat(q.Where(c => c != ';')));", true],
    ['spaces', 'Run(string.Concat(q.Where(char.IsWhiteSpace)));', true],
    ['some elements of a list', 'Run(new[] { q }.Where(c => c.Length > 2).First());', true],
    ['all are asked for', 'if (q.All(c => char.IsLetterOrDigit(c))) Run(q);', false],
    ['others are asked for', "if (q.All(c => c != ' ')) Run(q);", true],
    ['hexadecimal digits', 'Run(Convert.ToHexString(Encoding.UTF8.GetBytes(q)));', false],
  ])('are what C# takes of a text: %s', async (_, body, isFound) => {
    expect(await isFoundInAspNet(body)).toBe(isFound);
  });

  it.each([
    ['a function chooses them', 'exec(q.filter { it.isLetterOrDigit() })', false],
    ['a method chooses them', 'exec(q.filter(Char::isDigit))', false],
    ['a function lets signs through, too', "exec(q.filter { it.isLetter() || it == '_' })", false],
    ['another sign', "exec(q.filter { it.isLetter() || it == ' ' })", true],
    ['all others', 'exec(q.filterNot { it.isLetterOrDigit() })', true],
    ['some elements of a list', 'exec(listOf(q).filter { it.isNotEmpty() }.first())', true],
    ['all are asked for', 'if (q.all { it.isLetterOrDigit() }) exec(q)', false],
    ['one is asked for', 'if (q.any { it.isLetterOrDigit() }) exec(q)', true],
  ])('are what Kotlin takes of a text: %s', async (_, body, isFound) => {
    expect(await isFoundInKotlin(body)).toBe(isFound);
  });
});
