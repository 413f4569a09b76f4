import { remembered } from '../../kit/remembered';
import { type Invoked, type Judge, allInvoked, hasOption, invoked, problem } from './problem';
import type { DockerfileModel, Run, Stage } from '../stages';
import { jsonForm, flagOf } from '../syntax/parse-dockerfile';
import { expand, pairsIn } from '../variables';

const DOWNLOADERS: ReadonlySet<string> = new Set(['curl', 'wget']);
const SHELLS = /^(?:ba|da|z|k|a)?sh$|^(?:python[\d.]*|perl|ruby|node|php)$/;

const LONGEST_PIPE = 20;

export const pipedToShell: Judge = ({ stages }) =>
  stages.flatMap((stage) =>
    stage.runs.flatMap((run) =>
      run.commands.flatMap((command, at) => {
        const one = invoked(stage, run, command);
        if (!one || !DOWNLOADERS.has(one.name)) return [];
        // In `curl … | tee x | sh`, the last command of the pipe decides.
        let end = at;
        while (run.commands[end]?.then === '|' && end - at < LONGEST_PIPE) end += 1;
        const into = end > at && run.commands[end] ? invoked(stage, run, run.commands[end]!) : undefined;
        const isRun =
          into !== undefined &&
          SHELLS.test(into.name) &&
          !into.args.some((arg) => arg === '-c' || arg === '-m' || arg === '-r' || arg === '-e');
        return isRun
          ? [
              problem(
                'download-run-at-once',
                command.line,
                `What ${one.name} fetches is run by ${into.name} without a check of what it is`,
              ),
            ]
          : [];
      }),
    ),
  );

export const withoutChecks: Judge = (model) => [
  ...allInvoked(model).flatMap(({ command }) => {
    const off = command.assignments
      .map((each) => each.split('='))
      .find(([key, value = '']) => OFF_BY_VARIABLE.some(([name, pattern]) => key === name && pattern.test(value)));
    return off === undefined
      ? []
      : [problem('certificate-not-checked', command.line, `${off[0]!} turns the check of certificates off`)];
  }),
  ...allInvoked(model).flatMap((each) => {
    const how = uncheckedBy(each);
    return how === undefined || isComparedLater(each)
      ? []
      : [
          problem(
            'certificate-not-checked',
            each.command.line,
            `${how}: anybody on the way can put something else in its place`,
          ),
        ];
  }),
  ...model.file.instructions.flatMap((each) =>
    each.name === 'ENV' || each.name === 'ARG'
      ? pairsIn(each).flatMap(({ key, value, offset }) =>
          OFF_BY_VARIABLE.some(([name, off]) => key === name && value !== undefined && off.test(value))
            ? [
                problem(
                  'certificate-not-checked',
                  each.code.lineAt(offset),
                  `${key} turns the check of certificates off`,
                ),
              ]
            : [],
        )
      : [],
  ),
];

/** Whether a digest is compared right after a download, which shows any change of the file. */
function isComparedLater({ name, run, command }: Invoked): boolean {
  const later = run.commands.slice(run.commands.indexOf(command) + 1);
  return (
    DOWNLOADERS.has(name) &&
    later.some(({ words }) => {
      const [first, ...args] = words.map(({ text }) => text);
      return /^(?:sha\d+sum|shasum|b[23]sum)$/.test(first ?? '') && hasOption(args, 'c', '--check');
    })
  );
}

const OFF_BY_VARIABLE: readonly (readonly [string, RegExp])[] = [
  ['NODE_TLS_REJECT_UNAUTHORIZED', /^0$/],
  ['PYTHONHTTPSVERIFY', /^0$/],
  ['GIT_SSL_NO_VERIFY', /^(?:1|true)$/i],
  ['NPM_CONFIG_STRICT_SSL', /^false$/i],
  ['npm_config_strict_ssl', /^false$/i],
];

/** Whether the command contacts the machine itself, as a health check does. */
const isLocal = (args: readonly string[]): boolean =>
  args.some((arg) => /^https?:\/\/(?:localhost|127\.|\[::1\]|0\.0\.0\.0)/.test(arg));

function uncheckedBy({ name, args }: Invoked): string | undefined {
  if (isLocal(args)) return undefined;
  if (
    name === 'curl' &&
    (args.includes('--insecure') ||
      args.some((arg) => /^-[a-zA-Z]*k[a-zA-Z]*$/.test(arg) && !/^-[a-zA-Z]*[oHdXuA][a-zA-Z]*k/.test(arg)))
  )
    return 'curl checks no certificate';
  if (name === 'wget' && args.includes('--no-check-certificate')) return 'wget checks no certificate';
  if (
    name === 'git' &&
    args.some(
      (arg, at) =>
        /^http\.(?:\S+\.)?sslverify=(?:false|0)$/i.test(arg) ||
        (/^http\.(?:\S+\.)?sslverify$/i.test(arg) && /^(?:false|0)$/.test(args[at + 1] ?? '')),
    )
  )
    return 'git checks no certificate';
  if (
    /^(?:npm|yarn|pnpm)$/.test(name) &&
    args.some(
      (arg, at) =>
        ((arg === 'strict-ssl' || arg === '--strict-ssl') && args[at + 1] === 'false') || /strict-ssl=false/.test(arg),
    )
  )
    return `${name} checks no certificate`;
  if ((/^pip[\d.]*$/.test(name) || (args[0] === '-m' && args[1] === 'pip')) && hasOption(args, '', '--trusted-host'))
    return 'pip trusts a host without a certificate';
  if (/^apt(?:-get)?$/.test(name) && args.some((arg) => /Verify-Peer=(?:false|0)/i.test(arg)))
    return 'apt checks no certificate';
  return undefined;
}

