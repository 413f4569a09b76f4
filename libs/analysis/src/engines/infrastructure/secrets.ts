import { textInBase64 } from '../kit/base64-text';
import { type Value, isObject, isText, isWhole, parsedJson } from './value';

/** Such a value is to be replaced, or names a secret that is kept elsewhere. */
const PLACEHOLDER = new RegExp(
  [
    String.raw`^(?:|<.*>|\*+|x+|\.+|-+|_+|null|none|todo|tbd|dummy|fake|placeholder|redacted|example)$`,
    String.raw`^(?:unused|vagrant|secret)$`,
    // Also with digits for letters, because rules for passwords ask for digits: `ch4ng3m3`.
    String.raw`ch[a4@]ng[e3][-_ ]?(?:your[-_ ]?)?(?:p[a4@][s5$]{2}w(?:[o0]r)?d|user|secret|token)`,
    String.raw`ch[a4@]ng[e3][-_ ]?(?:m[e3]|[i1]t|th[i1]s)`,
    String.raw`^replace\b|replace[-_ ]?(?:me|it|with)|^your[-_ ]|[-_ ]here$|insert[-_ ]`,
    String.raw`^your\w*(?:passw(?:or)?d|token|secret|key)$|_val(?:ue)?$`,
    String.raw`^(?:my|some)[-_ ]?\w+$`,
    String.raw`^-----BEGIN [A-Z ]{1,40}-----\s*(?:\.\.\.|…|<|\[)`,
    String.raw`^\$ANSIBLE_VAULT;|^\$(?:1|2[abxy]?|5|6|y|argon2\w*)\$`,
    // The name of a host, often of another resource.
    String.raw`^(?:[a-z][a-z\d-]*\.){2,6}[a-z]{2,12}$|^[a-z][a-z\d-]*\.(?:internal|local|lan|com|org|net|io|dev)$`,
    String.raw`^@Microsoft\.KeyVault\(`,
    String.raw`^arn:|^(?:projects|/subscriptions|/aws|ssm|vault|secret|op|env|sops)[:/]|\$\{|\{\{|^/|^https?:`,
  ].join('|'),
  'i',
);

const SHORTEST = 6;

/** Whether a text in the place of a secret is one. An unknown value is not, because the file does not contain it. */
export function isSecret(value: Value, shortest = SHORTEST): boolean {
  if (!isText(value) || !isWhole(value)) return false;
  const text = value.trim();
  const parts = text.startsWith('{') ? partsOf(parsedJson(text)) : undefined;
  // `{"username": "", "password": ""}` is to be filled in.
  if (parts !== undefined) return parts.some((each) => isSecret(each, shortest));
  return text.length >= shortest && !PLACEHOLDER.test(text) && new Set(text).size > 2;
}

/** `accounts-pwd`, `wordpress123`: anybody who guesses passwords tries words, so that a file gives little away. */
const GUESSABLE = /^[a-z]+(?:[-_. ]?[a-z]+){0,3}[-_]?\d{0,6}!?$/i;
const LONGEST_GUESS = 24;
/** `DEMO_LOGIN_PASSWORD`, `test.password` */
const TRIAL = /(?:^|[^a-z])(?:demo|test|example|sample|dummy)(?:[^a-z]|$)/i;

/** Whether a secret guards little: words that anybody guesses, or a name that says it is for a trial. */
export const isMildSecret = (value: string, name: string): boolean =>
  TRIAL.test(name) || isGuessable(value.trim()) || isWordOfSecrets(textInBase64(value.trim()));

const isGuessable = (value: string): boolean => value.length <= LONGEST_GUESS && GUESSABLE.test(value);

const OF_SECRETS = /(?:^|[-_. ])(?:example|demo|test|sample|secret|password|admin)(?:[-_. \d]|$)/;

/** Whether a text of base64 says words that tell a person that they are no secret. */
const isWordOfSecrets = (said: string | undefined): boolean =>
  said !== undefined && OF_SECRETS.test(said) && isGuessable(said);

/** The values of an object; undefined if the text is not an object, or not known as a whole. */
const partsOf = (value: Value): readonly Value[] | undefined =>
  isObject(value) && !value.open ? [...value.entries.values()] : undefined;
