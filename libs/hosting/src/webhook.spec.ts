import { createHmac } from 'node:crypto';
import { Webhook } from './webhook';

const SECRET = 'correct horse battery';
const BODY = Buffer.from('{"zen":"Caf\u00e9"}');
const signed = (body: Uint8Array, secret = SECRET) =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

describe('a webhook of hosta', () => {
  const webhook = new Webhook('hosta', 'org_1', SECRET);

  it('takes the signature that the host documents as an example', () =>
    expect(
      new Webhook('hosta', 'org_1', "It's a Secret to Everybody").isSigned(
        'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
        Buffer.from('Hello, World!'),
      ),
    ).toBe(true));

  it('takes a body as it was signed, byte for byte', () => {
    expect(webhook.isSigned(signed(BODY), BODY)).toBe(true);
    expect(webhook.isSigned(signed(BODY), Buffer.concat([BODY, Buffer.from('\n')]))).toBe(false);
    expect(webhook.isSigned(signed(BODY), Buffer.from(BODY.toString('latin1')))).toBe(false);
  });

  const good = signed(BODY);
  it.each<[string, string | undefined]>([
    ['is missing', undefined],
    ['is empty', ''],
    ['is cut off', good.slice(0, -1)],
    ['is cut to its name', 'sha256='],
    ['is longer', `${good}0`],
    ['is in capitals', good.toUpperCase()],
    ['has no name', good.slice('sha256='.length)],
    ['is of a weaker hash', `sha1=${createHmac('sha1', SECRET).update(BODY).digest('hex')}`],
    ['is of another secret', signed(BODY, 'another secret')],
    ['is the secret itself', SECRET],
    ['is no hexadecimal number', `sha256=${'g'.repeat(64)}`],
  ])('refuses a signature that %s', (_, signature) => expect(webhook.isSigned(signature, BODY)).toBe(false));

  it('refuses everything while no secret is set, also what is signed with an empty one', () => {
    const open = new Webhook('hosta', 'org_1', undefined);
    expect([open.hasSecret, open.isSigned(signed(BODY, ''), BODY), open.mayBeSigned(good)]).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('shows its secret to nobody who prints it', () => {
    expect(JSON.stringify(webhook)).not.toContain(SECRET);
    expect(Object.values(webhook)).not.toContain(SECRET);
  });
});

describe('a webhook of hostb', () => {
  const webhook = new Webhook('hostb', 'org_1', SECRET);

  it('takes the secret itself', () => expect(webhook.isSigned(SECRET, BODY)).toBe(true));

  it.each<[string | undefined]>([[undefined], [''], [SECRET.slice(0, -1)], [`${SECRET} `], [SECRET.toUpperCase()]])(
    'refuses %j',
    (token) => expect([webhook.mayBeSigned(token), webhook.isSigned(token, BODY)]).toEqual([false, false]),
  );
});
