import type { AutomationEvent, AutomationTriggered } from '@assay/automations';
import { projected } from '../libs/read-models/test/projected';
import { automations } from './automations.projection';

const about = { automationId: 'aut_1', organizationId: 'org_1' };
const fields = {
  name: 'On push',
  projectId: 'prj_1',
  trigger: { type: 'webhook', config: {} },
  action: { type: 'scan', config: { platform: 'web', tools: 'all', failOn: null } },
  enabled: true,
  webhookAddress: 'hook_1',
} as const;
const created: AutomationEvent = {
  type: 'AutomationCreated',
  data: { ...about, ...fields, at: '2026-11-01T10:00:00.000Z' },
};
const triggered = (at: string): AutomationTriggered => ({
  type: 'AutomationTriggered',
  data: {
    ...about,
    historyId: `run_${at}`,
    projectId: 'prj_1',
    at,
    key: at,
    automationName: 'On push',
    trigger: { type: 'webhook' },
    action: fields.action,
  },
});

describe('the read model of automations', () => {
  it('has an automation as it was changed last, and counts what fired it', () =>
    expect(
      projected(automations, [
        created,
        triggered('2026-11-02T10:00:00.000Z'),
        { type: 'AutomationChanged', data: { ...about, enabled: false, at: '2026-11-03T10:00:00.000Z' } },
        triggered('2026-11-04T10:00:00.000Z'),
      ]),
    ).toEqual({
      aut_1: {
        id: 'aut_1',
        organizationId: 'org_1',
        ...fields,
        webhookToken: null,
        statusName: 'assay/on-push-aut_1',
        enabled: false,
        lastTriggeredAt: '2026-11-04T10:00:00.000Z',
        triggerCount: 2,
        createdAt: '2026-11-01T10:00:00.000Z',
        updatedAt: '2026-11-03T10:00:00.000Z',
      },
    }));

  it('keeps the name of its status when it is renamed', () =>
    expect(
      projected(automations, [
        created,
        { type: 'AutomationChanged', data: { ...about, name: 'Renamed', at: '2026-11-03T10:00:00.000Z' } },
      ]),
    ).toMatchObject({ aut_1: { name: 'Renamed', statusName: 'assay/on-push-aut_1' } }));

  it('has none that was deleted, also where it fires once more', () =>
    expect(
      projected(automations, [
        created,
        { type: 'AutomationDeleted', data: { ...about, at: '2026-11-02T10:00:00.000Z' } },
        triggered('2026-11-03T10:00:00.000Z'),
      ]),
    ).toEqual({}));
});
