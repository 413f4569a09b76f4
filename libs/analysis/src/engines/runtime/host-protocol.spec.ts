import { Readable } from 'node:stream';
import fc from 'fast-check';
import { ProtocolViolation, parseHostMessage } from './host-protocol';
import { OverlongLine, readLines } from '../../../../sandbox/src/read-lines';

describe('the messages of a host process', () => {
  it('are read unchanged if they are valid', () => {
    const finding = {
      rule: 'no-eval',
      file: 'a.js',
      line: 3,
      column: 1,
      endLine: 4,
      message: 'eval is dangerous',
      severity: 'high',
    };
    for (const message of [
      { kind: 'finding', tool: 'x', finding },
      { kind: 'completed', tool: 'x', filesChecked: 3 },
      { kind: 'working', file: 'a.js' },
      { kind: 'progress', done: 1, total: 2 },
    ]) {
      expect(parseHostMessage(JSON.stringify(message))).toEqual(message);
    }
  });

  it('about safe places are read unchanged, and refused where they say nothing that is known', () => {
    const safe = (more: object = {}) =>
      JSON.stringify({
        kind: 'safe',
        tool: 'flow',
        place: { rule: 'sql-injection', file: 'a.py', line: 3, because: 'constant', ...more },
      });
    expect(parseHostMessage(safe())).toEqual(JSON.parse(safe()));
    for (const wrong of [{ because: 'luck' }, { line: 0 }, { file: 1 }, { rule: 'x'.repeat(300) }])
      expect(() => parseHostMessage(safe(wrong))).toThrow(ProtocolViolation);
  });

  describe('about packages', () => {
    const listed = (more: object = {}, entry: object = {}) =>
      JSON.stringify({
        kind: 'packages',
        file: 'yarn.lock',
        ecosystem: { name: 'npm' },
        packages: [{ key: 'a@1', name: 'a', version: '1', needs: [], isDirect: true, forDevelopment: false, ...entry }],
        ...more,
      });

    it('are read unchanged if they are valid', () => {
      const whole = listed({ place: 'x', leftOut: 'y' }, { line: 3, path: ['b', 'a'], licence: 'MIT' });
      expect(parseHostMessage(whole)).toEqual(JSON.parse(whole));
    });

    it('have one printable line of what stands in documents', () =>
      expect(parseHostMessage(listed({}, { name: 'a\n\u202eb' }))).toMatchObject({ packages: [{ name: 'a b' }] }));

    it.each([
      ['no list', listed({ packages: {} })],
      ['more packages than a message may have', listed({ packages: Array.from({ length: 501 }, () => ({})) })],
      ['an unknown ecosystem', listed({ ecosystem: { name: 'constructor' } })],
      ['no ecosystem', listed({ ecosystem: null })],
      ['a package that is none', listed({ packages: [null] })],
      ['a name that is no text', listed({}, { name: 1 })],
      ['an endless name', listed({}, { name: 'x'.repeat(1_001) })],
      ['needs that are no texts', listed({}, { needs: [1] })],
      ['an endless way', listed({}, { path: Array.from({ length: 31 }, () => 'x') })],
    ])('with %s are refused', (_, line) => expect(() => parseHostMessage(line)).toThrow(ProtocolViolation));
  });

  it('are cut to one printable line in texts that quote the target', () => {
    const quoted = parseHostMessage(
      JSON.stringify({
        kind: 'finding',
        tool: 't',
        finding: { rule: 'r', message: 'm', place: 'a\nb', excerpt: 'x'.repeat(5_000), cause: 'b\u0000\nc' },
      }),
    );
    expect(quoted).toMatchObject({
      finding: { place: 'a b', cause: 'b c', excerpt: expect.stringMatching(/^x{900,}…$/) },
    });
  });

  it('keep a whole way, and none that is broken or has no end', () => {
    const source = { kind: 'source', file: 'a.js', line: 1, column: 2, text: 'the query comes in' };
    const sink = { kind: 'sink', file: 'b.js', line: 3, text: 'given to exec', leftOut: 2 };
    const read = (steps: unknown) => {
      const message = { kind: 'finding', tool: 't', finding: { rule: 'r', message: 'm', trace: { steps } } };
      return (parseHostMessage(JSON.stringify(message)) as unknown as typeof message).finding.trace?.steps;
    };
    expect(read([source, sink])).toEqual([source, sink]);
    expect(read([source, { ...sink, column: 0, text: 'a\nb' }])).toEqual([source, { ...sink, text: 'a b' }]);
    const between = { kind: 'propagation', file: 'x'.repeat(4_000), line: 1, text: 'stored' };
    expect(read([source, between, between, sink])).toEqual([source, between, { ...sink, leftOut: 3 }]);
    for (const broken of [
      [source],
      [sink, source],
      [source, null, sink],
      [source, { ...sink, line: 0 }],
      [source, { ...sink, kind: 'end' }],
      [source, ...Array.from({ length: 30 }, () => between), sink],
      'none',
    ])
      expect(read(broken)).toBeUndefined();
  });

  it('keep the other places of a finding, as they keep findings, and refuse too many', () => {
    const place = { rule: 'r', message: 'm', file: 'a' };
    const read = (elsewhere: unknown[]) => {
      const message = { kind: 'finding', tool: 't', finding: { ...place, elsewhere } };
      return (parseHostMessage(JSON.stringify(message)) as unknown as typeof message).finding.elsewhere;
    };
    expect(read([{ ...place, line: 0, elsewhere: [place] }])).toEqual([place]);
    expect(read([])).toBeUndefined();
    expect(() => read(['a'])).toThrow(ProtocolViolation);
    expect(() => read(Array.from({ length: 500 }, () => place))).toThrow(ProtocolViolation);
  });

  it('keep where secrets stand, and nothing else that says so', () => {
    const read = (hidden: unknown) => {
      const message = { kind: 'finding', tool: 't', finding: { rule: 'r', message: 'm', hidden } };
      return (parseHostMessage(JSON.stringify(message)) as unknown as typeof message).finding.hidden;
    };
    const range = { line: 2, start: 0, end: 7 };
    expect(read([range, { ...range, value: 'x' }])).toEqual([range, range]);
    expect(read([range, null, { ...range, line: 0 }, { ...range, start: 7 }, { ...range, end: '9' }])).toEqual([range]);
    expect(read(Array.from({ length: 99 }, () => range))).toHaveLength(16);
    for (const broken of ['none', {}, [7]]) expect(read(broken)).toBeUndefined();
  });

  it('lose invalid positions, invalid severities and unknown members', () => {
    const said = {
      kind: 'finding',
      tool: 'x',
      finding: {
        rule: 'r',
        line: 0,
        column: 1.5,
        endLine: '7',
        message: 'm',
        severity: 'awful',
        __proto__: { x: 1 },
        more: [],
      },
    };
    expect(parseHostMessage(JSON.stringify(said))).toEqual({
      kind: 'finding',
      tool: 'x',
      finding: { rule: 'r', message: 'm' },
    });
  });

  it.each([
    '',
    'null',
    '[]',
    '{}',
    '{"kind":"finding","tool":"x"}',
    '{"kind":"finding","tool":"x","finding":{"rule":1,"message":""}}',
    '{"kind":"completed","tool":"x","filesChecked":-1}',
    '{"kind":"failed","tool":7,"reason":""}',
  ])('are refused when they are no message: %s', (line) =>
    expect(() => parseHostMessage(line)).toThrow(ProtocolViolation),
  );

  const kindOrViolation = (line: string): string => {
    try {
      return parseHostMessage(line).kind;
    } catch (error) {
      if (!(error instanceof ProtocolViolation)) throw error;
      return error.message;
    }
  };

  it('are either valid messages or refused, for any line', () =>
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc
            .record({
              kind: fc.constantFrom('finding', 'failed', 'engine', 'progress'),
              tool: fc.jsonValue(),
              finding: fc.jsonValue(),
              reason: fc.jsonValue(),
            })
            .map((value) => JSON.stringify(value)),
        ),
        (line) => {
          expect(kindOrViolation(line)).toEqual(expect.any(String));
        },
      ),
    ));
});

