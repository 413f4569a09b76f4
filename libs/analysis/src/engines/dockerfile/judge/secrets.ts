import { basename } from 'node:path/posix';
import { isMildSecret } from '../../infrastructure/secrets';
import { escapedForRegex } from '../../kit/escaped-for-regex';
import { flagOf, jsonForm } from '../syntax/parse-dockerfile';
import { pairsIn } from '../variables';
import { type CopiedTexts, type Invoked, type Judge, allInvoked, invoked, operands, problem } from './problem';

const SECRET_NAME_PARTS = [
  String.raw`PASSWORD|PASSWD|PASSPHRASE|SECRET|SECRET_KEY|API_?KEY|ACCESS_?KEY|PRIVATE_?KEY|AUTH_?TOKEN`,
  String.raw`ACCESS_?TOKEN|TOKEN|CREDENTIALS?`,
];
const SECRET_NAME = new RegExp(String.raw`(?:^|_)(?:${SECRET_NAME_PARTS.join('|')})$`, 'i');
/** Names for the location or the purpose of a secret. */
const NO_SECRET_NAME = /(?:PUBLIC|SITE_?KEY|_FILE|_PATH|_URL|_ID|CANCEL_TOKEN|EXPIRE)/i;
const PLACEHOLDER_PARTS = [
  String.raw`<.*>|x+|\*+|true|false|yes|no|none|null|dummy.*|fake.*|example.*|test.*|placeholder.*|your.*`,
  String.raw`replace.*|insert.*`,
  String.raw`.*(?:change[-_ ]?(?:me|this|it)|not[-_]?(?:used|secret|set|real)|build[-_]?(?:key|time|only)).*`,
  String.raw`build|precompile.*|secret_key_base_dummy|\d`,
];
const PLACEHOLDER = new RegExp(String.raw`^$|\$|^(?:${PLACEHOLDER_PARTS.join('|')})$`, 'i');
const PATH = /^(?:\/|\.\/|~)[\w./-]*$/;

/** Secrets as values: those of ENV stay in the image, those of ARG in its history. */
export const writtenSecrets: Judge = ({ file }) =>
  file.instructions.flatMap((each) => {
    if (each.name !== 'ENV' && each.name !== 'ARG') return [];
    return pairsIn(each).flatMap(({ key, value, offset }) => {
      if (!SECRET_NAME.test(key) || NO_SECRET_NAME.test(key)) return [];
      const line = each.code.lineAt(offset);
      if (value === undefined || (value === '' && each.name === 'ARG'))
        return each.name === 'ARG'
          ? [
              problem(
                'secret-as-argument',
                line,
                `Whoever has the image reads ${key} in its history: use RUN --mount=type=secret`,
              ),
            ]
          : [];
      if (PLACEHOLDER.test(value) || PATH.test(value) || value.length < 4) return [];
      const found = problem('secret-in-image', line, `${key} is in the image for everybody who has it`);
      // Such a password is for a trial: `POSTGRES_PASSWORD=postgres`. A key for signing is used as it is.
      return [/PASSW(?:OR)?D$/i.test(key) && isMildSecret(value, key) ? { ...found, severity: 'low' as const } : found];
    });
  });

/** Values that are no secret yet, under the name of one. A container without another value has this one. */
export const namedLikeSecrets: Judge = ({ file }) =>
  file.instructions.flatMap((each) =>
    each.name !== 'ENV'
      ? []
      : pairsIn(each).flatMap(({ key, value = '', offset }) =>
          SECRET_NAME.test(key) &&
          !NO_SECRET_NAME.test(key) &&
          !/^$|\$/.test(value) &&
          !PATH.test(value) &&
          (PLACEHOLDER.test(value) || value.length < 4)
            ? [problem('named-like-secret', each.code.lineAt(offset), `${key} has a value in the image`)]
            : [],
        ),
  );

/** Where a command hands a key to a service: in the address, or in a header. */
const HANDED_OVER = [
  String.raw`https?:\/\/[^\s"']{1,500}?[?&][\w-]*(?:key|token|secret|auth|password)[\w-]*=`,
  String.raw`(?:authorization|x-[\w-]*(?:key|token))\s*:\s*(?:(?:bearer|basic|token)\s+)?`,
].join('|');
/** Long enough and mixed, so that nobody guesses it. */
const UNGUESSABLE = /^(?=.*\d)(?=.*[a-z])(?=.*[A-Z]|(?:.*\d){4})[\w+/=.-]{12,200}$/s;

