import { type Automation, type AutomationEvent, automation, changeAutomation, rotateWebhook } from './automation';

const about = { automationId: 'aut_1', organizationId: 'org_1', at: '2026-11-05T10:00:00.000Z' };
const WEBHOOK = { type: 'webhook', config: {} } as const;
const PUSH = { type: 'hosta_push', config: { repository: 'ada/shop', branches: ['**'] } } as const;
const fields = {
  name: 'On call',
  projectId: 'prj_1',
  trigger: WEBHOOK,
  action: { type: 'scan', config: { platform: 'web', tools: 'all', failOn: null } },
  enabled: true,
} as const;
const folded = (...events: readonly AutomationEvent[]): Automation =>
  events.reduce(automation.evolve, automation.initial);
const created = (address: { webhookAddress?: string | null; webhookToken?: string | null }): Automation =>
  folded({ type: 'AutomationCreated', data: { ...about, ...fields, ...address } });
const addressOf = (state: Automation) =>
  state.status === 'live' && {
    webhookAddress: state.fields.webhookAddress,
    webhookToken: state.fields.webhookToken,
  };
const after = (state: Automation, events: readonly AutomationEvent[]) =>
  addressOf(events.reduce(automation.evolve, state));

describe('the address of an automation', () => {
  const ofBefore = created({ webhookToken: 'given before' });
  const ofNow = created({ webhookAddress: 'hook_1' });
  const patched = (state: Automation, patch: object) => changeAutomation(about, { patch, newAddress: 'hook_2' }, state);

  it.each([
    ['of an earlier release', ofBefore],
    ['of this release', ofNow],
  ])('%s stays while nothing of the trigger changes', (_, state) => {
    expect(patched(state, { enabled: true })).toEqual([]);
    const renamed = { type: 'AutomationChanged', data: { ...about, name: 'Renamed' } };
    expect(patched(state, { name: 'Renamed', trigger: WEBHOOK })).toEqual([renamed]);
  });

  it.each([
    ['of an earlier release', ofBefore],
    ['of this release', ofNow],
  ])('%s goes with the trigger, and is another one once it is back', (_, state) => {
    const none = patched(state, { trigger: PUSH });
    expect(after(state, none)).toEqual({ webhookAddress: null, webhookToken: null });
    const back = patched(none.reduce(automation.evolve, state), { trigger: WEBHOOK });
    expect(after(none.reduce(automation.evolve, state), back)).toEqual({
      webhookAddress: 'hook_2',
      webhookToken: null,
    });
  });

  it.each([
    ['of an earlier release', ofBefore],
    ['of this release', ofNow],
  ])('%s leads nowhere once it was changed', (_, state) =>
    expect(after(state, rotateWebhook(about, 'hook_2', state))).toEqual({
      webhookAddress: 'hook_2',
      webhookToken: null,
    }),
  );
});
