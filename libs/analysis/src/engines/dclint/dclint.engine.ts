import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Node, type YAMLMap, isMap, isScalar, isSeq, visit } from 'yaml';
import type { Engine } from '../engine';
import { installedVersion } from '../kit/installed-version';
import { type Problem, Unreadable, judgeEachText } from '../kit/per-file';
import { type YamlTree, parseYaml } from '../kit/yaml-tree';

interface Message {
  readonly rule: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

const MAX_BYTES = 512 * 1024;
/** Rules that report a failure of the engine's own parser. The file is then not judged. */
const CANNOT_READ = new Set(['invalid-yaml', 'unknown-error']);

/**
 * DCLint's library reads only files, so each text is written to the scratch folder with its directives overwritten. The
 * library does not search for a configuration there; only its CLI does.
 */
export const engine: Engine = {
  async run(pass, report) {
    const { DCLinter } = await import('dclint');
    report.engine('dclint', installedVersion('dclint'));
    const linter = new DCLinter({ rules: {}, quiet: true, debug: false, exclude: [] });
    const copy = join(pass.scratch, 'compose.yaml');

    await judgeEachText(
      pass,
      report,
      ({ text }) => {
        const trees = parseYaml(text);
        if (!trees.some(isCompose)) return [];
        const built = new Set(trees.flatMap(linesOfBuiltImages));
        const profiles = new Map(trees.flatMap(profilesOf));
        writeFileSync(copy, withoutDirectives(text));
        // The package's types are not at the path that its `exports` name.
        const results = linter.lintFiles([copy], false) as readonly { readonly messages: readonly Message[] }[];
        const messages = results.flatMap((result) => result.messages);
        const failure = messages.find(({ rule }) => CANNOT_READ.has(rule));
        if (failure) throw new Unreadable(failure.message);
        const lines = text.split('\n');
        // DCLint's rule requires one kind of quotes. Assay only requires that there are quotes.
        return messages
          .filter(({ rule, line }) => rule !== 'require-quotes-in-ports' || !/["']/.test(lines[line - 1] ?? ''))
          .filter(({ rule, line }) => rule !== 'service-image-require-explicit-tag' || !built.has(line))
          .filter(({ rule, message }) => !OF_TWO_SERVICES.test(rule) || runTogether(message, profiles))
          .map(problemOf)
          .map((each) => (each.rule === 'invalid-schema' && trees.some(changesAnother) ? milder(each) : each));
      },
      { maxBytes: MAX_BYTES },
    );
  },
};

/**
 * Whether a node has a tag of an override file: `db: !reset null` removes the `db` of the file before it. The schema
 * knows no tags, and sees a service that is null.
 */
function changesAnother({ document }: YamlTree): boolean {
  let found = false;
  visit(document, {
    Node(_, { tag }) {
      if (tag !== '!reset' && tag !== '!override') return undefined;
      found = true;
      return visit.BREAK;
    },
  });
  return found;
}
const milder = (problem: Problem): Problem => ({ ...problem, severity: 'low' });

/** The sections at the root of a Compose file, and its extensions. */
const SECTIONS = /^(?:version|name|include|services|networks|volumes|configs|secrets|models|x-.*)$/;

/**
 * Whether the file is really a Compose file, not one with such a name, as a list of Ansible tasks may be. The old form
 * without sections, which Docker no longer accepts, has services at the root.
 */
const isCompose = ({ root }: YamlTree): boolean =>
  isMap(root) &&
  !isWorkflow(root) &&
  root.items.some(
    ({ key, value }) =>
      (isScalar(key) && SECTIONS.test(String(key.value))) ||
      (isMap(value) && (value.has('image') || value.has('build'))),
  );

/** A workflow such as `.github/workflows/compose.yml`. */
const isWorkflow = (root: YAMLMap): boolean => root.has('on') && root.has('jobs');

/** The lines of images that the project builds itself, whose `image` names the result. */
function linesOfBuiltImages({ root, lineOf }: YamlTree): number[] {
  const services = isMap(root) ? root.get('services') : undefined;
  if (!isMap(services)) return [];
  return services.items.flatMap(({ value: service }) => {
    const image = isMap(service) && service.has('build') ? service.get('image', true) : undefined;
    return image === undefined ? [] : [lineOf(image as Node)];
  });
}

/** The profiles of each service. A service without a profile always runs. */
function profilesOf({ root }: YamlTree): [service: string, profiles: readonly string[]][] {
  const services = isMap(root) ? root.get('services') : undefined;
  if (!isMap(services)) return [];
  return services.items.map(({ key, value: service }) => {
    const listed = isMap(service) ? service.get('profiles') : undefined;
    return [String(key), isSeq(listed) ? listed.items.map(String) : []];
  });
}

/** Rules about conflicts between two services. */
const OF_TWO_SERVICES = /^no-duplicate-(?:exported-ports|container-names)$/;

/** Whether one profile starts both of the services that a message names. If none does, the services never meet. */
function runTogether(message: string, profiles: ReadonlyMap<string, readonly string[]>): boolean {
  const [one, other] = [...message.matchAll(/[Ss]ervice "([^"]+)"/g)].map(([, name]) => profiles.get(name!) ?? []);
  if (!one || !other || one.length === 0 || other.length === 0) return true;
  return one.some((profile) => other.includes(profile));
}

/** Overwrites directives by text of the same length, so that columns stay. */
const withoutDirectives = (text: string) => text.replace(/(#\s*)dclint(?=\s+disable)/g, '$1denied');

function problemOf({ rule, line, column, message }: Message): Problem {
  const [, path, , fault] =
    /instancePath="([^"]*)", schemaPath="([^"]*)", message="(?:Validation error: )?(.*)"\.?$/.exec(message) ?? [];
  return { rule, line, column, message: fault === undefined ? message : `${path || 'the file'}: ${fault}` };
}
