import { describeToolSamples } from '../../../test/tool-samples';
import { httpAnswerTools } from '../../catalogue/site';
import type { HttpAnswer } from '../../../../target-records/src/site/site-records';
import { judgeContentPolicy } from './content-policy';
import { judgeCookies } from './cookies';
import { judgeHeaders } from './headers';
import { profileOf } from '../engine-table';

const profile = profileOf('http-answers');

describeToolSamples(profile, httpAnswerTools);

const answer = (more: Partial<HttpAnswer>): HttpAnswer => ({
  finalUrl: 'https://shop.example/',
  status: 200,
  html: true,
  headers: [],
  redirects: [],
  cookies: [],
  metaPolicies: [],
  ...more,
});

describe('a content security policy', () => {
  const judged = (...policies: string[]) =>
    judgeContentPolicy(answer({ headers: policies.map((policy) => ['content-security-policy', policy]) }));
  const STRICT = "script-src 'nonce-Zm9vYmFyYmF6cXV4MTIz' 'strict-dynamic'; object-src 'none'; base-uri 'none'";

  it('is as strong as the strongest of several, in one line or in several', () => {
    expect(judged("script-src *; object-src 'none'", STRICT)).toEqual([]);
    expect(judged(`script-src *; object-src 'none', ${STRICT}`)).toEqual([]);
    expect(
      judged("script-src *; object-src 'none'", "script-src * 'unsafe-inline'; object-src 'none'").map(
        ({ rule }) => rule,
      ),
    ).toEqual(['plain-wildcard']);
  });

  it('is found by the same words though its nonce is new each time', () => {
    const excerpts = ['aaaa', 'bbbb'].map((nonce) =>
      judged(`script-src 'nonce-${nonce}'; object-src 'none'; base-uri 'none'`).map(({ excerpt }) => excerpt),
    );
    expect(excerpts[0]).toEqual(["content-security-policy: script-src 'nonce-…'"]);
    expect(excerpts[1]).toEqual(excerpts[0]);
  });

  it.each([
    ['', 'policy-missing'],
    [' ; ;', 'script-src-missing'],
    [`script-src ${"'self' ".repeat(20_000)}`, 'object-src-missing'],
    ['\u0000;;"<script>', 'script-src-missing'],
  ])('is judged whatever is written there: %j', (policy, rule) =>
    expect(judged(policy).map((problem) => problem.rule)).toContain(rule),
  );
});

describe('headers', () => {
  const rules = (headers: HttpAnswer['headers'], more: Partial<HttpAnswer> = {}) =>
    judgeHeaders(answer({ html: false, ...more, headers: [['x-content-type-options', 'nosniff'], ...headers] })).map(
      ({ rule }) => rule,
    );

  it.each([
    ['max-age=31536000', []],
    ['MAX-AGE="31536000" ; includeSubDomains', []],
    ['max-age=0', ['hsts-short']],
    ['max-age=15551999', ['hsts-short']],
    ['max-age=x', ['hsts-invalid']],
    ['', ['hsts-invalid']],
  ])('Strict-Transport-Security: %s', (value, expected) =>
    expect(rules([['strict-transport-security', value]])).toEqual(expected),
  );

  it('are not asked for where browsers would not heed them', () => {
    expect(rules([], { finalUrl: 'http://shop.example/' })).toEqual([]);
    expect(rules([], { finalUrl: 'https://192.0.2.1/' })).toEqual([]);
    expect(rules([], { finalUrl: 'https://[2001:db8::1]/' })).toEqual([]);
  });
});

describe('cookies', () => {
  it.each(['sessionid', 'PHPSESSID', 'auth_token', 'connect.sid', 'JWT', 'my-access-token'])(
    'weigh more where they say who somebody is: %s',
    (name) =>
      expect(
        judgeCookies(answer({ cookies: [{ setBy: 'https://shop.example/', line: `${name}=…` }] })).map(
          ({ rule, severity }) => `${rule} ${severity}`,
        ),
      ).toEqual(['cookie-without-secure high', 'cookie-without-httponly medium', 'cookie-without-samesite low']),
  );

  it.each(['', ';;;', '=…', '=;=;=', 'a', 'a=…; =; Domain=; SameSite=; Max-Age=x; Expires=never'])(
    'are judged whatever is written there: %j',
    (line) =>
      expect(
        judgeCookies(answer({ cookies: [{ setBy: 'https://shop.example/', line }] })).map(({ rule }) => rule),
      ).toContain('cookie-without-secure'),
  );
});
