import { isIP } from '@assay/kernel';
import type { HttpAnswer } from '@assay/target-records';
import type { Problem } from '../kit/per-file';
import { directiveOf, headerLine, headerPolicies, isEncrypted, linesOf } from './answer';

/** Half a year in seconds, so that a browser still insists on encryption after a long absence. */
const SHORT_HSTS = 15_552_000;

/** Judges the headers of every answer, and further headers of documents. */
export const judgeHeaders = (answer: HttpAnswer): Problem[] => [
  ...strictTransport(answer),
  ...contentType(answer),
  ...disclosure(answer),
  ...redirection(answer),
  ...(answer.html ? [...framing(answer), ...referrer(answer), ...isolation(answer)] : []),
];

function strictTransport(answer: HttpAnswer): Problem[] {
  const host = new URL(answer.finalUrl).hostname.replace(/^\[|\]$/g, '');
  if (!isEncrypted(answer) || isIP(host) !== 0) return []; // browsers obey the header only over TLS and only for names
  const name = 'strict-transport-security';
  const line = linesOf(answer, name)[0];
  if (line === undefined)
    return [{ rule: 'hsts-missing', excerpt: name, message: `${host} does not tell browsers to insist on encryption` }];
  const seconds = /(?:^|;)\s*max-age\s*=\s*"?(\d+)"?\s*(?:;|$)/i.exec(line)?.[1];
  if (seconds === undefined)
    return [
      {
        rule: 'hsts-invalid',
        excerpt: headerLine(name, line),
        message: 'Strict-Transport-Security has no valid max-age, so browsers ignore it',
      },
    ];
  return Number(seconds) >= SHORT_HSTS
    ? []
    : [
        {
          rule: 'hsts-short',
          excerpt: headerLine(name, line),
          message: `Strict-Transport-Security is forgotten after ${Math.floor(Number(seconds) / 86_400)} days`,
        },
      ];
}

function contentType(answer: HttpAnswer): Problem[] {
  const name = 'x-content-type-options';
  const line = linesOf(answer, name)[0];
  if (line === undefined)
    return [
      {
        rule: 'content-type-options-missing',
        excerpt: name,
        message: 'Nothing keeps browsers from guessing another type than the server says',
      },
    ];
  return line.split(',', 1)[0]!.trim().toLowerCase() === 'nosniff'
    ? []
    : [
        {
          rule: 'content-type-options-invalid',
          excerpt: headerLine(name, line),
          message: 'X-Content-Type-Options has one value, nosniff, and this is another',
        },
      ];
}

function framing(answer: HttpAnswer): Problem[] {
  if (headerPolicies(answer).some((policy) => directiveOf(policy, 'frame-ancestors') !== undefined)) return [];
  const name = 'x-frame-options';
  const lines = linesOf(answer, name);
  if (lines.length === 0)
    return [{ rule: 'framing-allowed', excerpt: name, message: 'Any site may show the page in a frame' }];
  const values = new Set(lines.flatMap((line) => line.split(',')).map((value) => value.trim().toLowerCase()));
  const understood = values.size === 1 && (values.has('deny') || values.has('sameorigin'));
  return understood
    ? []
    : [
        {
          rule: 'frame-options-invalid',
          excerpt: headerLine(name, lines.join(', ')),
          message: 'Browsers understand DENY and SAMEORIGIN, once, and nothing else: the page may be framed',
        },
      ];
}

const REFERRER_POLICIES = new Set([
  'no-referrer',
  'no-referrer-when-downgrade',
  'same-origin',
  'origin',
  'strict-origin',
  'origin-when-cross-origin',
  'strict-origin-when-cross-origin',
  'unsafe-url',
]);
const REVEALING = new Set(['unsafe-url', 'no-referrer-when-downgrade']);

/** Judges the referrer policy. The last known value counts. */
function referrer(answer: HttpAnswer): Problem[] {
  const name = 'referrer-policy';
  const lines = [
    ...linesOf(answer, name),
    ...answer.metaPolicies.filter((policy) => policy.name === name).map(({ content }) => content),
  ];
  const known = lines
    .flatMap((line) => line.split(','))
    .map((value) => value.trim().toLowerCase())
    .filter((value) => REFERRER_POLICIES.has(value));
  const counts = known.at(-1);
  if (counts === undefined)
    return [
      {
        rule: 'referrer-policy-missing',
        excerpt: name,
        message: 'How much of its address the page tells others is left to each browser',
      },
    ];
  return REVEALING.has(counts)
    ? [
        {
          rule: 'referrer-policy-unsafe',
          excerpt: headerLine(name, counts),
          message: `With ${counts}, other sites learn the whole address of the page, its query included`,
        },
      ]
    : [];
}

const HINTS: readonly (readonly [header: string, rule: string, message: string])[] = [
  [
    'permissions-policy',
    'permissions-policy-missing',
    'The page does not say which features of the browser it and its frames need',
  ],
  [
    'cross-origin-opener-policy',
    'opener-policy-missing',
    'A site that opens the page in a window keeps a handle on it',
  ],
  ['cross-origin-resource-policy', 'resource-policy-missing', 'Any site may load the page as a resource of its own'],
];

const isolation = (answer: HttpAnswer): Problem[] =>
  HINTS.filter(([header]) => linesOf(answer, header).length === 0).map(([header, rule, message]) => ({
    rule,
    excerpt: header,
    message,
  }));

const TECHNOLOGY = ['x-powered-by', 'x-aspnet-version', 'x-aspnetmvc-version', 'x-generator'];

function disclosure(answer: HttpAnswer): Problem[] {
  const versions = linesOf(answer, 'server')
    .filter((line) => /\d+\.\d+/.test(line))
    .map((line) => ({
      rule: 'server-version',
      excerpt: headerLine('server', line),
      message: `The server tells its version: ${line}`,
    }));
  const technology = TECHNOLOGY.flatMap((name) =>
    linesOf(answer, name).map((line) => ({
      rule: 'technology-disclosed',
      excerpt: headerLine(name, line),
      message: `The server tells what it is made with: ${line}`,
    })),
  );
  return [...versions, ...technology];
}

/** An attacker on the step without encryption can choose where the visitor arrives. */
function redirection({ finalUrl, redirects }: HttpAnswer): Problem[] {
  const steps = [...redirects.map(({ url }) => url), finalUrl];
  return steps.flatMap((url, index) => {
    const from = steps[index - 1];
    return from?.startsWith('https:') && url.startsWith('http:')
      ? [
          {
            rule: 'redirect-without-tls',
            excerpt: `${from} → ${url}`,
            message: `An encrypted address redirects to one without encryption, ${url}`,
          },
        ]
      : [];
  });
}