/** Keys that a command sends to a service: each owner of the image can send them as well. */
export const keysOfServices: Judge = ({ file }) =>
  file.instructions.flatMap((each) => {
    if (each.name !== 'ENV' && each.name !== 'ARG') return [];
    return pairsIn(each).flatMap(({ key, value, offset }) => {
      if (value === undefined || !UNGUESSABLE.test(value) || PLACEHOLDER.test(value)) return [];
      const use = new RegExp(String.raw`(?:${HANDED_OVER})\$\{?${key}\b`, 'i');
      const isSent = file.instructions.some(({ name, code }) => /^(?:RUN|ADD)$/.test(name) && use.test(code.text));
      return isSent
        ? [
            problem(
              'service-key-in-image',
              each.code.lineAt(offset),
              `${key} is sent to a service: whoever has the image has it`,
            ),
          ]
        : [];
    });
  });

const SECRET_FILE_PARTS = [
  String.raw`id_(?:rsa|dsa|ecdsa|ed25519)|\.env(?:\.local)?|\.netrc|\.pypirc|\.npmrc|\.yarnrc\.yml`,
  String.raw`\.git-credentials|\.htpasswd|\.aws(?:/credentials)?|\.ssh|\.docker/config\.json`,
  String.raw`\.kube(?:/config)?|\.gnupg|credentials\.json|service-account[\w-]*\.json`,
  String.raw`[\w.-]+\.(?:p12|pfx|jks|keystore|kdbx)`,
];
const SECRET_FILE = new RegExp(String.raw`(?:^|/)(?:${SECRET_FILE_PARTS.join('|')})/?$`, 'i');
/** Settings files of package managers, which most repositories publish. The secrets engine reports a token in them. */
const SETTINGS = /(?:^|\/)(?:\.npmrc|\.yarnrc\.yml)$/;

/** Many of them have certificates alone, or the pair of a service that starts without another one. */
const KEYSTORE = /\.(?:p12|pfx|jks|keystore)$/i;

/** Settings that the builders of pages put into the pages, where every visitor reads them. */
const SETTING_OF_PAGES =
  /^\s*(?:export\s+)?(?:VITE|NEXT_PUBLIC|REACT_APP|NUXT_PUBLIC|GATSBY|VUE_APP|EXPO_PUBLIC|PUBLIC)_/;

/** Whether a file of variables has settings of pages alone: no layer keeps more of it than the pages show. */
function isOfPages(source: string, textsOf: CopiedTexts): boolean {
  const texts = /(?:^|\/)\.env(?:\.local)?$/.test(source) ? textsOf(source) : [];
  return texts.length > 0 && texts.every(setsPagesAlone);
}

