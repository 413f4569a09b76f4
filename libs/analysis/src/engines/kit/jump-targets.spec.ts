import { isJumpTarget } from './jump-targets';

const at = (here: string, tag = here) => isJumpTarget({ here, tag });

describe('a jump target', () => {
  it.each(['<a name="terms"></a>', '<a id="terms" class="anchor" />', '<a :id="each.id"></a>', '<a id={id}></a>'])(
    'is %s',
    (text) => expect(at(text)).toBe(true),
  );

  it('has its name on the next line', () => expect(at('<a', '  <a id="terms" >')).toBe(true));

  it.each([
    '<a href="#" name="terms"></a>',
    '<a :href="url" id="terms"></a>',
    '<a v-bind="link" id="terms"></a>',
    '<a id="menu" onClick={open}></a>',
    '<a id="menu" @click="open"></a>',
    '<a id="menu" role="button"></a>',
    '<a id="menu" {...rest}></a>',
    '<a class="icon"></a>',
    '<a></a><b id="terms">',
    '<Link id="terms" />',
  ])('is not %s', (text) => expect(at(text)).toBe(false));
});
