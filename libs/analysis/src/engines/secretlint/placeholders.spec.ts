import { isFilledIn, isInWords, isPlaceholder, isStandInToken, worthOfConnection } from './placeholders';

describe('the password of a connection string', () => {
  it.each([
    'mongodb://<username>:<password>@<cluster>',
    'mongodb+srv://user:${PASSWORD}@host/db',
    'postgres://user:$DB_PASSWORD@host/db',
    'postgres://user:{{ password }}@host',
    'mysql://root:password@localhost/app',
    'mysql://user:your_password@host',
    'mysql://user:yourpasswordhere@host',
    'postgres://user:changeme@db:5432',
    'postgres://user:xxxx@host',
    'postgres://user:********@host',
    'postgres://postgres:postgres@localhost:5432/app',
    'postgres://app:app@db:5432/app',
    'mysql://root:root@127.0.0.1/app',
    'mysql://root:root@192.168.0.7/app',
    'postgres://app:app@db.local/app',
    'postgres://shop:Ch4ng3-m3-now@db.shop.com/shop',
    'postgresql://shop:replace-me-with-a-random-string@db:5432/shop',
  ])('stands for another one: %s', (text) => expect(isPlaceholder(text)).toBe(true));

  it.each([
    'mongodb://ada:f8Kx92mQ@cluster0.mongodb.net/app',
    'postgres://ada:Password1!@db.internal/app',
    'postgres://ada:correct-horse@10.0.0.7/app',
    'mysql://root:s3cr3t-s4uce@localhost/app',
    'postgres://shop:shop@db.example.com/shop',
    'postgres://postgres:s3cr3t@localhost:5432/app',
    'no connection string',
  ])('is one: %s', (text) => expect(isPlaceholder(text)).toBe(false));

  it.each([
    ['postgres://shop:f8Kx92mQ@db:5432/shop', 'low'],
    ['postgres://shop:f8Kx92mQ@db.shop-cloud.com/shop', 'high'],
    ['postgres://shop:horses@db.shop-cloud.com/shop', 'medium'],
    ['mysql://shop:shop@{{ host }}/shop', 'low'],
    ['mongodb://root:devops123@mongodb.mongodb:27017/shop', 'low'],
    ['postgresql://shop:f8Kx92mQ@db.shop.pvt/shop', 'low'],
    ['postgresql://shop:devops123@db.shop-cloud.com/shop', 'medium'],
    ['postgresql://shop:xkqjzvbnwp4821@db.shop-cloud.com/shop', 'high'],
  ])('is worth what its host makes of it: %s', (text, worth) => expect(worthOfConnection(text)).toBe(worth));
});

describe('a token in words', () => {
  it.each(['"xoxb-test-token"', `https://hooks.slack.com/services/T0/B0/${'X'.repeat(24)}`, 'je7MtGbClwBFbEXAMPLEKEY'])(
    'stands for another one: %s',
    (token) => expect(isStandInToken(token)).toBe(true),
  );
  it('stands for another one if it is shorter than what Slack issues', () => {
    const webhook = (last: number) =>
      `https://hooks.slack.com/services/T01EJ${'NXE7KR'}/B0403${'828N02'}/${'e7'.repeat(last)}`;
    expect([webhook(12), webhook(8)].map(isStandInToken)).toEqual([false, true]);
    const token = (last: number) => `xoxb-${'17'.repeat(6)}-${'48'.repeat(6)}-${'aK3'.repeat(last)}`;
    expect([token(8), token(4)].map(isStandInToken)).toEqual([false, true]);
  });
  it.each([
    [`xoxb-${'0'.repeat(11)}-${'a'.repeat(24)}`, true],
    [`"xoxb-${'1'.repeat(12)}-${'2'.repeat(12)}-${'b'.repeat(24)}"`, true],
    [`sk_live_${'0'.repeat(24)}`, true],
    [`xoxb-${'0'.repeat(11)}-${'aK3'.repeat(8)}`, false],
    [`sk_live_${'0'.repeat(12)}${'aK3'.repeat(4)}`, false],
  ])('stands for another one where each part is one character: %s', (token, isIt) =>
    expect([isStandInToken(token), isFilledIn(token)]).toEqual([isIt, isIt]),
  );
  it('is one where it says something else', () => expect(isStandInToken('xoxb-wild-horses')).toBe(false));
  it('is known by its words alone', () => {
    expect(isInWords('xoxb-token-from-slack')).toBe(true);
    expect(isInWords('xoxb-2b7q-XwLk')).toBe(false);
  });
});