export const addedAddress: Judge = ({ file }) =>
  file.instructions.flatMap((each) => {
    if (each.name !== 'ADD' || flagOf(each, 'checksum') !== undefined) return [];
    const source = (jsonForm(each) ?? each.code.text.split(/\s+/)).find(
      (word) => /^https?:\/\//.test(word) && !/\.git(?:#|$)/.test(word),
    );
    return source === undefined
      ? []
      : [problem('fetched-without-digest', each.line, 'ADD fetches what has no digest: use --checksum')];
  });

const CHECKING = /\b(?:sha\d*sum|shasum|md5sum|b[23]sum|gpgv?|cosign|minisign|openssl|sigstore)\b/;
const CHECKING_OTHERWISE = /\brpm\s+(?:-K|--checksig)\b|--checksum|gh attestation/;
const checks = (text: string): boolean => CHECKING.test(text) || CHECKING_OTHERWISE.test(text);

/** Digests and signatures are often compared in another instruction. */
const checksSomething = remembered(({ instructions }: Stage) =>
  instructions.some(
    ({ code, heredocs }) => checks(code.text) || heredocs.some(({ lines }) => lines.some(({ text }) => checks(text))),
  ),
);

const MAKES_PROGRAM = /\bchmod\s+(?:-\w+\s+)?(?:\+x|a\+x|u\+x|0?[75][75][75])/;
const INSTALLS_FILE = /\bdpkg\s+-i\b|\brpm\s+-[iU]|\bapt(?:-get)? install\b[^&;|]{0,500}\.deb\b/;

/** A program that is downloaded without a check and then made executable, or unpacked into a system folder. */
export const unchecked: Judge = ({ stages }) =>
  stages.flatMap((stage) =>
    stage.runs.flatMap((run) => {
      const text =
        run.instruction.code.text +
        run.instruction.heredocs.flatMap(({ lines }) => lines.map((line) => line.text)).join('\n');
      if (checksSomething(stage)) return [];
      const fetched = run.commands.flatMap((command) => {
        const one = invoked(stage, run, command);
        return one && DOWNLOADERS.has(one.name) && one.args.some((arg) => /^(?:https?|ftp):\/\//.test(arg))
          ? [one]
          : [];
      });
      const first = fetched.find(
        ({ command, args }) =>
          command.then !== '|' &&
          !args.some((arg) => /\.(?:asc|gpg|key|list|repo|pem|crt|txt|json|yml|yaml|conf)\b/.test(arg)),
      );
      if (!first || isLocal(first.args)) return [];
      const isProgram = MAKES_PROGRAM.test(text) || INSTALLS_FILE.test(text);
      return isProgram
        ? [
            problem(
              'program-without-digest',
              first.command.line,
              'A program is fetched and installed without a check of what it is',
            ),
          ]
        : [];
    }),
  );

export const plainHttp: Judge = (model) =>
  allInvoked(model).flatMap(({ name, args, command, run, stage }) => {
    if (!DOWNLOADERS.has(name)) return [];
    const addresses = args.map((arg) =>
      arg.startsWith('$') ? expand(expand(arg, valuesInShell(run)), valuesOf(model).get(stage)!) : arg,
    );
    const address = addresses.find((arg) => arg.startsWith('http://'));
    if (address === undefined || isLocal(addresses) || WITHOUT_DOMAIN.test(address)) return [];
    if (checks(run.instruction.code.text)) return [];
    return [
      problem(
        'fetched-in-clear',
        command.line,
        `${/^http:\/\/[^/]*/.exec(address)?.[0] ?? address} is asked in clear, and nothing checks the answer`,
      ),
    ];
  });

/** A host of the own network, or one that is not known. */
const WITHOUT_DOMAIN = /^http:\/\/(?:[^/.:]+|\$[^/]*)(?=[:/]|$)/;

type Values = ReadonlyMap<string, string | undefined>;

/** The values that the ARGs and ENVs of each stage give to variables, with those of the stages below it. */
const valuesOf = remembered(({ before, stages }: DockerfileModel): ReadonlyMap<Stage, Values> => {
  const defaults = new Map(before.flatMap(pairsIn).map(({ key, value }) => [key, value]));
  const all = new Map<Stage, Values>();
  for (const stage of stages) {
    const known = new Map(stage.parent && all.get(stage.parent));
    for (const each of stage.instructions.filter(({ name }) => name === 'ARG' || name === 'ENV'))
      for (const { key, value = defaults.get(key) } of pairsIn(each)) known.set(key, value && expand(value, known));
    all.set(stage, known);
  }
  return all;
});

/** The values that the shell of a RUN gives to variables itself: `URL=http://… && curl $URL`. */
const valuesInShell = remembered(
  ({ commands }: Run): Values =>
    new Map(
      commands.flatMap(({ assignments }) =>
        assignments.flatMap((each): [string, string][] => {
          const [, key, value] = /^(\w+)=(.*)$/s.exec(each) ?? [];
          return key === undefined || value === undefined ? [] : [[key, value]];
        }),
      ),
    ),
);
