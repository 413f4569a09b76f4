import { withoutLineMarkers } from './line-markers';

describe('lines that say where the next one is from', () => {
  it.each([
    ['a line of its own', '#line 7 "b.c"\nint a;', '//line 7 "b.c"\nint a;'],
    ['a number', 'int a;\n # 7 "b.c"\n', 'int a;\n // 7 "b.c"\n'],
    ['a comment before it', '/* */ #line 7\n', '/* */ //line 7\n'],
    ['a comment of two lines before it', '/*\n*/ #line 7\n', '/*\n*/ //line 7\n'],
    ['a comment within', '#/* */line 7\n', '//     line 7\n'],
    ['a comment of two lines within', '#/*\n*/line 7\n', '//  \\\n  line 7\n'],
    ['a joined line', '\\\n#\\\r\nline 7\n', '\\\n//\\\r\nline 7\n'],
    ['several', '#file "b.c"\nint a;\n#endfile\n', '//file "b.c"\nint a;\n//endfile\n'],
  ])('are comments then: %s', (_, text, own) => expect(withoutLineMarkers(text)).toBe(own));

  it.each([
    '#include "b.h"\n#define LINE 7\n#ifdef line\n#endif\n',
    'char *a = "#line 7";\n',
    '#define text(a) #a\n#define join(a, b) a ## line\n',
    '#/* never closed line 7\n#line 7\n',
    '#liner 7\n',
  ])('leaves others as they are: %j', (text) => expect(withoutLineMarkers(text)).toBe(text));

  it('reads a text of many open comments once', () => {
    const text = '\n#/*'.repeat(300_000);
    expect(withoutLineMarkers(text)).toBe(text);
  });
});
