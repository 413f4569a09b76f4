import type { PolicyFault } from '../../catalogue/infrastructure/condition';
import {
  ACTS_FOR_OTHERS,
  CHANGES,
  DECRYPTS,
  ESCALATES,
  GIVES_CREDENTIALS,
  GRAVE_SERVICE,
  READS_DATA,
  SHARES,
} from './policy-actions';
import { UNKNOWN, type Value, isList, isObject, isText, isUnknown, isWhole, parsedJson } from './value';
import type { Place } from './view';
import { NO, PERHAPS, type Verdict, anyOf, yes } from './verdict';

type Statement = ReadonlyMap<string, Value>;
type StatementTest = (statement: Statement) => {
  readonly truth: boolean | undefined;
  readonly reason: string;
  /** It holds, and its author meant it so. */
  readonly isMeant?: boolean;
};

/** Whether a policy, as a text of JSON or as an object, or one of a list of them, has a statement of the kind. */
export function policyHas(fault: PolicyFault, value: Value, path: string, at: Place): Verdict {
  const documents = isList(value) ? value.items : [value];
  return anyOf(
    documents.map(statementsOf).flatMap((statements) =>
      statements.map((statement) => {
        if (!isObject(statement)) return PERHAPS;
        const effect = statement.entries.get('Effect') ?? 'Allow';
        if (isUnknown(effect) || statement.open) return PERHAPS;
        if (effect !== (fault === 'refuses-plain' ? 'Deny' : 'Allow')) return NO;
        const { truth, reason, isMeant } = TESTS[fault](statement.entries);
        if (truth !== true) return { truth };
        if (fault === 'anyone' && statements.some((each) => deniesToOthers(each, statement.entries))) return NO;
        return { ...yes(at, `${path} ${reason}`), ...(isMeant && { isMild: true }) };
      }),
    ),
  );
}

const OTHERS = /^(?:String|Arn)Not(?:Like|Equals(?:IgnoreCase)?)(?:IfExists)?$/i;
const WHO = /^aws:(?:Principal(?:Arn|Account|OrgID|OrgPaths)|Source(?:Account|OrgID|Vpc|Vpce|Arn))$/i;

/** Whether a statement denies to all but some accounts or roles what another one allows to anyone. */
function deniesToOthers(denial: Value, allowed: Statement): boolean {
  if (!isObject(denial) || denial.entries.get('Effect') !== 'Deny') return false;
  if (isForAnyone(denial.entries.get('Principal')) !== true) return false;
  const denied = textsOf(denial.entries.get('Action')).texts;
  const actions = textsOf(allowed.get('Action'));
  const covers = (action: string): boolean =>
    denied.some(
      (each) => each === '*' || each === action || (each.endsWith(':*') && action.startsWith(each.slice(0, -1))),
    );
  if (!actions.sure || actions.texts.length === 0 || !actions.texts.every(covers)) return false;
  const condition = denial.entries.get('Condition');
  if (condition === undefined || !isObject(condition) || condition.entries.size !== 1) return false;
  const [[operator, test] = ['', UNKNOWN]] = [...condition.entries];
  if (!OTHERS.test(operator) || !isObject(test) || test.entries.size !== 1) return false;
  const [[name, values] = ['', UNKNOWN]] = [...test.entries];
  return WHO.test(name) && !textsOf(values).texts.some((text) => /^\**$/.test(text) || text.endsWith(':*'));
}

function statementsOf(written: Value): readonly Value[] {
  const document = isText(written) ? parsedJson(written) : written;
  if (!isObject(document)) return [UNKNOWN];
  const statements = document.entries.get('Statement');
  if (statements === undefined) return document.open ? [UNKNOWN] : [];
  if (!isList(statements)) return [statements];
  return statements.open ? [...statements.items, UNKNOWN] : statements.items;
}

/** The texts of a field that is one or a list of them; unknown ones are left out, and told of. */
function textsOf(value: Value | undefined): { readonly texts: readonly string[]; readonly sure: boolean } {
  if (value === undefined) return { texts: [], sure: true };
  const items = isList(value) ? value.items : [value];
  const texts = items.filter(isText).filter(isWhole);
  return { texts, sure: texts.length === items.length && !(isList(value) && value.open) };
}

