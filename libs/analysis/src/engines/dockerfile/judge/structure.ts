import { type Instruction, flagOf, jsonForm } from '../syntax/parse-dockerfile';
import { type Stage, lineage } from '../stages';
import { pairsIn, usesIn } from '../variables';
import { type Judge, problem } from './problem';

const ONE_A_STAGE = ['CMD', 'ENTRYPOINT', 'HEALTHCHECK'];

/** Repeated instructions: only the last one applies, so the others are mistakes. */
export const repeated: Judge = ({ stages }) =>
  stages.flatMap(({ instructions }) =>
    ONE_A_STAGE.flatMap((wanted) =>
      instructions
        .filter(({ name, isOnBuild }) => name === wanted && !isOnBuild)
        .slice(0, -1)
        .map(({ line }) =>
          problem('overridden-instruction', line, `${wanted} counts for nothing: a later one replaces it`),
        ),
    ),
  );

const FORMS: ReadonlySet<string> = new Set(['CMD', 'ENTRYPOINT', 'SHELL', 'RUN', 'COPY', 'ADD', 'VOLUME']);
/** A broken JSON list. A test of the shell is no list: `RUN [ -f x ] && y`. */
const LOOKS_LIKE_LIST = /^\[\s*(?:'[^']*'\s*(?:,|\])|"[^"]*"\s*,[^]*\]$|[\w./-]+\s*,[^]*\]$)/;
/** The same without a comma, without its end or with the quotation marks of a text: `["python" "app.py"]`. */
const LIKE_A_LIST_OF_WORDS = /^\[\s*(?:"[^"]*"\s*"[^]*\]$|"[^"]*"\s*(?:,[^\]]*)?$|[“”][^]*\]$)/;

export const brokenList: Judge = ({ file }) =>
  file.instructions
    .filter((each) => FORMS.has(each.name) && jsonForm(each) === undefined)
    .filter(
      ({ name, code: { text } }) =>
        LOOKS_LIKE_LIST.test(text) ||
        // `RUN [ "-f" "/srv" ]` is a test.
        (name !== 'RUN' && LIKE_A_LIST_OF_WORDS.test(text)) ||
        (name === 'SHELL' && text !== ''),
    )
    .map(({ name, line }) =>
      name === 'SHELL'
        ? problem('broken-list', line, 'SHELL is no list of JSON: the image does not build')
        : problem('broken-list', line, `${name} is no list of JSON, so the brackets are read as words`),
    );

const last = ({ instructions }: Stage, wanted: string): Instruction | undefined =>
  instructions.findLast(({ name, isOnBuild }) => name === wanted && !isOnBuild);

const isShellForm = (each: Instruction): boolean => each.code.text !== '' && !each.code.text.startsWith('[');

export const shellForms: Judge = ({ stages }) =>
  stages.flatMap((stage) => {
    const [entrypoint, cmd] = [last(stage, 'ENTRYPOINT'), last(stage, 'CMD')];
    if (!entrypoint || !isShellForm(entrypoint))
      return cmd && isShellForm(cmd) && !cmd.code.text.startsWith('exec ') && stage.isLast
        ? [problem('cmd-in-shell', cmd.line, 'CMD runs below a shell, which may not hand on signals')]
        : [];
    if (cmd && !isShellForm(cmd))
      return [
        problem(
          'ignored-cmd',
          cmd.line,
          'An ENTRYPOINT in the form of the shell takes no arguments: CMD counts for nothing',
        ),
      ];
    return entrypoint.code.text.startsWith('exec ')
      ? []
      : [
          problem(
            'entrypoint-in-shell',
            entrypoint.line,
            'ENTRYPOINT runs below a shell: no arguments, and signals may stay with it',
          ),
        ];
  });

export const stageNames: Judge = ({ stages }) => {
  const seen = new Map<string, Stage>();
  return stages.flatMap((stage) => {
    if (stage.name === undefined) return [];
    const first = seen.get(stage.name);
    if (first)
      return [
        problem('stage-name-twice', stage.from.line, `Line ${first.from.line} begins a stage ${stage.name}, too`),
      ];
    seen.set(stage.name, stage);
    return [];
  });
};

/** `COPY --from build /a /b`: Docker refuses it, and takes no word for the value of the flag. */
const hasBareFrom = ({ name, flags }: Instruction): boolean =>
  name === 'COPY' && flags.some((flag) => flag.name === 'from' && flag.isBare);

export const copiedFrom: Judge = ({ stages }) =>
  stages.flatMap((stage) =>
    stage.instructions.flatMap((each) => {
      const from = each.name === 'COPY' ? flagOf(each, 'from')?.toLowerCase() : undefined;
      if (hasBareFrom(each)) {
        const [meant] = each.code.text.split(/\s+/);
        return [problem('copy-from-later-stage', each.line, `--from has no value: write --from=${meant!}`)];
      }
      if (from === undefined || from.includes('$')) return [];
      const meant = /^\d+$/.test(from) ? stages[Number(from)] : stages.find(({ name }) => name === from);
      const isKnown = meant !== undefined && meant.index < stage.index;
      if (isKnown || (meant === undefined && !/^\d+$/.test(from))) return [];
      return [problem('copy-from-later-stage', each.line, `--from=${from} is no stage above this one`)];
    }),
  );

export const severalSources: Judge = ({ file }) => {
  let folder = '';
  return file.instructions.flatMap((each) => {
    if (each.name === 'FROM') folder = '';
    if (each.name === 'WORKDIR') folder = each.code.text.trim();
    if (each.name !== 'COPY' || hasBareFrom(each)) return [];
    const words = jsonForm(each) ?? each.code.text.split(/\s+/);
    const to = words.at(-1) ?? '';
    const isFolder = /\/$|^\.{1,2}$|\$|\\$/.test(to);
    const sources = words.slice(0, -1).filter((word) => !/^\d*<</.test(word));
    // The folder that WORKDIR names is there already.
    return sources.length < 2 || isFolder || to === folder
      ? []
      : [problem('copy-to-no-folder', each.line, `Several files are copied to ${to}, which must end with a slash`)];
  });
};

