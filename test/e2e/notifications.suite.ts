import { randomUUID } from 'node:crypto';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { dirname, join } from 'node:path';
import { eventually } from '../faults/eventually';
import { filesThatHold } from '../support/files-below';
import { expectInvalid, expectRefusal } from '../support/refusals';
import { type RunningService, type Tenant, runningService } from '../support/running-service';

const SETTINGS = '/api/settings/notifications';
const NAME = 'Nightly <b> & co';
const EVIL = 'two\r\nBcc: everybody@example.com';

describe('notifications', () => {
  let service: RunningService;
  let tenant: Tenant;
  let chat: Server;
  let chatUrl: string;
  let chatStatus: number[];
  let posted: { path: string; body: any }[];
  let smtp: SMTPServer;
  let mails: { from: string; to: string; raw: string; secure: boolean; user: string }[];
  /** The addresses for which the server answers to come back later. */
  let later: Set<string>;
  const refusedAddress = 'nobody@example.com';

  beforeAll(async () => {
    chat = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => void (body += chunk));
      request.on('end', () => {
        posted.push({ path: request.url!, body: JSON.parse(body) });
        response.writeHead(chatStatus.shift() ?? 200, { 'retry-after': '1' }).end('ok');
      });
    });
    await new Promise<void>((resolve) => chat.listen(0, '127.0.0.1', resolve));
    const { port } = chat.address() as AddressInfo;
    chatUrl = `http://127.0.0.1:${port}`;
    smtp = new SMTPServer({
      authOptional: false,
      onAuth: ({ username, password }, _, done) =>
        password === 'right' ? done(null, { user: username }) : done(new Error('no such user')),
      onRcptTo({ address }, _, done) {
        const refusal = (responseCode: number) => Object.assign(new Error('refused'), { responseCode });
        if (address === refusedAddress) return done(refusal(550));
        return later.has(address) ? done(refusal(451)) : done();
      },
      onData(stream, { envelope, secure, user }, done) {
        let raw = '';
        stream.on('data', (chunk) => void (raw += chunk));
        stream.on('end', () => {
          const from = (envelope.mailFrom as { address: string }).address;
          mails.push({ from, to: envelope.rcptTo[0]!.address, raw, secure, user: String(user) });
          done();
        });
      },
    });
    await new Promise<void>((resolve) => void smtp.listen(0, '127.0.0.1', resolve));
    const smtpPort = (smtp.server.address() as AddressInfo).port;
    service = await runningService({
      settings: {
        ASSAY_ALLOWED_TARGETS: `127.0.0.1:${port}`,
        // The certificate is the one that the server's library brings along.
        ASSAY_SMTP_URL: `smtp://ada:right@127.0.0.1:${smtpPort}?requireTLS=true&tls.rejectUnauthorized=false`,
        ASSAY_MAIL_FROM: 'Assay <assay@example.com>',
        ASSAY_PUBLIC_URL: 'https://assay.example',
      },
    });
  });
  beforeEach(async () => {
    [posted, mails, chatStatus, later] = [[], [], [], new Set()];
    tenant = await service.tenant('pro');
  });
  afterAll(async () => {
    await service.close();
    await new Promise((resolve) => chat.close(resolve));
    await new Promise<void>((resolve) => void smtp.close(resolve));
  });

  /** Records the events of an automation that fired and whose scan was judged. */
  async function judge(verdict: 'pass' | 'fail', to: object, more: object = {}): Promise<void> {
    const { events } = service.platform;
    const { organizationId } = tenant;
    const [historyId, scanId, at] = [`run_${randomUUID()}`, `scn_${randomUUID()}`, new Date().toISOString()];
    const about = { historyId, automationId: `aut_${organizationId}`, organizationId, projectId: 'prj_1', at };
    const action = { type: 'scan', config: { platform: 'web', tools: 'all', failOn: 'high', notifications: to } };
    await events.append(`firing-${historyId}`, [
      {
        type: 'AutomationTriggered',
        data: { ...about, key: historyId, automationName: NAME, trigger: { type: 'webhook' }, action },
      },
    ]);
    await events.append(`verdict-${randomUUID()}`, [
      {
        type: 'VerdictGiven',
        data: {
          ...about,
          scanId,
          sessionId: `ses_${randomUUID()}`,
          verdict,
          reason: 'because <it> is so',
          conditions: { branch: 'main', commit: null, failOn: 'high', targetBranch: null, baseline: null },
          newFindings: { ids: [], total: 3, failing: verdict === 'fail' ? 1 : 0 },
          ...more,
        },
      },
    ]);
  }
  const deliveries = async () => (await tenant.get(`${SETTINGS}/deliveries`)).body.deliveries as any[];
  const ended = (count: number) =>
    eventually(`${count} deliveries have ended`, async () => {
      const all = await deliveries();
      return all.length === count && all.every(({ status }) => status !== 'pending') ? all : undefined;
    });

  it('have chat channels whose address nobody is shown', async () => {
    expect((await tenant.get(SETTINGS)).body).toEqual({
      chat: [],
      email: { enabled: true, from: 'Assay <assay@example.com>' },
      notices: { chat: null, email: [] },
    });
    const webhookUrl = `${chatUrl}/hooks/5ecret-of-ada`;
    const set = await tenant.post(`${SETTINGS}/chat/%23builds`, { webhookUrl });
    expect({ status: set.status, body: set.body }).toEqual({
      status: 200,
      body: { success: true, channel: { name: 'builds', set: true, setAt: expect.any(String) } },
    });
    const other = await service.tenant('pro');
    expect((await other.get(SETTINGS)).body.chat).toEqual([]);
    expectRefusal(await other.post(`${SETTINGS}/chat/builds`, { webhookUrl: null }), 404, 'CHAT_CHANNEL_NOT_FOUND');
    expect(filesThatHold('5ecret-of-ada', join(dirname(service.root), 'data'))).toEqual([]);
    const removed = await tenant.post(`${SETTINGS}/chat/builds`, { webhookUrl: null });
    expect(removed.body.channel).toEqual({ name: 'builds', set: false, setAt: null });
    expect((await tenant.get(SETTINGS)).body.chat).toEqual([]);
  });

  it('refuse addresses that may not be contacted, without repeating them, and names that are none', async () => {
    const refused = await tenant.post(`${SETTINGS}/chat/builds`, { webhookUrl: 'http://169.254.169.254/5ecret' });
    expectRefusal(refused, 403, 'TARGET_NOT_ALLOWED');
    expect(JSON.stringify(refused.body)).not.toContain('5ecret');
    expectInvalid(await tenant.post(`${SETTINGS}/chat/builds`, { webhookUrl: 'ftp://a.example' }), 'webhookUrl');
    expectInvalid(await tenant.post(`${SETTINGS}/chat/%2Fetc`, { webhookUrl: chatUrl }), 'channel');
    const reader = await service.tenant('pro', { permissions: ['settings:read'] });
    expectRefusal(await reader.post(`${SETTINGS}/chat/builds`, { webhookUrl: chatUrl }), 403, 'FORBIDDEN');
  });

  it('tell chat and each address of a new verdict, once, and of the same verdict nobody', async () => {
    await tenant.post(`${SETTINGS}/chat/builds`, { webhookUrl: `${chatUrl}/hooks/a` });
    const to = { chat: 'builds', email: ['ada@example.com', 'Ada@example.com', 'bob@example.com'] };
    await judge('fail', to);
    await ended(3);
    await judge('fail', to);
    await judge('pass', to);
    const all = await ended(6);
    expect(all.every(({ status, topic }) => status === 'delivered' && topic === 'verdict.changed')).toBe(true);
    expect(posted.map(({ path }) => path)).toEqual(['/hooks/a', '/hooks/a']);
    expect(posted[0]!.body.text).toBe(
      'Nightly &lt;b&gt; &amp; co fails on main. It is the first verdict of this automation and branch.',
    );
    expect(JSON.stringify(posted[0]!.body.blocks)).toContain('because &lt;it&gt; is so');
    expect(posted[1]!.body.text).toContain('passes on main. Before it was fail.');
    expect(mails.map(({ to: address }) => address).sort()).toEqual(
      ['ada@example.com', 'ada@example.com', 'bob@example.com', 'bob@example.com'].sort(),
    );
    expect(mails.every(({ secure, user }) => secure && user === 'ada')).toBe(true);
    const mail = await PostalMime.parse(mails[0]!.raw);
    expect(mail).toMatchObject({
      subject: 'Nightly <b> & co fails on main',
      from: { name: 'Assay', address: 'assay@example.com' },
      messageId: expect.stringMatching(/^<ntf_[\w-]+@example\.com>$/),
    });
    expect(mail.text).toContain('Reason: because <it> is so');
    expect(mail.text).toContain('https://assay.example/api/v1/');
    expect(mail.html).toContain('<dd>because &lt;it&gt; is so</dd>');
    const other = await service.tenant('pro');
    expect((await other.get(`${SETTINGS}/deliveries`)).body.deliveries).toEqual([]);
    const [{ id }] = all;
    expectRefusal(await other.post(`${SETTINGS}/deliveries/${id}/redeliver`), 404, 'DELIVERY_NOT_FOUND');
  });

  it('are kept for who is busy, and given up where they are refused for good until somebody asks again', async () => {
    await tenant.post(`${SETTINGS}/chat/builds`, { webhookUrl: `${chatUrl}/hooks/a` });
    later.add('later@example.com');
    chatStatus = Array.from({ length: 100 }, () => 429);
    await judge('fail', { chat: 'builds', email: ['later@example.com', refusedAddress] });
    const standing = await eventually('each was attempted', async () => {
      const all = await deliveries();
      return all.length === 3 && all.every(({ log }) => log.length > 0) ? all : undefined;
    });
    const by = (destination: string) => standing.find((delivery) => delivery.destination === destination);
    expect(by('builds')).toMatchObject({ status: 'pending', reason: 'answered 429' });
    expect(by('later@example.com')).toMatchObject({ status: 'pending', reason: expect.stringContaining('451') });
    expect(by(refusedAddress)).toMatchObject({ status: 'failed', reason: expect.stringContaining('550') });
    expect((await tenant.post(`${SETTINGS}/deliveries/${by(refusedAddress).id}/redeliver`)).status).toBe(202);
    const again = await eventually('it was refused again', async () => {
      const found = (await deliveries()).find(({ id }) => id === by(refusedAddress).id);
      return found.attempts === 2 && found.status === 'failed' ? found : undefined;
    });
    expect(again.log).toHaveLength(2);
  });

  it('tell whom the organization names, once, that its automatic top-ups turned themselves off', async () => {
    await tenant.post(`${SETTINGS}/chat/money`, { webhookUrl: `${chatUrl}/hooks/money` });
    expectInvalid(await tenant.post(`${SETTINGS}/notices`, { email: ['ada'] }), 'email');
    expectInvalid(await tenant.post(`${SETTINGS}/notices`, { chat: '/etc' }), 'chat');
    const notices = { chat: 'money', email: ['ada@example.com'] };
    await tenant.post(`${SETTINGS}/notices`, { email: ['Ada@example.com', 'ada@example.com'] });
    const set = await tenant.post(`${SETTINGS}/notices`, { chat: '#money' });
    expect(set.body).toEqual({ success: true, notices });
    expect((await tenant.get(SETTINGS)).body.notices).toEqual(notices);
    const data = { at: new Date().toISOString(), topupId: 'top_1', reason: 'the card <b> was declined' };
    await service.platform.events.append(`topup-${tenant.organizationId}`, [{ type: 'AutoTopupTurnedOff', data }]);
    const all = await ended(2);
    expect(all.map(({ topic, status }) => `${topic} ${status}`)).toEqual(
      Array.from({ length: 2 }, () => 'topup.turned_off delivered'),
    );
    // Messages of the test before may be repeated meanwhile, because their servers asked for that.
    const told = posted.filter(({ path }) => path !== '/hooks/a');
    expect(told.map(({ path }) => path)).toEqual(['/hooks/money']);
    expect(told[0]!.body.text).toMatch(/^Automatic top-ups have turned themselves off\. /);
    expect(JSON.stringify(told[0]!.body.blocks)).toContain('the card &lt;b&gt; was declined');
    const sent = mails.filter(({ to }) => to !== 'later@example.com');
    const mail = await PostalMime.parse(sent[0]!.raw);
    expect(mail.subject).toBe('Automatic top-ups have turned themselves off');
    expect(mail.text).toContain('Reason: the card <b> was declined');
    expect(sent).toHaveLength(1);
  });

  it('say what keeps them from being delivered, and let nobody write headers', async () => {
    await judge(
      'fail',
      { chat: 'nowhere', email: ['eve@example.com'] },
      { conditions: { branch: EVIL, commit: null } },
    );
    const all = await ended(2);
    expect(all.find(({ channel }) => channel === 'chat')).toMatchObject({
      status: 'skipped',
      reason: 'there is no chat channel of the name nowhere: POST /api/settings/notifications/chat/{channel} sets it',
    });
    // A mail of the test before may be repeated meanwhile, because its server asked for that.
    const sent = mails.filter(({ raw }) => raw.includes('eve@example.com'));
    expect(sent).toHaveLength(1);
    const mail = await PostalMime.parse(sent[0]!.raw);
    expect(mail.bcc ?? []).toEqual([]);
    expect(mail.headers.some(({ key }) => key === 'bcc')).toBe(false);
    expect(mail.subject).toBe('Nightly <b> & co fails on two Bcc: everybody@example.com');
  });
});