/** Whether a statement is for everybody, with or without a login in another account. */
function isForAnyone(principal: Value | undefined): boolean | undefined {
  if (principal === undefined) return false;
  if (isText(principal)) return isWhole(principal) ? principal === '*' : undefined;
  if (!isObject(principal)) return undefined;
  const named = textsOf(principal.entries.get('AWS'));
  if (named.texts.includes('*')) return true;
  return named.sure && !principal.open ? false : undefined;
}

/**
 * A condition narrows who and from where. Only a person can say whether that is enough. An empty condition narrows
 * nothing.
 */
function isBare(statement: Statement): boolean {
  const condition = statement.get('Condition') ?? null;
  return condition === null || (isObject(condition) && condition.entries.size === 0 && !condition.open);
}

const has = (field: { texts: readonly string[]; sure: boolean }, pattern: RegExp): boolean | undefined =>
  field.texts.some((text) => pattern.test(text)) ? true : field.sure ? false : undefined;

const both = (...truths: readonly (boolean | undefined)[]): boolean | undefined =>
  truths.includes(false) ? false : truths.includes(undefined) ? undefined : true;

const onEverything = (statement: Statement): boolean | undefined => has(textsOf(statement.get('Resource')), /^\*$/);

/** Without a condition, an action of the kind on every resource. */
const unbounded =
  (actions: RegExp): StatementTest =>
  (statement) => {
    const written = textsOf(statement.get('Action'));
    return {
      truth: both(isBare(statement), has(written, actions), onEverything(statement)),
      reason: `allows ${written.texts.find((text) => actions.test(text)) ?? ''} on every resource`,
    };
  };

/** The values that a condition asks for, by the name of what it asks of, in small letters. */
function askedFor(statement: Statement): { readonly byName: ReadonlyMap<string, Value>; readonly sure: boolean } {
  const condition = statement.get('Condition') ?? null;
  if (condition === null) return { byName: new Map(), sure: true };
  if (!isObject(condition)) return { byName: new Map(), sure: false };
  const tests = [...condition.entries.values()];
  const byName = new Map(
    tests.filter(isObject).flatMap(({ entries }) => [...entries].map(([name, value]) => [name.toLowerCase(), value])),
  );
  const sure = !condition.open && tests.every((test) => isObject(test) && !test.open);
  return { byName, sure };
}

const BUILDS = /^(?:token\.actions\.githubusercontent\.com|gitlab\.com|app\.terraform\.io|agent\.buildkite\.com)/i;
/** Every repository, project or workspace there is. */
const ANY_SUBJECT = /^(?:\*|(?:repo|project_path|organization):\*.*|repo:\*\/.*)$/i;

/** A role for builds of a public service, no matter whose they are. */
function isForAnyRepository(statement: Statement): boolean | undefined {
  const principal = statement.get('Principal');
  if (principal === undefined || !isObject(principal)) return principal === undefined ? false : undefined;
  const { byName, sure } = askedFor(statement);
  const names = [...byName.keys()];
  const federated = textsOf(principal.entries.get('Federated'));
  const ofBuilds =
    names.some((name) => BUILDS.test(name)) ||
    has({ ...federated, texts: federated.texts.map((text) => text.split('oidc-provider/').at(-1)!) }, BUILDS);
  const others = names.filter((name) => !name.endsWith(':aud'));
  const subject = textsOf(byName.get(names.find((name) => name.endsWith(':sub')) ?? ''));
  const unbound = others.length === 0 ? (sure ? true : undefined) : has(subject, ANY_SUBJECT);
  return both(ofBuilds, unbound);
}

/** `PublicReadGetObject`: what a statement is called that opens the files of a site to everybody. */
const SAYS_PUBLIC = /public|anyone|everyone|everybody|anonymous/i;
const READS_FILES = /^s3:(?:Get|List)\w*\*?$/i;

function isPublicReading(statement: Statement): boolean {
  const [name] = textsOf(statement.get('Sid')).texts;
  const { texts, sure } = textsOf(statement.get('Action'));
  return name !== undefined && SAYS_PUBLIC.test(name) && sure && texts.every((each) => READS_FILES.test(each));
}

