import { Webhook } from 'standardwebhooks';
import { WebhookReceiver } from '../../libs/notifications/test/webhook-receiver';
import { eventually } from '../faults/eventually';
import { codeHostApi } from '../support/code-host-api';
import { type GitServer, openGitServer } from '../support/git-server/git-server';
import { type Pushed, type WorkingCopy, workingCopy } from '../support/git-server/working-copy';
import * as hosta from '../support/hosting/hosta-payloads';
import * as hostb from '../support/hosting/hostb-payloads';
import { type Delivery, hostaDelivery, hostbDelivery } from '../support/hosting/signed-delivery';
import { type HttpClient, type Json, httpClient } from '../support/http-client';
import { type Chat, openChat } from '../support/receivers/chat';
import { type MailServer, openMailServer } from '../support/receivers/mail-server';
import { FLAWED, FLAWLESS } from '../support/scanned';

/** A service that is used through HTTP alone, wherever its roles run. */
export interface ServiceOfPushes {
  readonly url: string;
  /** Full Access, of an organization of the tier pro. */
  readonly key: string;
  close(): Promise<void>;
}

/** The service and the servers around it, for the tests of one deployment. */
export interface Reached {
  readonly client: HttpClient;
  readonly repositories: GitServer;
}

const TOKEN = 'a-token-of-the-organization';
const SECRET = 'correct horse battery';
const AUTOMATIONS = '/api/v1/automations';
type Host = 'hosta' | 'hostb';