describe('reading lines', () => {
  const read = async (chunks: readonly Buffer[], limit: number) => {
    const lines: string[] = [];
    for await (const line of readLines(Readable.from(chunks), limit)) lines.push(line);
    return lines;
  };

  it('gives the same lines for any division of the bytes into chunks', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'grapheme' }).map((line) => line.replaceAll('\n', ''))),
        fc.array(fc.nat(20)),
        async (lines, cuts) => {
          const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
          const chunks: Buffer[] = [];
          let at = 0;
          for (const cut of cuts) chunks.push(bytes.subarray(at, (at += cut)));
          chunks.push(bytes.subarray(at));
          expect(await read(chunks, 1_000_000)).toEqual(lines);
        },
      ),
    ));

  it('gives the last line if it has no line feed', async () =>
    expect(await read([Buffer.from('a\nb')], 10)).toEqual(['a', 'b']));

  it('refuses a line beyond the limit, in one chunk or many', async () => {
    expect(await read([Buffer.from('12345\n12345')], 5)).toEqual(['12345', '12345']);
    await expect(read([Buffer.from('123456\n')], 5)).rejects.toThrow(OverlongLine);
    await expect(read([Buffer.from('123'), Buffer.from('456')], 5)).rejects.toThrow(OverlongLine);
  });
});
