import type { FireAutomation, Trigger } from '@assay/automations';
import type { Fact } from '@assay/kernel';
import { refused } from '@assay/kernel';
import { automations } from '../../../projections/automations.projection';
import { type RunningContext, startContext } from '../../identity/test/running-context';
import { ReceiveDelivery, HostingModule, followDeliveries } from '../src';
import { push } from '../../../test/support/hosting/hosta-payloads';
import * as hostb from '../../../test/support/hosting/hostb-payloads';
import { SECRET_STORE } from '@assay/secrets';
import { Global, Module } from '@nestjs/common';

const AT = '2026-11-05T10:00:00.000Z';

@Global()
@Module({ providers: [{ provide: SECRET_STORE, useValue: undefined }], exports: [SECRET_STORE] })
class NoSecrets {}

describe('the reactor that follows deliveries', () => {
  let context: RunningContext;
  let fired: FireAutomation['input'][];
  /** The error that firing this automation throws. */
  let failing: { readonly id: string; readonly error: () => never } | undefined;
  beforeEach(async () => {
    context = await startContext({ modules: [NoSecrets, HostingModule], projections: [automations], at: AT });
    fired = [];
    failing = undefined;
  });
  afterEach(() => context.stop());

  const automation = (
    automationId: string,
    {
      organizationId = 'org_ada',
      branches = ['main'],
      trigger = { type: 'hosta_push', config: { repository: 'ada/shop', branches } },
    }: { organizationId?: string; branches?: string[]; trigger?: Trigger } = {},
  ) => {
    const action = { type: 'scan', config: { platform: 'web', tools: 'all', failOn: null } };
    const fields = { name: 'A', projectId: 'prj_1', trigger, action, enabled: true, webhookToken: null };
    return context.events.append(`automation-${automationId}`, [
      { type: 'AutomationCreated', data: { automationId, organizationId, at: AT, ...fields } },
    ]);
  };
  const receive = (payload: unknown = push(), hostDeliveryId = '1') =>
    context.execute(
      new ReceiveDelivery({ organizationId: 'org_ada', host: 'hosta', event: 'push', hostDeliveryId, payload }),
    );
  const recorded = async <Event extends Fact>(type: string) => {
    const events = [];
    for await (const event of context.events.readAll<Event>({ filter: { types: [type] } })) events.push(event);
    return events;
  };
  /** Reacts to each delivery that was ever received, as a reactor does that begins from the start. */
  const react = async () => {
    const reactor = followDeliveries({
      events: context.events,
      readModels: context.projector,
      commands: {
        execute: async ({ input }: FireAutomation) => {
          if (failing?.id === input.automationId) failing.error();
          fired.push(input);
          return { historyId: `run of ${input.automationId}` };
        },
      } as never,
      clock: { now: () => new Date(AT) },
      reached: (position) => context.projector.waitFor(position),
    });
    for (const event of await recorded<never>('DeliveryReceived')) await reactor.react(event);
  };

  it('fires each automation of its organization that it concerns, and no other', async () => {
    await automation('aut_1');
    await automation('aut_2', { branches: ['**'] });
    await automation('aut_3', { branches: ['next'] });
    await automation('aut_4', { organizationId: 'org_eve' });
    const { deliveryId } = (await receive()) as { deliveryId: string };
    await react();
    expect(fired).toEqual(
      ['aut_1', 'aut_2'].map((automationId) => ({
        automationId,
        key: deliveryId,
        at: AT,
        trigger: {
          type: 'hosta_push',
          event: 'push',
          repository: 'ada/shop',
          branch: 'main',
          commitSha: 'a'.repeat(40),
          before: 'b'.repeat(40),
          changedAt: '2026-01-01T00:00:00.000Z',
          author: 'grace',
        },
      })),
    );
    expect((await recorded('DeliveryHandled')).map(({ data }) => data)).toEqual([
      {
        deliveryId,
        organizationId: 'org_ada',
        firings: ['aut_1', 'aut_2'].map((automationId) => ({ automationId, historyId: `run of ${automationId}` })),
        at: AT,
      },
    ]);
  });

  it('waits for an automation that was created just before', async () => {
    await context.projector.waitFor(await context.events.head());
    await automation('aut_1');
    await context.executeAtOnce(
      new ReceiveDelivery({
        organizationId: 'org_ada',
        host: 'hosta',
        event: 'push',
        hostDeliveryId: '1',
        payload: push(),
      }),
    );
    await react();
    expect(fired).toHaveLength(1);
  });

  it('goes on after a crash between two firings, by the same key', async () => {
    await automation('aut_1');
    await automation('aut_2');
    await receive();
    failing = {
      id: 'aut_2',
      error: () => {
        throw new Error('the process ends here');
      },
    };
    await expect(react()).rejects.toThrow('the process ends here');
    expect(await recorded('DeliveryHandled')).toEqual([]);
    failing = undefined;
    await react();
    expect(fired.map(({ automationId, key }) => `${automationId} ${key === fired[0]!.key}`)).toEqual([
      'aut_1 true',
      'aut_1 true',
      'aut_2 true',
    ]);
    expect(await recorded('DeliveryHandled')).toHaveLength(1);
  });

  it('lets an automation of tomorrow follow no delivery of today, also when it begins anew', async () => {
    await receive();
    await react();
    await automation('aut_1');
    await context.caughtUp();
    await react();
    expect(fired).toEqual([]);
    expect(await recorded('DeliveryHandled')).toHaveLength(1);
  });

  describe('of hostb', () => {
    const onHostb = (automationId: string) =>
      automation(automationId, {
        trigger: { type: 'hostb_push', config: { projectPath: 'group/shop', branches: ['**'] } },
      });
    const deliver = (payload: object, hostDeliveryId: string) =>
      context.execute(
        new ReceiveDelivery({ organizationId: 'org_ada', host: 'hostb', event: '', hostDeliveryId, payload }),
      );
    const [older, newer] = ['b'.repeat(40), 'c'.repeat(40)];
    const pushed = hostb.push({ ref: 'refs/heads/feature', before: older, after: newer });

    it('follows a push to the branch of a merge request as its update, and what tells the same no more', async () => {
      await onHostb('aut_1');
      await deliver(hostb.mergeRequest({ commit: older }), '1');
      const { deliveryId } = (await deliver(pushed, '2')) as { deliveryId: string };
      // With the same id: it is the same request to the host that they come from.
      await deliver(hostb.mergeRequest({ action: 'update', oldrev: older, commit: newer }), '2');
      await deliver(hostb.mergeRequest({ action: 'merge', commit: newer }), '3');
      await react();
      const about = { type: 'hostb_push', branch: 'feature', targetBranch: 'main', pullRequest: 12 };
      expect(fired).toMatchObject([
        { trigger: { ...about, event: 'opened', commitSha: older } },
        { key: `${deliveryId}/12`, trigger: { ...about, event: 'synchronize', commitSha: newer, before: older } },
      ]);
      const handled = (await recorded('DeliveryHandled')).map(({ data }) => data as { firings: unknown[] });
      expect(handled.map(({ firings }) => firings.length)).toEqual([1, 1, 0, 0]);
    });

    it('fires the same after a crash, by the same key, whatever the host tells next', async () => {
      await onHostb('aut_1');
      await onHostb('aut_2');
      await deliver(hostb.mergeRequest({ commit: older }), '1');
      await react();
      await deliver(pushed, '2');
      failing = {
        id: 'aut_2',
        error: () => {
          throw new Error('the process ends here');
        },
      };
      await expect(react()).rejects.toThrow('the process ends here');
      await deliver(hostb.mergeRequest({ action: 'update', oldrev: older, commit: newer }), '3');
      failing = undefined;
      fired = [];
      await react();
      const keys = new Set(fired.map(({ key }) => key));
      expect(fired.map(({ automationId }) => automationId)).toEqual(['aut_1', 'aut_2']);
      expect([...keys]).toEqual([expect.stringMatching(/\/12$/)]);
    });
  });

  it('passes over an automation that was deleted a moment ago', async () => {
    await automation('aut_1');
    await automation('aut_2');
    await receive();
    failing = { id: 'aut_1', error: () => refused('AUTOMATION_NOT_FOUND', 'Automation not found') };
    await react();
    expect(fired.map(({ automationId }) => automationId)).toEqual(['aut_2']);
    expect(await recorded('DeliveryHandled')).toMatchObject([{ data: { firings: [{ automationId: 'aut_2' }] } }]);
  });

  it('tells an automation why a push starts no scan', async () => {
    await automation('aut_1');
    await receive(push({ ref: 'refs/tags/v1.0' }));
    await react();
    expect(fired).toMatchObject([{ trigger: { event: 'tag' }, skip: { code: 'tag' } }]);
  });
});
