import { specification } from '../../../kernel/test/specification';
import {
  type CredentialChanges,
  type IntegrationEvent,
  type IntegrationName,
  changeIntegration,
  integrations,
  requireCredentials,
  requireIntegration,
} from './integrations';

const AT = '2026-11-20T09:30:00.000Z';
const changedBy = (integration: IntegrationName, credentials: CredentialChanges): IntegrationEvent => ({
  type: 'IntegrationChanged',
  data: { organizationId: 'org_1', integration, credentials, by: 'key_1', at: AT },
});
const change = (integration: IntegrationName, credentials: CredentialChanges) => (state: typeof integrations.initial) =>
  changeIntegration({ organizationId: 'org_1', integration, credentials, by: 'key_1', at: AT }, state);

describe('integrations', () => {
  const organization = specification(integrations);

  it('record under which id a credential is kept, by whom and when', () =>
    organization
      .given([])
      .when(change('hosta', { accessToken: 'sec_1' }))
      .then([changedBy('hosta', { accessToken: 'sec_1' })]));

  it('record a replacement and a removal, and leave what was not mentioned', () =>
    organization
      .given([changedBy('hosta', { accessToken: 'sec_1', webhookSecret: 'sec_1' })])
      .when(change('hosta', { accessToken: 'sec_2', webhookSecret: null }))
      .then([changedBy('hosta', { accessToken: 'sec_2', webhookSecret: null })]));

  it("have nothing to record where a credential is removed that is not set, be it another integration's", () =>
    organization
      .given([changedBy('hostb', { accessToken: 'sec_1' })])
      .when(change('hosta', { accessToken: null }))
      .then([]));

  it('record a request once, however often it is repeated', () =>
    organization
      .given([changedBy('hosta', { accessToken: 'sec_1' })])
      .when(change('hosta', { accessToken: 'sec_1' }))
      .then([]));

  it('know what is set, and since when', () => {
    const state = [
      changedBy('hosta', { accessToken: 'sec_1', webhookSecret: 'sec_1' }),
      changedBy('hostb', { webhookSecret: 'sec_2' }),
      changedBy('hosta', { webhookSecret: null }),
    ].reduce(integrations.evolve, integrations.initial);
    expect(state).toEqual({
      hosta: { accessToken: { secretId: 'sec_1', setAt: AT } },
      hostb: { webhookSecret: { secretId: 'sec_2', setAt: AT } },
    });
  });

  it.each(['hostc', '', 'toString', 'HOSTA'])('are not "%s"', (name) =>
    expect(() => requireIntegration(name)).toThrow(
      expect.objectContaining({ refusal: expect.objectContaining({ code: 'INTEGRATION_NOT_FOUND' }) as unknown }),
    ),
  );

  it.each([
    [{ accessToken: 'tkn_5ecret' }],
    [{ accessToken: null }],
    [{ webhookSecret: 'correct horse battery', accessToken: undefined }],
    [{ accessToken: 'x'.repeat(1_024) }],
  ])('take %j', (given) => expect(() => requireCredentials(given)).not.toThrow());

  it.each([
    [{ accessToken: 'sh0rt' }, 'accessToken'],
    [{ accessToken: 'x'.repeat(1_025) }, 'accessToken'],
    [{ accessToken: 'tkn_5ecret\n' }, 'accessToken'],
    [{ accessToken: 'tkn_ 5ecret' }, 'accessToken'],
    [{ accessToken: 'tkn_5ecr\u00e9t' }, 'accessToken'],
    [{ webhookSecret: ' tkn_5ecret' }, 'webhookSecret'],
    [{ webhookSecret: 'tkn_5ecret\r\nX-Evil: 1' }, 'webhookSecret'],
    [{ webhookSecret: 'x'.repeat(1_025) }, 'webhookSecret'],
    [{}, 'accessToken'],
    [{ accessToken: undefined }, 'accessToken'],
  ])('refuse %j without repeating it', (given, field) => {
    const refusal = (() => {
      try {
        requireCredentials(given);
      } catch (error) {
        return (error as { refusal: { code: string; details: { field: string }[] } }).refusal;
      }
      return undefined;
    })();
    expect(refusal).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ field }] });
    expect(JSON.stringify(refusal)).not.toMatch(/5ecr|sh0rt|xxx/);
  });
});