/** So many services as a whole are given to anybody who looks after an account, or builds all of it. */
const SERVICES_OF_ADMINISTRATOR = 5;
const WHOLE_SERVICE = /^[a-z][a-z\d-]*:\*$/i;
const isOfAdministrator = (statement: Statement): boolean =>
  textsOf(statement.get('Action')).texts.filter((text) => WHOLE_SERVICE.test(text)).length >= SERVICES_OF_ADMINISTRATOR;

const TESTS: Readonly<Record<PolicyFault, StatementTest>> = {
  anyone: (statement) => ({
    truth: both(isBare(statement), isForAnyone(statement.get('Principal'))),
    reason: `lets anyone do ${textsOf(statement.get('Action')).texts.slice(0, 3).join(', ') || 'something'}`,
    isMeant: isPublicReading(statement),
  }),
  everything: (statement) => ({
    truth: both(has(textsOf(statement.get('Action')), /^(?:\*|\*:\*)$/), onEverything(statement)),
    reason: 'allows every action on every resource',
  }),
  'all-actions-of-service': unbounded(GRAVE_SERVICE),
  escalation: (statement) => ({ ...unbounded(ESCALATES)(statement), isMeant: isOfAdministrator(statement) }),
  'pass-role': unbounded(/^iam:Pass(?:Role|\*)$/i),
  // A role has to trust the one who takes it. Where nothing else stands beside it, that decides.
  'gives-credentials': (statement) => ({
    ...unbounded(GIVES_CREDENTIALS)(statement),
    isMeant: textsOf(statement.get('Action')).texts.every((text) => /^sts:AssumeRole$/i.test(text)),
  }),
  'reads-data': unbounded(READS_DATA),
  decrypts: unbounded(DECRYPTS),
  shares: unbounded(SHARES),
  changes: unbounded(CHANGES),
  'all-things': unbounded(/^(?:\*|iot:\*)$/i),
  'every-action': (statement) => {
    const { texts, sure } = textsOf(statement.get('Action'));
    const pattern = /^(?:\*|[\w-]+:\*)$/;
    return {
      truth: has({ texts, sure }, pattern),
      reason: `allows ${texts.find((text) => pattern.test(text)) ?? ''}`,
    };
  },
  'any-repository': (statement) => ({
    truth: both(
      has(textsOf(statement.get('Action')), /^sts:(?:AssumeRoleWithWebIdentity|AssumeRole\*|\*)$/i),
      isForAnyRepository(statement),
    ),
    reason: 'lets builds of every repository take the role',
  }),
  'whole-account': (statement) => {
    const principal = statement.get('Principal');
    const accounts = textsOf(principal !== undefined && isObject(principal) ? principal.entries.get('AWS') : undefined);
    return {
      truth: both(
        isBare(statement),
        has(textsOf(statement.get('Action')), /^sts:AssumeRole$/i),
        has(accounts, /^(?:arn:aws[\w-]*:iam::\d{12}:root|\d{12})$/),
      ),
      reason: 'lets everybody of an account take the role',
    };
  },
  'service-for-anyone': (statement) => {
    const principal = statement.get('Principal');
    const services = textsOf(
      principal !== undefined && isObject(principal) ? principal.entries.get('Service') : undefined,
    );
    return {
      truth: both(isBare(statement), has(services, ACTS_FOR_OTHERS)),
      reason: `lets ${services.texts[0] ?? 'a service'} in for every account`,
    };
  },
  'refuses-plain': (statement) => {
    const { byName, sure } = askedFor(statement);
    const transport = byName.get('aws:securetransport');
    const found = transport === undefined ? (sure ? false : undefined) : has(textsOf(transport), /^false$/i);
    return { truth: transport === false ? true : found, reason: 'refuses requests without encryption' };
  },
  'anyone-assumes': (statement) => ({
    truth: both(
      isBare(statement),
      has(textsOf(statement.get('Action')), /^sts:/i),
      isForAnyone(statement.get('Principal')),
    ),
    reason: 'lets every account take the role',
  }),
  'everybody-except': (statement) => ({
    truth: both(
      statement.has('NotPrincipal') || (statement.has('NotAction') && onEverything(statement)),
      isBare(statement),
    ),
    reason: statement.has('NotPrincipal')
      ? 'allows everybody who is not named'
      : 'allows every action that is not named',
  }),
};
