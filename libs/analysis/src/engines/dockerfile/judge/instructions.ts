import type { Problem } from '../../kit/per-file';
import type { Stage } from '../stages';
import { lineage } from '../stages';
import { type Instruction, flagOf, jsonForm } from '../syntax/parse-dockerfile';
import { pairsIn, usesIn } from '../variables';
import { type Judge, problem } from './problem';

export const capitalNames: Judge = ({ stages }) =>
  stages.flatMap(({ from }) => {
    const name = stageNameOf(from);
    return name !== undefined && /[A-Z]/.test(name)
      ? [problem('stage-name-in-capitals', from.line, `The builder reads ${name} in small letters`)]
      : [];
  });

/** The name of a stage as written. */
const stageNameOf = ({ code: { text } }: Instruction): string | undefined => /^\S+\s+as\s+(\S+)$/i.exec(text)?.[1];

export const reservedNames: Judge = ({ stages }) =>
  stages.flatMap(({ from, name }) =>
    name === 'scratch' || name === 'context'
      ? [problem('reserved-stage-name', from.line, `${name} already means something else: no stage can use this one`)]
      : [],
  );

export const caseOfAs: Judge = ({ file, stages }) =>
  stages.flatMap(({ from }) => {
    const keyword = /^\s*(\S+)/.exec(file.lines[from.line - 1] ?? '')?.[1];
    const as = /^\S+\s+(as)\s/i.exec(from.code.text)?.[1];
    return keyword !== undefined && as !== undefined && (keyword === 'FROM') !== (as === 'AS')
      ? [problem('case-of-as', from.line, `${keyword} and ${as} are written in different letters`)]
      : [];
  });

export const gaps: Judge = ({ file }) =>
  file.gaps
    .slice(0, 1)
    .map((line) => problem('gap-in-instruction', line, 'An empty line within an instruction will be an error'));

const OWN_DIRECTIVE = /^#\s*(syntax|escape)\s*=\s*\S+\s*$/i;
const DIRECTIVE = /^\s*#\s*[A-Za-z]\w*\s*=/;

export const lateDirectives: Judge = ({ file: { lines, instructions } }) => {
  const begun = instructions[0]?.line ?? lines.length + 1;
  let isOver = false;
  for (const [at, line] of lines.slice(0, begun - 1).entries()) {
    const name = OWN_DIRECTIVE.exec(line.trim())?.[1];
    if (isOver && name !== undefined)
      return [problem('directive-too-late', at + 1, `${name} is only a comment here: directives are the first lines`)];
    if (!DIRECTIVE.test(line)) isOver = true;
  }
  return [];
};

export const noDefault: Judge = ({ before, stages }) => {
  const empty = new Set(
    before.flatMap((each) =>
      each.name === 'ARG' ? pairsIn(each).flatMap(({ key, value }) => (value ? [] : [key])) : [],
    ),
  );
  return stages.flatMap(({ from }) =>
    usesIn(from.code.text.split(/\s+/)[0] ?? '')
      .filter(({ name }) => empty.has(name))
      .slice(0, 1)
      .map(({ name }) =>
        problem('base-argument-without-default', from.line, `Without a value for ${name} there is no base image`),
      ),
  );
};

export const samePlatform: Judge = ({ stages }) =>
  stages.flatMap(({ from }) =>
    /^\$\{?TARGETPLATFORM\}?$/.test(flagOf(from, 'platform') ?? '')
      ? [problem('platform-said-twice', from.line, 'A stage is built for $TARGETPLATFORM without this flag')]
      : [],
  );

export const portForms: Judge = ({ file }) =>
  file.instructions.flatMap(({ name, code: { text }, line }) => {
    if (name !== 'EXPOSE') return [];
    const ports = text.split(/\s+/);
    const protocol = ports.map((port) => /\/(tcp|udp|sctp)$/i.exec(port)?.[1] ?? '').find((name) => /[A-Z]/.test(name));
    return [
      ...(protocol === undefined ? [] : [problem('protocol-in-capitals', line, `Write ${protocol.toLowerCase()}`)]),
      ...(ports.some((port) => /^22(?:\/tcp)?$/i.test(port))
        ? [problem('port-of-ssh', line, 'A container is entered by its host, and needs no server of SSH')]
        : []),
    ];
  });

