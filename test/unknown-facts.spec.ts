import { automation } from '../libs/automations/src/domain/automation';
import { automationSlots } from '../libs/automations/src/domain/automation-slots';
import { branchTurns } from '../libs/automations/src/domain/branch-turns';
import { dueTimes } from '../libs/automations/src/domain/due-times';
import { firing } from '../libs/automations/src/domain/firing';
import { defaultPriceList, type Fact, type Model, UnknownFact } from '@assay/kernel';
import { creditLedger } from '../libs/billing/src/domain/credit-ledger';
import { base, chained, credits, lot, opened, subject } from '../libs/billing/test/ledger';
import { chargeSession } from '../libs/billing/src/domain/charging';
import { heldQuote } from '../libs/billing/src/domain/held-quote';
import { purchaseModel } from '../libs/billing/src/domain/purchase';
import { quotedPrice } from '../libs/billing/src/domain/quote';
import { autoTopup } from '../libs/billing/src/domain/topup/auto-topup';
import { findingsRecording } from '../libs/findings/src/domain/recording';
import { FoldedDecisions, type TriageEvent } from '../libs/findings/src/domain/triage';
import { delivery } from '../libs/hosting/src/domain/delivery';
import { apiKey } from '../libs/identity/src/domain/api-key';
import { organization } from '../libs/identity/src/domain/organization';
import { integrations } from '../libs/integrations/src/domain/integrations';
import { chatChannels } from '../libs/notifications/src/domain/chat-channels';
import { webhookEndpoints } from '../libs/notifications/src/domain/webhook-endpoints';
import { noticeReceivers } from '../libs/notifications/src/domain/notice-receivers';
import { notification } from '../libs/notifications/src/domain/notification';
import { sandboxCustomer } from '../libs/payments/src/sandbox/sandbox-customer';
import { sandboxPayment } from '../libs/payments/src/sandbox/sandbox-payment';
import { project } from '../libs/projects/src/domain/project';
import { projectSlots } from '../libs/projects/src/domain/project-slots';
import { probeModel } from '../libs/scanning/src/domain/circuit-probe';
import { trialModel } from '../libs/scanning/src/domain/circuit-trial';
import { model as session } from '../libs/scanning/src/domain/session';
import { sessionQueue } from '../libs/scanning/src/domain/session-queue';
import { upload } from '../libs/scanning/src/domain/upload';
import { keptComment } from '../libs/verdicts/src/domain/kept-comment';
import { SESSION_ID } from '../libs/scanning/test/session-histories';

const AT = '2026-11-05T10:00:00.000Z';
const LATER = '2026-11-05T10:00:01.000Z';
const about = { organizationId: 'org_1', at: AT };

/** A fact that a future version might write. */
const tomorrow: Fact = { type: 'WrittenTomorrow', data: { ...about, at: LATER, sessionId: SESSION_ID, more: [1] } };

/** Folds a history as it is, and with the future fact before it, within it and behind it. */
function folds<State, Event extends Fact>({ initial, evolve }: Model<State, Event>, history: readonly Event[]) {
  // A fold gets every fact in the stream.
  const foldAll = (facts: readonly Fact[]) => (facts as readonly Event[]).reduce(evolve, initial);
  const [first, ...rest] = history;
  return {
    known: () => foldAll(history),
    mixed: () => foldAll([tomorrow, first!, tomorrow, ...rest, tomorrow]),
  };
}

/** Decisions are folded in place, so each fold begins with its own. */
const triage: Model<FoldedDecisions['decisions'], TriageEvent> = {
  initial: new Map(),
  evolve(decisions, event) {
    const folded = new FoldedDecisions();
    for (const [fingerprint, decision] of decisions) folded.decisions.set(fingerprint, decision);
    folded.apply(event);
    return folded.decisions;
  },
};

const key = {
  keyId: 'key_1',
  organizationId: 'org_1',
  name: 'CI',
  prefix: 'ak_1',
  hash: 'h',
  permissions: [],
  expiresAt: null,
  createdBy: null,
  at: AT,
};
const received = {
  uploadId: 'upl_1',
  organizationId: 'org_1',
  filename: 'a.zip',
  kind: 'zip',
  size: 1,
  sha256: '0',
  by: 'key_1',
  at: AT,
  expiresAt: LATER,
} as const;
const fields = {
  name: 'Shop',
  description: null,
  platforms: [],
  repositoryUrl: null,
  defaultBranch: 'main',
  configuration: null,
};
const quote = {
  ...about,
  quoteId: 'quo_1',
  projectId: null,
  expiresAt: LATER,
  price: quotedPrice({}, defaultPriceList().prices),
};
const automatic = { automationId: 'aut_1', ...about };
const fired = { historyId: 'run_1', projectId: 'prj_1', ...automatic };
const automationFields = {
  name: 'Nightly',
  projectId: 'prj_1',
  trigger: { type: 'webhook', config: {} },
  action: { type: 'scan', config: { platform: 'web', tools: 'all', failOn: null } },
  enabled: true,
  webhookToken: 'secret',
} as const;
const webhook = { ...about, endpointId: 'whk_1', by: 'key_1' };
const webhookFields = { url: 'https://a.example', description: null, events: null, enabled: true };
const told = {
  ...about,
  notificationId: 'ntf_1',
  key: 'event-1/chat/builds',
  channel: 'chat',
  destination: 'builds',
  topic: 'verdict.changed',
  cause: { eventId: 'event-1', type: 'Happened', stream: 'some-1', revision: 3 },
  content: {},
};
const order = {
  purchaseId: 'pur_1',
  organizationId: 'org_1',
  packageId: 'credits-100',
  quantity: 1,
  credits: credits(100),
  cents: 1_000,
  origin: 'checkout',
  provider: 'sandbox',
  customer: 'cus_1',
  description: '100 credits',
  returnTo: { success: '/ok', cancel: '/no' },
  expiresAt: LATER,
} as const;
const subjectOf = { projectId: 'prj_1', ...about };

