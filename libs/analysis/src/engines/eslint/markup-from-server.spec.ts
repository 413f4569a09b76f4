import { weighed } from './markup-from-server';

const severityOf = (line: string, others: string, rule = 'no-unsanitized/property') =>
  weighed([{ rule, line: 1, column: 1, message: '' }], `${line}\n${others}`)[0]!.severity;
const ASKS = "fetch('/preview').then((answer) => answer.text()).then(show)";

describe('markup that is put into a page', () => {
  it.each([
    ['box.innerHTML = text;', 'no-unsanitized/property'],
    ["box.insertAdjacentHTML('beforeend', text)", 'no-unsanitized/method'],
    ["$('#box').html(data);", '@microsoft/sdl/no-html-method'],
  ])('is of little weight where the own server has rendered it as a whole: %s', (line, rule) =>
    expect(severityOf(line, ASKS, rule)).toBe('low'),
  );

  it.each([
    ['is put together in the script', "box.innerHTML = '<b>' + name + '</b>';", ASKS],
    ['is a part of something', 'box.innerHTML = comment.text;', ASKS],
    ['comes from the address', 'box.innerHTML = text;', `${ASKS}\nconst text = decodeURIComponent(location.hash);`],
    ['comes with a message', 'box.innerHTML = text;', `${ASKS}\nlet text = event.data;`],
    ['comes from nobody knows where', 'box.innerHTML = text;', ''],
  ])('keeps the weight of its rule where it %s', (_, line, others) => expect(severityOf(line, others)).toBeUndefined());

  it('is what these rules are about, and no others', () =>
    expect(severityOf('box.innerHTML = text;', ASKS, 'no-eval')).toBeUndefined());
});