/** Tests from a real push to all receivers of its verdict: the same for every kind of deployment. */
export const pushesSuite = (
  deployed: string,
  start: (settings: Readonly<Record<string, string>>) => Promise<ServiceOfPushes>,
  /** Tests of this deployment alone, on the same service. */
  more: (service: () => Reached) => void = () => undefined,
): void =>
  describe(`a push to a repository that an automation watches, ${deployed}`, () => {
    let repositories: GitServer;
    let chat: Chat;
    let mail: MailServer;
    let webhook: WebhookReceiver;
    let webhookSecret: string;
    let service: ServiceOfPushes | undefined;
    let client: HttpClient;
    let projectId: string;
    const api = codeHostApi(TOKEN);
    const copies: WorkingCopy[] = [];

    beforeAll(async () => {
      [repositories, chat, mail, webhook] = await Promise.all([
        openGitServer({ pushes: true }),
        openChat(),
        openMailServer(),
        WebhookReceiver.begin(),
      ]);
      repositories.intercept(api.answer);
      const address = `127.0.0.1:${repositories.port}`;
      service = await start({
        ASSAY_HOSTA_URL: `http://${address}`,
        ASSAY_HOSTB_URL: `http://${address}`,
        ASSAY_ALLOWED_TARGETS: [address, new URL(chat.url).host, new URL(webhook.url).host].join(),
        ASSAY_SMTP_URL: mail.url,
        ASSAY_MAIL_FROM: 'Assay <assay@example.com>',
        ASSAY_PUBLIC_URL: 'https://assay.example',
        ASSAY_CHROMIUM: 'off',
      });
      client = httpClient(service.url, { authorization: `Bearer ${service.key}` });
      const project = await client.post('/api/v1/projects', { name: 'Shop', platforms: ['web'] });
      projectId = project.body.data.id;
      for (const host of ['hosta', 'hostb'])
        expect(
          await client.post(`/api/settings/integrations/${host}`, { webhookSecret: SECRET, accessToken: TOKEN }),
        ).toMatchObject({ status: 200 });
      expect(
        await client.post('/api/settings/notifications/chat/builds', { webhookUrl: `${chat.url}/hooks/builds` }),
      ).toMatchObject({ status: 200 });
      const endpoint = { url: webhook.url, events: ['verdict.given'] };
      const created = await client.post('/api/settings/webhooks', endpoint);
      expect(created).toMatchObject({ status: 201, body: { webhook: endpoint } });
      webhookSecret = created.body.secret;
    }, 240_000);
    afterAll(async () => {
      await service?.close();
      await Promise.all([repositories, chat, mail, ...copies].map((each) => each?.close()));
      await webhook?.end();
    }, 60_000);

    const repository = async (name: string): Promise<WorkingCopy> => {
      repositories.add(name, {});
      const copy = await workingCopy(`http://127.0.0.1:${repositories.port}/${name}.git`);
      copies.push(copy);
      return copy;
    };
    const automation = async (name: string, trigger: object): Promise<string> => {
      const notifications = { chat: 'builds', email: [`${name}@example.com`] };
      const config = { platform: 'web', tools: ['biome-css'], failOn: 'medium', notifications };
      const { status, body } = await client.post(AUTOMATIONS, {
        name,
        projectId,
        trigger,
        action: { type: 'scan', config },
      });
      expect({ status, body }).toMatchObject({ status: 201 });
      return body.automation.id;
    };
    const deliver = async (host: Host, { body, headers }: Delivery): Promise<Json> => {
      const { integrations } = (await client.get('/api/settings/integrations')).body;
      const { webhookUrl } = integrations.find(({ name }: { name: string }) => name === host);
      const path = new URL(webhookUrl).pathname;
      const answer = await httpClient(service!.url).send('POST', path, body, headers);
      expect(answer).toMatchObject({ status: 202 });
      return answer.body;
    };
    /** Waits for the verdict on an automation's scan of a commit. */
    const judged = (automationId: string, commit: string): Promise<Json> =>
      eventually(
        'a verdict is given',
        async () => {
          const { body } = await client.get(`${AUTOMATIONS}/${automationId}/history`);
          const rows = body.history.filter(({ triggerData }: Json) => triggerData.commitSha === commit);
          expect(rows.length).toBeLessThanOrEqual(1);
          if (!rows[0]?.scanId) return undefined;
          const { scan } = (await client.get(`/api/v1/scans/${rows[0].scanId}`)).body;
          return scan?.verdict && scan;
        },
        180_000,
      );
    /** The final status of a commit at a host. Expects no other status before it than pending. */
    const statusOf = async (host: Host, sha: string): Promise<string> => {
      const told = () => api.taken.filter((each) => each.host === host && each.sha === sha);
      await eventually('the host is told', () => told().find(({ state }) => state !== 'pending'));
      const ends = told().filter(({ state }) => state !== 'pending');
      expect(ends).toHaveLength(1);
      return ends[0]!.state;
    };
    const mailsTo = (name: string) => mail.mails.filter(({ to }) => to === `${name}@example.com`);
    /** The posts of the outbound webhook about an automation, each verified by the specification's own library. */
    const sentOf = (automationId: string): Json[] =>
      webhook.posts
        .map(({ body, headers }) => new Webhook(webhookSecret).verify(body, headers as Record<string, string>) as Json)
        .filter(({ data }) => data.automationId === automationId);
    const newest = async (): Promise<Json[]> =>
      (await client.get('/api/settings/notifications/deliveries')).body.deliveries;

    it.each<[Host, string, object, (pushed: Pushed) => Delivery, string, string]>([
      [
        'hosta',
        'ada/shop',
        { type: 'hosta_push', config: { repository: 'ada/shop', branches: ['main'] } },
        (pushed) => hostaDelivery(hosta.push({ repository: 'ada/shop', ...pushed }), { secret: SECRET }),
        'success',
        'failure',
      ],
      [
        'hostb',
        'group/sub/shop',
        { type: 'hostb_push', config: { projectPath: 'group/sub/shop', branches: ['ma*'] } },
        (pushed) => hostbDelivery(hostb.push({ project: 'group/sub/shop', ...pushed }), { secret: SECRET }),
        'success',
        'failed',
      ],
    ])(
      'to %s is scanned, judged and told the host, by mail, in chat and by webhook',
      async (host, name, trigger, deliveryOf, good, bad) => {
        const copy = await repository(name);
        const called = `pushes-to-${host}`;
        const automationId = await automation(called, trigger);

        const first = await copy.push('main', FLAWLESS);
        await deliver(host, deliveryOf(first));
        expect(await judged(automationId, first.after)).toMatchObject({ verdict: { verdict: 'pass' } });
        expect(await statusOf(host, first.after)).toBe(good);

        const second = await copy.push('main', FLAWED);
        const delivery = deliveryOf(second);
        const taken = await deliver(host, delivery);
        const scan = await judged(automationId, second.after);
        expect(scan).toMatchObject({
          status: 'completed',
          summary: { total: 1 },
          verdict: { verdict: 'fail', newFindings: { failing: 1 } },
        });
        const { targetSummary } = (await client.get(`/api/sessions/${scan.sessionId}`)).body;
        expect(targetSummary.repository).toMatchObject({ name, commit: second.after });
        expect(await statusOf(host, second.after)).toBe(bad);

        await eventually('the mail is there', () => mailsTo(called)[0]);
        await eventually('the chat has it', () => chat.posts.find(({ body }) => body.text.includes(called)));
        expect(mailsTo(called).map(({ subject }) => subject)).toEqual([`${called} fails on main`]);
        expect(chat.posts.filter(({ body }) => body.text.includes(called))).toMatchObject([{ path: '/hooks/builds' }]);
        await eventually('the webhook has both verdicts', () => (sentOf(automationId).length > 1 ? true : undefined));
        expect(sentOf(automationId).map(({ type, data }) => [type, data.commit, data.verdict])).toEqual([
          ['verdict.given', first.after, 'pass'],
          ['verdict.given', second.after, 'fail'],
        ]);
        const [mailed] = mailsTo(called);
        const notices = await eventually('all is delivered', async () => {
          const all = (await newest()).filter(({ channel }) => ['chat', 'email'].includes(channel));
          return all.every(({ status }) => status === 'delivered') ? all : undefined;
        });
        expect(notices.map(({ id }) => `<${id}@example.com>`)).toContain(mailed!.messageId);

        expect(await deliver(host, delivery)).toEqual({ ...taken, status: 'duplicate' });
        const { body } = await client.get(AUTOMATIONS.concat(`/${automationId}`));
        expect(body.automation).toMatchObject({ triggerCount: 2 });
      },
      240_000,
    );

    it('of a branch that a pull request is opened for is judged against its target branch', async () => {
      const copy = await repository('ada/requested');
      const main = await copy.push('main', FLAWLESS);
      const config = { repository: 'ada/requested', branches: ['main'] };
      const onPush = await automation('merges', { type: 'hosta_push', config });
      await deliver('hosta', hostaDelivery(hosta.push({ repository: 'ada/requested', ...main }), { secret: SECRET }));
      await judged(onPush, main.after);

      const onRequest = await automation('requests', {
        type: 'hosta_pr',
        config: { repository: 'ada/requested', events: ['opened'], targetBranches: ['main'] },
      });
      const thread = api.threads.open('hosta', 'ada/requested', 12);
      const change = await copy.push('change', FLAWED);
      const opened = hosta.pullRequest({ repository: 'ada/requested', branch: 'change', commit: change.after });
      await deliver('hosta', hostaDelivery(opened, { secret: SECRET, event: 'pull_request' }));
      const { verdict } = await judged(onRequest, change.after);
      expect(verdict).toMatchObject({
        verdict: 'fail',
        targetBranch: 'main',
        baselineScanId: expect.stringMatching(/^scn_/),
        newFindings: { total: 1, failing: 1 },
      });
      expect(await statusOf('hosta', change.after)).toBe('failure');
      await eventually('the mail is there', () => mailsTo('requests')[0]);
      await eventually('the comment is there', () => thread.comments[0]);
      expect(mailsTo('merges')).toEqual([]);
    }, 240_000);

    it('of a fork that a pull request is opened from is judged where its author is a collaborator', async () => {
      const [name, fork] = ['ada/forked', 'eve/forked'];
      const copy = await repository(name);
      repositories.add(fork, {});
      const main = await copy.push('main', FLAWLESS);
      const automationId = await automation('forks', {
        type: 'hosta_pr',
        config: { repository: name, events: ['opened', 'synchronize'], targetBranches: ['main'] },
      });
      const onPush = await automation('upstream', { type: 'hosta_push', config: { repository: name } });
      await deliver('hosta', hostaDelivery(hosta.push({ repository: name, ...main }), { secret: SECRET }));
      const upstream = await judged(onPush, main.after);

      const thread = api.threads.open('hosta', name, 21, 'change', true);
      const forked = `http://127.0.0.1:${repositories.port}/${fork}.git`;
      const change = await copy.push('change', FLAWED, forked);
      repositories.offer(name, 21, fork, 'change');
      const request = { repository: name, number: 21, from: fork, branch: 'change' };
      const send = (payload: object) =>
        deliver('hosta', hostaDelivery(payload, { secret: SECRET, event: 'pull_request' }));
      const rows = async () => (await client.get(`${AUTOMATIONS}/${automationId}/history`)).body.history;
      await send(hosta.pullRequest({ ...request, commit: change.after, association: 'CONTRIBUTOR' }));
      // The row exists a moment before its outcome is recorded.
      const skipped = await eventually('the row of the stranger is over', async () =>
        (await rows()).find(({ status }: Json) => status !== 'pending'),
      );
      expect(skipped).toMatchObject({ scanId: null, status: 'skipped', reason: { code: 'fork' } });
      expect(api.taken.filter(({ sha }) => sha === change.after)).toEqual([]);

      const second = await copy.push('change', { ...FLAWED, 'read.me': 'x' }, forked);
      repositories.offer(name, 21, fork, 'change');
      const asked = repositories.requests.length;
      const chosen = { association: 'COLLABORATOR', commit: second.after };
      await send(hosta.pullRequest({ ...request, ...chosen, action: 'synchronize' }));
      const scan = await judged(automationId, second.after);
      expect(scan.verdict).toMatchObject({
        verdict: 'fail',
        targetBranch: 'main',
        mergeBase: main.after,
        baselineScanId: upstream.id,
        newFindings: { total: 1, failing: 1 },
      });
      const { targetSummary } = (await client.get(`/api/sessions/${scan.sessionId}`)).body;
      expect(targetSummary.repository).toMatchObject({ name, branch: 'pull/21/head', commit: second.after });
      expect(await statusOf('hosta', second.after)).toBe('failure');
      await eventually('the comment is there', () => thread.comments[0]);
      expect(thread.comments).toHaveLength(1);
      // The service did not fetch from the fork: its commits are in the repository of the pull request.
      expect(repositories.requests.slice(asked).filter(({ path }) => path.includes(fork))).toEqual([]);
    }, 240_000);

    it('of a branch that a merge request is opened for is judged against its target branch, once', async () => {
      const project = 'group/merged';
      const copy = await repository(project);
      const main = await copy.push('main', FLAWLESS);
      const automationId = await automation('merged', {
        type: 'hostb_push',
        config: { projectPath: project, branches: ['**'] },
      });
      const send = (payload: object) => deliver('hostb', hostbDelivery(payload, { secret: SECRET }));
      await send(hostb.push({ project, ...main }));
      await judged(automationId, main.after);

      const thread = api.threads.open('hostb', project, 5);
      const request = { project, number: 5, branch: 'change' };
      const first = await copy.push('change', FLAWED);
      await send(hostb.mergeRequest({ ...request, commit: first.after }));
      const against = { verdict: 'fail', targetBranch: 'main', newFindings: { total: 1, failing: 1 } };
      const { verdict } = await judged(automationId, first.after);
      expect(verdict).toMatchObject({ ...against, mergeBase: main.after });
      expect(await statusOf('hostb', first.after)).toBe('failed');
      await eventually('the comment is there', () => thread.comments[0]);

      const second = await copy.push('change', { ...FLAWED, 'read.me': 'x' });
      await send(hostb.push({ project, ...second }));
      await send(hostb.mergeRequest({ ...request, action: 'update', oldrev: second.before, commit: second.after }));
      // Compared with its own branch, nothing would be new.
      expect((await judged(automationId, second.after)).verdict).toMatchObject(against);
      expect(await statusOf('hostb', second.after)).toBe('failed');
      await eventually('the comment has it', () => (thread.comments[0]!.edits > 0 ? true : undefined));
      expect(thread.comments).toHaveLength(1);
      const { body } = await client.get(`${AUTOMATIONS}/${automationId}`);
      expect(body.automation).toMatchObject({ triggerCount: 3 });
    }, 240_000);

    more(() => ({ client, repositories }));

    it('leaves an exact ledger, and nothing that a receiver refused or that is still to be told', async () => {
      expect([...api.refused, ...chat.refused]).toEqual([]);
      const waiting = await eventually('all is told', async () => {
        const pending = (await newest()).filter(({ status }) => status === 'pending');
        return pending.length === 0 ? pending : undefined;
      });
      expect(waiting).toEqual([]);
      expect((await client.get('/api/billing/audit')).body).toMatchObject({
        chain: { valid: true },
        drift: { difference: 0 },
      });
    });
  });