describe('a fact of a type that this version does not know', () => {
  it.each([
    [
      'a comment on a pull request',
      folds(keptComment, [
        {
          type: 'CommentBegan',
          data: {
            ...automatic,
            host: 'hosta',
            repository: 'ada/shop',
            number: 7,
            marker: 'abc',
            by: 'ntf_1',
            until: LATER,
          },
        },
        { type: 'CommentPosted', data: { commentId: 1, scanId: 'scn_1', triggeredAt: AT, at: AT } },
        { type: 'CommentEdited', data: { scanId: 'scn_2', triggeredAt: LATER, at: LATER } },
        { type: 'CommentMissed', data: { commentId: 1, at: LATER } },
      ]),
    ],
    [
      'recording findings',
      folds(findingsRecording, [
        { type: 'RecordingBegan', data: { sessionId: SESSION_ID, attempt: 1, tools: ['a'], at: AT } },
        { type: 'RecordingBegan', data: { sessionId: SESSION_ID, attempt: 2, tools: ['a'], at: AT } },
      ]),
    ],
    [
      'triage',
      folds(triage, [
        {
          type: 'FindingStatusChanged',
          data: { ...about, fingerprint: 'f', from: 'open', to: 'resolved', note: null, by: 'key_1' },
        },
      ]),
    ],
    [
      'an automation',
      folds(automation, [
        { type: 'AutomationCreated', data: { ...automatic, ...automationFields } },
        { type: 'AutomationChanged', data: { ...automatic, name: 'On push' } },
      ]),
    ],
    ['the places for automations', folds(automationSlots, [{ type: 'AutomationSlotTaken', data: automatic }])],
    [
      'a firing',
      folds(firing, [
        {
          type: 'AutomationTriggered',
          data: {
            ...fired,
            key: 'a',
            automationName: 'a',
            trigger: { type: 'webhook' },
            action: automationFields.action,
          },
        },
        { type: 'AutomationScanSkipped', data: { ...fired, code: 'disabled', reason: 'It is disabled' } },
      ]),
    ],
    ['an API key', folds(apiKey, [{ type: 'ApiKeyCreated', data: key }])],
    [
      'an organization',
      folds(organization, [{ type: 'OrganizationCreated', data: { ...about, name: 'Shop', tier: 'pro' } }]),
    ],
    [
      'delivery',
      folds(delivery, [
        {
          type: 'DeliveryReceived',
          data: {
            ...about,
            deliveryId: 'd_1',
            host: 'hosta',
            hostDeliveryId: '1',
            happening: { kind: 'branch-deleted', repository: 'a/b', branch: 'main' },
          },
        },
        { type: 'DeliveryHandled', data: { ...about, deliveryId: 'd_1', firings: [] } },
      ]),
    ],
    [
      'integrations',
      folds(integrations, [
        {
          type: 'IntegrationChanged',
          data: { ...about, integration: 'hosta', credentials: { accessToken: 'sec_1' }, by: 'key_1' },
        },
      ]),
    ],
    [
      'chat channels',
      folds(chatChannels, [
        { type: 'ChatChannelSet', data: { ...about, name: 'builds', secretId: 'sec_1', by: 'key_1' } },
      ]),
    ],
    [
      'the receivers of notices',
      folds(noticeReceivers, [
        { type: 'NoticeReceiversSet', data: { ...about, chat: 'builds', email: ['ada@a.example'], by: 'key_1' } },
      ]),
    ],
    [
      'webhooks',
      folds(webhookEndpoints, [
        { type: 'WebhookEndpointCreated', data: { ...webhook, ...webhookFields, secretId: 'sec_1' } },
        { type: 'WebhookSecretRotated', data: { ...webhook, secretId: 'sec_2', previousUntil: LATER } },
      ]),
    ],
    [
      'a notification',
      folds(notification, [
        { type: 'NotificationRequested', data: told },
        { type: 'DeliveryBegan', data: { attempt: 1, at: AT, until: LATER } },
      ]),
    ],
    [
      'a project',
      folds(project, [
        { type: 'ProjectCreated', data: { ...subjectOf, ...fields } },
        { type: 'ProjectChanged', data: { ...subjectOf, name: 'Shop 2' } },
      ]),
    ],
    [
      'a purchase',
      folds(purchaseModel, [
        { type: 'PurchaseStarted', data: { ...about, ...order } },
        { type: 'CheckoutOpened', data: { at: AT, url: '/pay', reference: 'cs_1' } },
        { type: 'PurchasePaid', data: { at: AT, cents: 1_000 } },
      ]),
    ],
    [
      'automatic top-ups',
      folds(autoTopup, [
        { type: 'AutoTopupChanged', data: { ...about, by: 'key_1', enabled: true } },
        { type: 'TopupDeclined', data: { at: AT, topupId: 'top_1', reason: 'x', declines: 1, retryAt: LATER } },
      ]),
    ],
    [
      "a test provider's payment",
      folds(sandboxPayment, [{ type: 'SandboxCheckoutOpened', data: { at: AT, token: 't', order } }]),
    ],
    [
      "a test provider's card",
      folds(sandboxCustomer, [{ type: 'SandboxMethodKept', data: { at: AT, card: 'accepted', purchaseId: 'pur_1' } }]),
    ],
    ['the places for projects', folds(projectSlots, [{ type: 'ProjectSlotTaken', data: subjectOf }])],
    [
      "a circuit's trial",
      folds(trialModel, [
        { type: 'CircuitTrialGranted', data: { tool: 'a', sessionId: SESSION_ID, at: AT, until: LATER } },
      ]),
    ],
    [
      "a circuit's probe",
      folds(probeModel, [
        { type: 'CircuitProbeBegan', data: { tool: 'a', sessionId: SESSION_ID, at: AT, until: LATER } },
        { type: 'CircuitProbed', data: { tool: 'a', sessionId: SESSION_ID, at: AT, passed: true } },
      ]),
    ],
    ['a quote', folds(heldQuote, [{ type: 'QuoteGiven', data: quote }])],
    ['an upload', folds(upload, [{ type: 'UploadReceived', data: received }])],
  ])('is passed over by the fold of %s', (_, { known, mixed }) => {
    expect(mixed()).toEqual(known());
  });

  it('is passed over by the fold of a session, all but its time: what follows must be later', () => {
    const { known, mixed } = folds(session, [
      {
        type: 'ScanStarted',
        data: {
          ...subjectOf,
          sessionId: SESSION_ID,
          scanId: 'scn_1',
          startedBy: 'key_1',
          target: { kind: 'directory', directory: '/src' },
          tools: [{ id: 'a', category: 'security', billing: 'security', engine: 'one' }],
          namedTools: [],
          aiFeatures: [],
          timeout: 1,
          maxConcurrent: 1,
        },
      },
      { type: 'ToolStarted', data: { tool: 'a', attempt: 1, at: AT } },
    ]);
    expect(mixed()).toEqual({ ...known(), lastAt: LATER });
  });

  it.each([
    [
      'the credit ledger',
      folds(
        creditLedger,
        chained(
          () => [opened([lot('lot_1', 10)])],
          (ledger) => {
            const charge = { ...subject(SESSION_ID), at: AT, lines: [base], categories: [] };
            const charged = chargeSession(charge, ledger);
            return charged.ok ? charged.value : [];
          },
        ),
      ),
    ],
    [
      "an organization's queue",
      folds(sessionQueue, [
        { type: 'SessionEnqueued', data: { ...about, sessionId: SESSION_ID, startedAt: AT } },
        { type: 'SessionAdmitted', data: { ...about, sessionId: SESSION_ID } },
      ]),
    ],
    [
      'the turns of a branch',
      folds(branchTurns, [
        { type: 'BranchTurnDecided', data: { ...branchTurns.initial, automationId: 'aut_1', holder: 'run_1' } },
        { type: 'BranchTurnDecided', data: { ...branchTurns.initial, automationId: 'aut_1' } },
      ]),
    ],
    [
      'the due times of a schedule',
      folds(
        dueTimes,
        [AT, LATER].map((at) => ({
          type: 'DueTimesDecided',
          data: { automationId: 'aut_1', at, through: at, firings: [], newestRun: null },
        })),
      ),
    ],
  ])('is refused by the fold of %s, by its name and with what to do', (_, { known, mixed }) => {
    expect(known).not.toThrow();
    expect(mixed).toThrow(UnknownFact);
    expect(mixed).toThrow(
      /holds a fact of type WrittenTomorrow, .* a newer release of Assay wrote it.*Start that release/,
    );
  });

  it('names the ledger that holds it', () => {
    const [opening] = chained(() => [opened([lot('lot_1', credits(10))])]);
    const ledger = creditLedger.evolve(creditLedger.initial, opening!);
    expect(() => creditLedger.evolve(ledger, tomorrow as never)).toThrow(/the credit ledger of org_1 \(2026-11\)/);
  });
});
