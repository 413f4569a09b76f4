import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Severity } from '@assay/kernel';
import type { Engine, EnginePass } from '../engine';
import { Unreadable, decodeText, judgeEachPath, rulesOf } from '../kit/per-file';
import { thereIn } from '../kit/there';
import type { Around, Faults } from './find-faults';
import type { IsMissingHandler } from './handlers/known-handlers';

const VERSION = '1.1.0';
const MAX_BYTES = 2 * 1024 * 1024;
/**
 * Matches a file that looks like Ansible. Each play and task has a name, its hosts, or a module in a list; each
 * relevant file of variables names how Ansible connects. Other files are ignored, broken or not.
 */
const SHAPE = /^\s*-\s+["']?[\w.]+["']?\s*:|\bansible_(?:host|user|port|connection|password|ssh_|become|winrm_)/m;
/** Rules about what stops a play that comes there. */
const OF_WHAT_RUNS: ReadonlySet<string> = new Set(['missing-file', 'missing-handler']);
const UNFINISHED = 'not judged to the end, because it takes too many steps or is nested too deeply';

/** Assay's own rules. Nothing is loaded, run or contacted: no playbook, no plugin, no host, no role from elsewhere. */
export const engine: Engine = {
  async run(pass, report) {
    report.engine('assay-ansible-rules', VERSION);
    const asked = rulesOf(pass.tools);
    const isLeftOver = leftOverIn(pass);
    const isOfUnusedRole = unusedRolesIn(pass);
    const isGrave = (rule: string): boolean => pass.tools.some(({ rules }) => rules[rule]?.severity === 'high');
    const severityOf = (rule: string, staged: string, isMild: boolean | undefined): Severity | undefined => {
      if (isMild || (OF_WHAT_RUNS.has(rule) && isLeftOver(staged))) return 'low';
      return isGrave(rule) && isOfUnusedRole(staged) ? 'medium' : undefined;
    };
    let judge: ((file: string, text: string) => Faults) | undefined;
    await judgeEachPath(pass, report, ({ file: { staged, size }, tools }) => {
      const isYaml = /\.ya?ml$/.test(staged);
      if (size > MAX_BYTES) return [];
      const text = decodeText(readFileSync(join(pass.root, staged)));
      if (isYaml ? !SHAPE.test(text) : basename(staged) !== 'ansible.cfg' && !/\bansible_\w+\s*=/.test(text)) return [];
      judge ??= judgeLoaded(asked, { isThere: thereIn(pass), isMissingHandler: handlersIn(pass) });
      const found = unlessBroken(() => judge!(staged, text), text);
      if (found === undefined) return [];
      if (!found.finished) for (const { id } of tools) report.unreadable(id, staged, UNFINISHED);
      return found.faults.map(({ rule, at, message, isMild }) => ({
        rule,
        line: at.line,
        column: at.column,
        message,
        severity: severityOf(rule, staged, isMild),
      }));
    });
  },
};

/** Reports an unreadable file only if it looks like Ansible: other tools report all unreadable files. */
function unlessBroken(find: () => Faults, text: string): Faults | undefined {
  try {
    return find();
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    const marks = /^\s*-?\s*(?:become|gather_facts|ansible\.builtin\.\w+|with_items|delegate_to)\s*:/m;
    if (marks.test(text)) throw error;
    return undefined;
  }
}

/** Reads the files of the target for their handlers when a task first notifies one. */
function handlersIn(pass: EnginePass): IsMissingHandler {
  let isMissing: IsMissingHandler | undefined;
  return (file, name) => {
    const { handlersOf } = require('./handlers/known-handlers') as typeof import('./handlers/known-handlers');
    isMissing ??= handlersOf(yamlOf(pass), (path) => textAt(join(pass.root, path)));
    return isMissing(file, name);
  };
}

/** Reads the files of the target for the names of others when a file is first missing. */
function leftOverIn(pass: EnginePass): (file: string) => boolean {
  let isLeftOver: ((file: string) => boolean) | undefined;
  return (file) => {
    const { leftOverAmong } = require('./named-tasks') as typeof import('./named-tasks');
    isLeftOver ??= leftOverAmong(yamlOf(pass), (path) => textAt(join(pass.root, path)));
    return isLeftOver(file);
  };
}

/** Reads the files of the target for the roles that they name when something grave is first found. */
function unusedRolesIn(pass: EnginePass): (file: string) => boolean {
  let isUnused: ((file: string) => boolean) | undefined;
  return (file) => {
    const { unusedRolesAmong } = require('./unused-roles') as typeof import('./unused-roles');
    isUnused ??= unusedRolesAmong(yamlOf(pass), (path) => textAt(join(pass.root, path)));
    return isUnused(file);
  };
}

/** The files that may hold tasks. */
const yamlOf = ({ files }: EnginePass): string[] =>
  files.filter(({ staged, size }) => /\.ya?ml$/.test(staged) && size <= MAX_BYTES).map(({ staged }) => staged);

/** Undefined for what is no text. */
function textAt(path: string): string | undefined {
  try {
    return decodeText(readFileSync(path));
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}

function judgeLoaded(asked: ReadonlySet<string>, around: Around) {
  const { findFaults } = require('./find-faults') as typeof import('./find-faults');
  const { rulesByType } =
    require('../infrastructure/judge-resources') as typeof import('../infrastructure/judge-resources');
  const { ansibleRules } =
    require('../../catalogue/ansible-rules/index') as typeof import('../../catalogue/ansible-rules/index');
  const rules = rulesByType(ansibleRules.filter(({ id }) => asked.has(id)));
  return (file: string, text: string) => findFaults(file, text, rules, around);
}
