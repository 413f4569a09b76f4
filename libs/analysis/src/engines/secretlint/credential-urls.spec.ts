import { credentialUrlsIn } from './credential-urls';

const passwordsIn = (text: string) => credentialUrlsIn(text).map(({ value }) => value);
const DIGEST = `sha256:${'3f2504e04f8941d3'.repeat(4)}`;

describe('the password in an address', () => {
  it.each([
    `uses: docker://python:3.12-slim@${DIGEST}`,
    `uses: docker://alpine:3.18@${DIGEST}`,
    `contexts = { base = "docker-image://golang:1.22-alpine3@${DIGEST}" }`,
    `skopeo copy docker-daemon:app oci://app:v1.2.3-rc1@registry.internal`,
    `image: oci://chart-repo:0.14.2-beta1@${DIGEST}`,
    `FROM containers-storage://fedora:40.1-x86@${DIGEST}`,
    `ref: registry+https://node:20.1.0-alpine@sha512:${'3f2504e04f8941d3'.repeat(8)}`,
    'postgres://user:${DB_PASSWORD}@db.internal/shop',
    'postgres://user:password@db.internal/shop',
  ])('is none in %s', (text) => expect(passwordsIn(text)).toEqual([]));

  it.each([
    ['redis://:Zx81kq_Lm2pp@cache.internal:6379', 'Zx81kq_Lm2pp'],
    ['amqp://shop:Zx81kq_Lm2pp@sha256.internal:5672', 'Zx81kq_Lm2pp'],
    ['https://docker:Zx81kq_Lm2pp@registry.internal/v2', 'Zx81kq_Lm2pp'],
    ['DOCKER_HOST=tcp://ci:Zx81kq_Lm2pp@docker:2376', 'Zx81kq_Lm2pp'],
  ])('is one in %s', (text, password) => expect(passwordsIn(text)).toEqual([password]));

  it.each([
    ['mysql2://root:Zx81kq_Lm2pp@mysql:3306', ['low']],
    ['redis://:Zx81kq_Lm2pp@127.0.0.1', ['low']],
    ['https://ada:Zx81kq_Lm2pp@api.shop-cloud.com', ['high']],
    ['https://ada:horse@api.shop-cloud.com', ['medium']],
    ['https://ada:a%20secret@api.shop-cloud.com', []],
  ])('is worth what its host makes of it: %s', (text, worth) =>
    expect(credentialUrlsIn(text).map((each) => each.worth)).toEqual(worth),
  );
});