export const relativeFolders: Judge = ({ stages }) =>
  stages.flatMap((stage) => {
    let isKnown = [...lineage(stage)]
      .slice(1)
      .some((above) => above.instructions.some(({ name }) => name === 'WORKDIR'));
    return stage.instructions.flatMap(({ name, code: { text }, line }) => {
      if (name !== 'WORKDIR') return [];
      const isAbsolute = /^["']?(?:\/|\$|[A-Za-z]:)/.test(text);
      const found =
        isAbsolute || isKnown
          ? []
          : [problem('relative-folder', line, `${text} is below a folder that the base image decides`)];
      isKnown = true;
      return found;
    });
  });

const PREDEFINED =
  /^(?:(?:https?|ftp|no|all)_proxy|(?:TARGET|BUILD)(?:PLATFORM|OS|ARCH|VARIANT)|BUILDKIT_\w+|SOURCE_DATE_EPOCH)$/i;

/** Uses of an ARG from above the first FROM, which only FROM lines can use. */
export const lostArguments: Judge = ({ before, stages }) => {
  const global = new Set(before.flatMap((each) => (each.name === 'ARG' ? pairsIn(each).map(({ key }) => key) : [])));
  const USED_IN = new Set(['ENV', 'LABEL', 'COPY', 'ADD', 'WORKDIR', 'USER', 'EXPOSE', 'RUN']);
  return stages.flatMap((stage) => {
    const own = new Set(
      [...lineage(stage)].slice(1).flatMap((above) => above.instructions.flatMap((each) => declared(each))),
    );
    const told = new Set<string>();
    return stage.instructions.flatMap((each) => {
      const inShell =
        each.name === 'RUN'
          ? new Set(each.code.text.match(/[A-Za-z_]\w*(?==)|(?<=\b(?:for|read|-r)\s)\w+/g))
          : new Set();
      const lost =
        USED_IN.has(each.name) && !each.isOnBuild
          ? usesIn(each.code.text).filter(
              ({ name }) =>
                global.has(name) && !own.has(name) && !inShell.has(name) && !told.has(name) && !PREDEFINED.test(name),
            )
          : [];
      for (const name of declared(each)) own.add(name);
      return lost.slice(0, 1).map(({ name, offset }) => {
        told.add(name);
        return problem(
          'argument-out-of-scope',
          each.code.lineAt(offset),
          `${name} is empty here: its ARG stands before FROM, and this stage does not repeat it`,
        );
      });
    });
  });
};

const declared = (each: Instruction): string[] =>
  each.name === 'ARG' || each.name === 'ENV' ? pairsIn(each).map(({ key }) => key) : [];

export const unknownBase: Judge = ({ before, stages }) => {
  const global = new Set(before.flatMap((each) => (each.name === 'ARG' ? pairsIn(each).map(({ key }) => key) : [])));
  return stages.flatMap(({ from }) => {
    const [image = ''] = from.code.text.split(/\s+/);
    return usesIn(image)
      .filter(({ name }) => !global.has(name) && !PREDEFINED.test(name))
      .slice(0, 1)
      .map(({ name }) => problem('unknown-base-argument', from.line, `No ARG above the first FROM declares ${name}`));
  });
};

export const latestByArgument: Judge = ({ stages }) =>
  stages.flatMap(({ from, base, parent }) => {
    const [image = ''] = from.code.text.split(/\s+/);
    return parent === undefined && image.includes('$') && /[^/]:latest$/.test(base)
      ? [problem('latest-by-argument', from.line, `The base is ${base}: the default of an ARG is no version`)]
      : [];
  });

export const ownNames: Judge = ({ file }) =>
  file.instructions.flatMap((each) => {
    if (each.name !== 'ENV') return [];
    const pairs = pairsIn(each);
    const seen = new Set<string>();
    return pairs.flatMap(({ key, value = '', offset }) => {
      const used = usesIn(value).find(({ name }) => seen.has(name) && name !== key);
      // `A=${A}` keeps the earlier value, so nothing is lost.
      if (!usesIn(value).some(({ name }) => name === key)) seen.add(key);
      return used === undefined
        ? []
        : [
            problem(
              'variable-of-same-line',
              each.code.lineAt(offset),
              `${key} gets what ${used.name} was before this instruction`,
            ),
          ];
    });
  });

export const oldForms: Judge = ({ file }) =>
  file.instructions.flatMap(({ name, code: { text }, line }) =>
    name === 'ENV' && /^[A-Za-z_]\w*\s+[^=\s]/.test(text)
      ? [problem('old-form-of-env', line, 'ENV with a space: everything on the line is one value')]
      : [],
  );

const ARCHIVE = /\.(?:tar(?:\.\w+)?|tgz|tbz2?|txz|tzst|gz|bz2|xz|zip)$/i;

export const addedFiles: Judge = ({ file }) =>
  file.instructions.flatMap((each) => {
    if (each.name !== 'ADD') return [];
    const sources = (jsonForm(each) ?? each.code.text.split(/\s+/)).slice(0, -1);
    const isPlain =
      sources.length > 0 && sources.every((word) => !/^\w+:\/\/|^git@|\$|<<|\*/.test(word) && !ARCHIVE.test(word));
    return isPlain
      ? [problem('add-for-copy', each.line, 'ADD unpacks archives and fetches addresses; COPY only copies')]
      : [];
  });