export const outsideContext: Judge = ({ file }) =>
  file.instructions.flatMap((each) => {
    if (each.name !== 'COPY' || flagOf(each, 'from') !== undefined) return [];
    const sources = (jsonForm(each) ?? each.code.text.split(/\s+/)).slice(0, -1);
    const source = sources.find((word) => /^["']?(?:\.\/)?\.\.(?:\/|$)/.test(word));
    return source === undefined
      ? []
      : [problem('outside-of-context', each.line, `${source} is no file above the build context: ../ is left out`)];
  });

/** Steps that leave the sandbox of the build. */
export const privileged: Judge = ({ file }) =>
  file.instructions.flatMap((each) => {
    if (each.name !== 'RUN') return [];
    if (flagOf(each, 'security') === 'insecure')
      return [problem('step-out-of-sandbox', each.line, 'The step has all rights on the machine that builds')];
    return flagOf(each, 'network') === 'host'
      ? [problem('step-out-of-sandbox', each.line, 'The step reaches what listens on the machine that builds')]
      : [];
  });

const STARTS_SHELL = /^(?:.*\/)?(?:ba|da|k|z|a)?sh$|^-l?c$|^(?:eval|envsubst|cmd|powershell|pwsh)(?:\.exe)?$/i;

export const variablesInLists: Judge = ({ file }) =>
  file.instructions.flatMap((each) => {
    const words = each.name === 'CMD' || each.name === 'ENTRYPOINT' ? (jsonForm(each) ?? []) : [];
    if (words.some((word) => STARTS_SHELL.test(word))) return [];
    const word = words.find((one) => /^[\w./:=,-]*\$(?:[A-Z_][A-Z0-9_]*|\{[A-Z_][A-Z0-9_]*\})[\w./:,-]*$/.test(one));
    return word === undefined
      ? []
      : [problem('variable-in-list', each.line, `No shell reads a list: the program gets ${word} as it is written`)];
  });

const READS_VARIABLES = /^(?:ADD|COPY|ENV|EXPOSE|LABEL|STOPSIGNAL|USER|VOLUME|WORKDIR)$/;
const SHORTEST = 5;

/** Variables that nothing declares, and whose name is nearly that of a declared one. */
export const misspelt: Judge = ({ before, stages }) => {
  const global = new Set(before.flatMap(declaredBy));
  return stages.flatMap((stage) => {
    const known = new Set([...lineage(stage)].slice(1).flatMap(({ instructions }) => instructions.flatMap(declaredBy)));
    return stage.instructions.flatMap((each) => {
      const unknown =
        READS_VARIABLES.test(each.name) && !each.isOnBuild
          ? usesIn(each.code.text).filter(({ name }) => !known.has(name) && !global.has(name))
          : [];
      const meant = unknown.map(({ name, offset }) => ({
        name,
        offset,
        near: [...known].find((one) => isNear(one, name)),
      }));
      for (const name of declaredBy(each)) known.add(name);
      return meant
        .filter(({ near }) => near !== undefined)
        .slice(0, 1)
        .map(({ name, offset, near }) =>
          problem('misspelt-variable', each.code.lineAt(offset), `Nothing declares ${name}: ${near!} is meant?`),
        );
    });
  });
};

/** An ENV that gives an argument of its stage another value, before which nothing uses the argument. */
export const overridden: Judge = ({ stages }) =>
  stages.flatMap(({ instructions }) => {
    const unused = new Map<string, string | undefined>();
    return instructions.flatMap((each): Problem[] => {
      const pairs = each.name === 'ARG' || each.name === 'ENV' ? pairsIn(each) : [];
      const isArgument = each.name === 'ARG';
      // A script or a program that is started may use any argument, as all are in its environment.
      if (each.name === 'RUN') unused.clear();
      for (const { name } of usesIn(each.code.text)) unused.delete(name);
      for (const [, name] of each.code.text.matchAll(/\$\{(\w+):?[-+]/g)) unused.delete(name!);
      if (isArgument) for (const { key, value } of pairs) unused.set(key, value);
      else
        return pairs
          .filter(({ key, value }) => unused.has(key) && unused.get(key) !== value)
          .map(({ key, offset }) =>
            problem(
              'argument-overridden',
              each.code.lineAt(offset),
              `ENV sets ${key} anew: the argument changes nothing`,
            ),
          );
      return [];
    });
  });

const declaredBy = (each: Instruction): string[] =>
  each.name === 'ARG' || each.name === 'ENV' ? pairsIn(each).map(({ key }) => key) : [];

/** Whether one letter is missing, too much, another or in the wrong place. Numbers tell names apart. */
function isNear(declared: string, used: string): boolean {
  if (Math.min(declared.length, used.length) < SHORTEST || declared === used) return false;
  let from = 0;
  while (from < declared.length && declared[from] === used[from]) from += 1;
  let [endOfOne, endOfOther] = [declared.length, used.length];
  while (endOfOne > from && endOfOther > from && declared[endOfOne - 1] === used[endOfOther - 1]) {
    endOfOne -= 1;
    endOfOther -= 1;
  }
  const [one, other] = [declared.slice(from, endOfOne), used.slice(from, endOfOther)];
  if (/\d/.test(one + other)) return false;
  const isSwapped = one.length === 2 && other === `${one[1]!}${one[0]!}`;
  return isSwapped || (one.length <= 1 && other.length <= 1);
}

/** `--from=builder` where a stage is called `build`: the builder would fetch an image of that name. */
export const almostStages: Judge = ({ stages }) =>
  stages.flatMap((stage: Stage) =>
    stage.instructions.flatMap((each) => {
      const from = each.name === 'COPY' ? flagOf(each, 'from')?.toLowerCase() : undefined;
      if (from === undefined || !/^[a-z][\w-]+$/.test(from) || stages.some(({ name }) => name === from)) return [];
      const near = stages.find(
        ({ name }) =>
          name !== undefined &&
          (isNear(name, from) ||
            (name.length > 3 && from.startsWith(name)) ||
            (from.length > 3 && name.startsWith(from))),
      );
      return near === undefined
        ? []
        : [problem('copy-from-unknown-stage', each.line, `No stage is called ${from}: ${near.name!} is meant?`)];
    }),
  );
