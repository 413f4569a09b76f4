import type { PolicyFault } from '../../catalogue/infrastructure/condition';
import { UNKNOWN, type Value, isList, isObject, isText, isUnknown, isWhole, parsedJson } from './value';
import type { Place } from './view';
import { NO, PERHAPS, type Verdict, anyOf, yes } from './verdict';

type Statement = ReadonlyMap<string, Value>;
type StatementTest = (statement: Statement) => { readonly truth: boolean | undefined; readonly reason: string };

/** Whether a policy, as a text of JSON or as an object, or one of a list of them, has a statement of the kind. */
export function policyHas(fault: PolicyFault, value: Value, path: string, at: Place): Verdict {
  const documents = isList(value) ? value.items : [value];
  return anyOf(
    documents.flatMap(statementsOf).map((statement) => {
      if (!isObject(statement)) return PERHAPS;
      const effect = statement.entries.get('Effect') ?? 'Allow';
      if (isUnknown(effect) || statement.open) return PERHAPS;
      if (effect !== 'Allow') return NO;
      const { truth, reason } = TESTS[fault](statement.entries);
      return truth === true ? yes(at, `${path} ${reason}`) : { truth };
    }),
  );
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

/** A condition narrows who and from where. Whether enough is for a person to say. An empty one is none. */
function isBare(statement: Statement): boolean {
  const condition = statement.get('Condition') ?? null;
  return condition === null || (isObject(condition) && condition.entries.size === 0 && !condition.open);
}

const has = (field: { texts: readonly string[]; sure: boolean }, pattern: RegExp): boolean | undefined =>
  field.texts.some((text) => pattern.test(text)) ? true : field.sure ? false : undefined;

const both = (...truths: readonly (boolean | undefined)[]): boolean | undefined =>
  truths.includes(false) ? false : truths.includes(undefined) ? undefined : true;

const onEverything = (statement: Statement): boolean | undefined => has(textsOf(statement.get('Resource')), /^\*$/);

/** With any of these on everything, a user can make itself an administrator. */
const ESCALATES = new RegExp(
  `^iam:(?:\\*|(?:Attach|Put)(?:User|Role|Group)Policy|CreatePolicyVersion|SetDefaultPolicyVersion|CreateAccessKey|` +
    `CreateLoginProfile|UpdateLoginProfile|AddUserToGroup|UpdateAssumeRolePolicy|Put\\*|Attach\\*|Create\\*)$`,
  'i',
);

const TESTS: Readonly<Record<PolicyFault, StatementTest>> = {
  anyone: (statement) => ({
    truth: both(isBare(statement), isForAnyone(statement.get('Principal'))),
    reason: `lets anyone do ${textsOf(statement.get('Action')).texts.slice(0, 3).join(', ') || 'something'}`,
  }),
  everything: (statement) => ({
    truth: both(has(textsOf(statement.get('Action')), /^(?:\*|\*:\*)$/), onEverything(statement)),
    reason: 'allows every action on every resource',
  }),
  'all-actions-of-service': (statement) => {
    const actions = textsOf(statement.get('Action'));
    return {
      truth: both(isBare(statement), has(actions, GRAVE_SERVICE), onEverything(statement)),
      reason: `allows ${actions.texts.find((text) => GRAVE_SERVICE.test(text)) ?? ''} on every resource`,
    };
  },
  escalation: (statement) => {
    const actions = textsOf(statement.get('Action'));
    return {
      truth: both(isBare(statement), has(actions, ESCALATES), onEverything(statement)),
      reason: `allows ${actions.texts.find((text) => ESCALATES.test(text)) ?? ''} on every resource`,
    };
  },
  'pass-role': (statement) => ({
    truth: both(
      isBare(statement),
      has(textsOf(statement.get('Action')), /^iam:Pass(?:Role|\*)$/i),
      onEverything(statement),
    ),
    reason: 'allows iam:PassRole on every role',
  }),
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

/** All of a service whose data or keys are worth most. */
const GRAVE_SERVICE = /^(?:s3|kms|secretsmanager|ssm|ec2|rds|dynamodb|lambda|sts|organizations|cloudtrail):\*$/i;
