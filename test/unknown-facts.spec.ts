import { type Fact, type Model, UnknownFact } from '@assay/kernel';
import { creditLedger } from '../libs/billing/src/domain/credit-ledger';
import { base, chained, credits, lot, opened, subject } from '../libs/billing/test/ledger';
import { chargeSession } from '../libs/billing/src/domain/charging';
import { heldQuote } from '../libs/billing/src/domain/held-quote';
import { quotedPrice } from '../libs/billing/src/domain/quote';
import { findingsRecording } from '../libs/findings/src/domain/recording';
import { evolveTriage, untriaged } from '../libs/findings/src/domain/triage';
import { apiKey } from '../libs/identity/src/domain/api-key';
import { organization } from '../libs/identity/src/domain/organization';
import { integrations } from '../libs/integrations/src/domain/integrations';
import { project } from '../libs/projects/src/domain/project';
import { projectSlots } from '../libs/projects/src/domain/project-slots';
import { probeModel } from '../libs/scanning/src/domain/circuit-probe';
import { trialModel } from '../libs/scanning/src/domain/circuit-trial';
import { model as session } from '../libs/scanning/src/domain/session';
import { sessionQueue } from '../libs/scanning/src/domain/session-queue';
import { upload } from '../libs/scanning/src/domain/upload';
import { SESSION_ID } from '../libs/scanning/test/session-histories';

const AT = '2026-11-05T10:00:00.000Z';
const LATER = '2026-11-05T10:00:01.000Z';
const about = { organizationId: 'org_1', at: AT };

/** What a version of tomorrow might write. */
const tomorrow: Fact = { type: 'WrittenTomorrow', data: { ...about, at: LATER, sessionId: SESSION_ID, more: [1] } };

/** Folds a history as it is, and with the fact of tomorrow before it, within it and behind it. */
function folds<State, Event extends Fact>({ initial, evolve }: Model<State, Event>, history: readonly Event[]) {
  // A fold meets whatever the stream holds.
  const foldAll = (facts: readonly Fact[]) => (facts as readonly Event[]).reduce(evolve, initial);
  const [first, ...rest] = history;
  return {
    known: () => foldAll(history),
    mixed: () => foldAll([tomorrow, first!, tomorrow, ...rest, tomorrow]),
  };
}

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
  price: quotedPrice({}),
};
const subjectOf = { projectId: 'prj_1', ...about };

describe('a fact of a type that this version does not know', () => {
  it.each([
    [
      'recording findings',
      folds(findingsRecording, [
        { type: 'RecordingBegan', data: { sessionId: SESSION_ID, attempt: 1, tools: ['a'], at: AT } },
        { type: 'RecordingBegan', data: { sessionId: SESSION_ID, attempt: 2, tools: ['a'], at: AT } },
      ]),
    ],
    [
      'triage',
      folds({ initial: untriaged, evolve: evolveTriage }, [
        {
          type: 'FindingStatusChanged',
          data: { ...about, fingerprint: 'f', from: 'open', to: 'resolved', note: null, by: 'key_1' },
        },
      ]),
    ],
    ['an API key', folds(apiKey, [{ type: 'ApiKeyCreated', data: key }])],
    [
      'an organization',
      folds(organization, [{ type: 'OrganizationCreated', data: { ...about, name: 'Shop', tier: 'pro' } }]),
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
      'a project',
      folds(project, [
        { type: 'ProjectCreated', data: { ...subjectOf, ...fields } },
        { type: 'ProjectChanged', data: { ...subjectOf, name: 'Shop 2' } },
      ]),
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
