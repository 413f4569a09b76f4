import { jsonForm } from '../syntax/parse-dockerfile';
import { type Judge, allInvoked, hasOption, operands, problem, saying } from './problem';

const INSTALLS = /^(?:apt-get|apt|apk|yum|dnf|microdnf|zypper)$/;

/** Installing both curl and wget: either one is enough. A program of the base image costs nothing. */
export const twoPrograms: Judge = ({ file, before, stages }) =>
  stages.flatMap((stage) => {
    const own = allInvoked({ file, before, stages: [stage] });
    const uses = (program: string) =>
      own.find(({ name, args }) => name === program || (INSTALLS.test(name) && operands(args).includes(program)));
    const [curl, wget] = [uses('curl'), uses('wget')];
    return curl === undefined || wget === undefined
      ? []
      : [
          problem(
            'two-programs-to-download',
            Math.max(curl.command.line, wget.command.line),
            'curl and wget do the same',
          ),
        ];
  });

export const progress: Judge = (model) =>
  allInvoked(model)
    .filter(
      ({ name, args }) =>
        name === 'wget' &&
        args.some((arg) => /^["']?\w+:\/\//.test(arg)) &&
        !hasOption(args, '[qnoa]', '--quiet', '--no-verbose', '--progress', '--output-file', '--append-output') &&
        !args.some((arg) => arg.startsWith('$')),
    )
    .map(({ command }) => problem('progress-in-log', command.line, 'wget writes a line for each part of the file'));

const looksAtIt = saying(/\b(?:sha\d+sum|gpg|md5sum|tar|unzip|dpkg|rpm|test|grep)\b/);

/** Downloads that keep an error page as the file. No problem if the file is checked or another program reads it. */
export const errorPages: Judge = (model) =>
  allInvoked(model)
    .filter(
      ({ name, args, command, run }) =>
        name === 'curl' &&
        (hasOption(args, '[oO]', '--output', '--remote-name', '--output-dir') || command.redirects.length > 0) &&
        command.then !== '|' &&
        args.some((arg) => /^["']?https?:\/\//.test(arg)) &&
        !hasOption(args, 'f', '--fail', '--fail-with-body', '--fail-early', '--write-out') &&
        !args.some((arg) => /^-[A-Za-z]*w|^\$/.test(arg)) &&
        !looksAtIt(run),
    )
    .map(({ command }) =>
      problem('error-page-saved', command.line, 'curl saves the page of an error as the file: use -f'),
    );

const ARCHIVE = /\.(?:tar(?:\.(?:gz|bz2|xz))?|tgz|tbz2|txz)$/i;
const nameOf = (path: string): string => path.replace(/^.*\//, '');

export const copiedArchives: Judge = ({ stages }) =>
  stages.flatMap((stage) => {
    const copied = stage.instructions.flatMap((each) => {
      if (each.name !== 'COPY' || each.isOnBuild || each.flags.some(({ name }) => name === 'from')) return [];
      const sources = (jsonForm(each) ?? each.code.text.trim().split(/\s+/))
        .slice(0, -1)
        .filter((path) => ARCHIVE.test(path));
      return sources.map((path) => ({ name: nameOf(path), line: each.line }));
    });
    const unpacked = new Set(
      stage.runs.flatMap(({ commands }) =>
        commands.flatMap(({ words: [first, ...rest] }) =>
          first?.text === 'tar' ? rest.map(({ text }) => nameOf(text)) : [],
        ),
      ),
    );
    return copied
      .filter(({ name }) => unpacked.has(name))
      .map(({ name, line }) => problem('archive-copied', line, `${name} stays in the layer: ADD unpacks it by itself`));
  });