function setsPagesAlone(text: string): boolean {
  const set = text.split('\n').filter((line) => /^\s*[^#\s]/.test(line));
  return set.length > 0 && set.every((line) => SETTING_OF_PAGES.test(line));
}

export const copiedSecrets: Judge = ({ file }, textsOf) =>
  file.instructions.flatMap((each) => {
    if ((each.name !== 'COPY' && each.name !== 'ADD') || flagOf(each, 'from') !== undefined) return [];
    const words = jsonForm(each) ?? each.code.text.split(/\s+/);
    const sources = words
      .slice(0, -1)
      .filter((word) => SECRET_FILE.test(word) && !SETTINGS.test(word) && !isOfPages(word, textsOf));
    const source = sources.find((word) => !KEYSTORE.test(word)) ?? sources[0];
    if (source === undefined) return [];
    const message = `${source} stays in a layer of the image, also where a later instruction removes it`;
    const found = problem('secret-file-in-layer', each.line, message);
    return [KEYSTORE.test(source) ? { ...found, severity: 'medium' as const } : found];
  });

/** `mysql -pxyz`, `curl -u user:password`, `https://user:password@host`. */
export const secretsInCommands: Judge = (model) =>
  allInvoked(model).flatMap(({ name, args, command, run }) => {
    const at = (message: string) => [problem('secret-in-command', command.line, message)];
    const address = args.find(
      (arg) =>
        /\b[a-z][a-z+]{1,20}:\/\/[^\s/:@$]{1,100}:[^\s/@$]{3,200}@/i.test(arg) &&
        !/:(?:pass(?:word)?|secret|token|x+|\*+)@/i.test(arg),
    );
    if (address !== undefined) return at('An address with a password stays in the history of the image');
    const user = name === 'curl' ? args[args.findIndex((arg) => arg === '-u' || arg === '--user') + 1] : undefined;
    if (user !== undefined && args.some((arg) => arg === '-u' || arg === '--user') && /^[^:$]+:[^$]{3,}$/.test(user))
      return at('The password of curl stays in the history of the image');
    if (!/^(?:echo|printf)$/.test(name) || command.then !== '|') return [];
    const next = run.commands[run.commands.indexOf(command) + 1];
    if (next?.words.some(({ text }) => text.endsWith('chpasswd')) && args.some((arg) => /^[\w-]+:[^$\s]+/.test(arg)))
      return [
        {
          ...problem('secret-in-command', command.line, 'A user has the same password for everybody who has the image'),
          severity: 'medium',
        },
      ];
    return [];
  });

const TOKEN_FILES = /(?:^|\/)\.(?:npmrc|netrc|pypirc|git-credentials|yarnrc(?:\.yml)?)$/;
const TOKEN_VARIABLE = /\$\{?\w*(?:TOKEN|PASSWORD|SECRET|AUTH)\w*/i;

export const writtenTokens: Judge = (model) =>
  allInvoked(model).flatMap(({ args, command, run, name }) => {
    const target = command.redirects.find(
      ({ operator, target: to }) => operator.includes('>') && TOKEN_FILES.test(to),
    )?.target;
    if (target === undefined || !/^(?:echo|printf)$/.test(name) || !args.some((arg) => TOKEN_VARIABLE.test(arg)))
      return [];
    const isRemoved = new RegExp(`\\brm\\b[^&;|]*${escapedForRegex(basename(target))}`).test(run.instruction.code.text);
    return isRemoved
      ? []
      : [problem('token-left-in-layer', command.line, `${target} stays in the layer with its token`)];
  });

/** One spelling for a path: without quotes or a last slash, and each variable without braces. */
const plainPath = (path: string): string =>
  path
    .replace(/["']/g, '')
    .replace(/\$\{(\w+)\}/g, '$$$1')
    .replace(/\/$/, '');

/** Whether a later command of the same RUN removes the copy, or a folder above it: no layer has it then. */
function isRemovedBelow({ command, run, stage }: Invoked, from: string, target: string): boolean {
  const copy = plainPath(target);
  const copies = [copy, `${copy}/${basename(from)}`];
  return run.commands.slice(run.commands.indexOf(command) + 1).some((later) => {
    const { name, args = [] } = invoked(stage, run, later) ?? {};
    const removed = name === 'rm' ? operands(args).map(plainPath) : [];
    return removed.some((path) => path !== '' && copies.some((each) => each === path || each.startsWith(`${path}/`)));
  });
}

export const keptSecrets: Judge = (model) =>
  allInvoked(model).flatMap((each) => {
    const { name, args, command } = each;
    const from = args.find((arg) => arg.startsWith('/run/secrets/'));
    if (from === undefined) return [];
    const isCopied = /^(?:cp|mv|install)$/.test(name);
    const targets = isCopied
      ? [args.at(-1)!]
      : command.redirects
          .filter(({ operator }) => name === 'cat' && operator.includes('>') && !operator.includes('&'))
          .map(({ target }) => target);
    const isKept = (target: string): boolean =>
      (isCopied ? !/^\/(?:run|tmp)\//.test(target) : /^\/(?!dev\/|tmp\/|run\/)/.test(target)) &&
      !isRemovedBelow(each, from, target);
    return targets.some(isKept)
      ? [problem('mounted-secret-kept', command.line, `${from} is written to the layer: read it where it is mounted`)]
      : [];
  });
