import type { BrowserMessage } from './browser-job';
import { readMessage } from './read-message';
import { MalformedMessage } from './untrusted-json';

const element = { html: '<p>', selector: 'p' };
const axe: BrowserMessage = {
  kind: 'axe',
  value: {
    observed: {
      version: '4.14.1',
      violations: [{ rule: 'label', impact: 'critical', help: 'Help', elements: [element], more: 2 }],
    },
  },
};
const runtime: BrowserMessage = {
  kind: 'runtime',
  value: {
    observed: {
      exceptions: [{ message: 'E', url: 'https://a.example/', line: 3 }],
      consoleErrors: [{ message: 'C' }],
      failedRequests: [{ url: 'https://a.example/x', kind: 'image', reason: 'R', refused: false }],
      more: 0,
    },
  },
};
const coverage: BrowserMessage = {
  kind: 'coverage',
  value: { observed: { files: [{ url: 'https://a.example/', type: 'js', bytes: 10, usedBytes: 4 }] } },
};
const report: BrowserMessage = {
  kind: 'report',
  value: {
    observed: {
      version: '12.8.2',
      scores: { performance: 0.5, accessibility: 1, 'best-practices': 0, seo: null },
      audits: [
        {
          id: 'viewport',
          category: 'seo',
          title: 'T',
          score: 0.3,
          displayValue: '3 s',
          items: [element, { url: 'https://a.example/' }],
          more: 0,
        },
      ],
    },
  },
};
const whole: readonly BrowserMessage[] = [
  { kind: 'browser', name: 'Chrome', version: '156.0' },
  { kind: 'loaded', finalUrl: 'https://a.example/' },
  { kind: 'failed', reason: 'R' },
  { kind: 'axe', value: { missing: 'M', because: 'failed' } },
  axe,
  runtime,
  coverage,
  report,
];
const read = (message: unknown) => readMessage(JSON.stringify(message));

describe("what the browser's process says", () => {
  it.each(whole)('is read as it was written: $kind', (message) => {
    expect(read(message)).toEqual(message);
  });

  it.each(whole)('is refused without any one of its parts: $kind', (message) => {
    const optional = ['url', 'line', 'displayValue', 'refused'];
    for (const damaged of withoutOne(message, optional)) expect(() => read(damaged)).toThrow(MalformedMessage);
  });

  it.each(['', 'null', '[]', '"text"', '{', '{"kind":"other"}', '{"kind":"axe","value":null}'])(
    'is refused where it is no message: %s',
    (line) => {
      expect(() => readMessage(line)).toThrow(MalformedMessage);
    },
  );

  it.each([
    [
      'a score beyond 1',
      () => ({
        ...report,
        value: {
          observed: {
            version: '1',
            scores: { performance: 2, accessibility: 1, 'best-practices': 1, seo: 1 },
            audits: [],
          },
        },
      }),
    ],
    [
      'a count below 0',
      () => ({ ...coverage, value: { observed: { files: [{ url: 'u', type: 'js', bytes: -1, usedBytes: 0 }] } } }),
    ],
    [
      'a count that is none',
      () => ({ ...coverage, value: { observed: { files: [{ url: 'u', type: 'js', bytes: 1.5, usedBytes: 0 }] } } }),
    ],
    [
      'a type that there is not',
      () => ({ ...coverage, value: { observed: { files: [{ url: 'u', type: 'exe', bytes: 1, usedBytes: 0 }] } } }),
    ],
  ])('is refused with %s', (_, message) => {
    expect(() => read(message())).toThrow(MalformedMessage);
  });

  it('is cut to what a record may hold, in lists and in texts', () => {
    const elements = Array.from({ length: 35 }, () => ({ html: '<'.repeat(2_000), selector: 's' }));
    const violations = Array.from({ length: 210 }, () => ({
      rule: 'r',
      impact: 'minor',
      help: 'h'.repeat(2_000),
      elements,
      more: 0,
    }));
    const { value } = read({ kind: 'axe', value: { observed: { version: '4', violations } } }) as unknown as {
      value: { observed: { violations: { help: string; elements: { html: string }[] }[] } };
    };
    expect(value.observed.violations).toHaveLength(200);
    expect(value.observed.violations[0]!.help).toHaveLength(500);
    expect(value.observed.violations[0]!.elements).toHaveLength(30);
    expect(value.observed.violations[0]!.elements[0]!.html).toHaveLength(1_000);
  });

  it('neither says that more code ran than there is, nor what the guard did, nor anything that no record has', () => {
    const said = read({
      kind: 'coverage',
      value: {
        observed: { files: [{ url: 'u', type: 'css', bytes: 5, usedBytes: 9, __proto__: 1, extra: 'x' }], extra: 1 },
      },
    });
    expect(said).toEqual({
      kind: 'coverage',
      value: { observed: { files: [{ url: 'u', type: 'css', bytes: 5, usedBytes: 5 }] } },
    });
    const claims = JSON.parse(JSON.stringify(runtime).replace('"refused":false', '"refused":true')) as unknown;
    expect(read(claims)).toEqual(runtime);
  });
});

/** The value once without each of its properties, at any depth. */
function* withoutOne(value: unknown, except: readonly string[]): Generator<unknown> {
  if (Array.isArray(value)) {
    for (const [index, entry] of value.entries())
      for (const damaged of withoutOne(entry, except)) yield value.with(index, damaged);
  } else if (value !== null && typeof value === 'object') {
    for (const [key, inner] of Object.entries(value)) {
      const { [key]: _, ...rest } = value as Record<string, unknown>;
      if (!except.includes(key)) yield rest;
      for (const damaged of withoutOne(inner, except)) yield { ...value, [key]: damaged };
    }
  }
}
