import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RawFix } from '../engine';
import { type TextPosition, offsetsIn, placedFix } from '../kit/fixes';
import { type ServerAnswer, type ServerDiagnostic, startLanguageServer } from './oxlint.language-server';
import { ruleOf } from './oxlint.config';
import { SAFE_FIXES } from './safe-fixes';
import type { OxlintOutput } from './oxlint.output';

type Findings = OxlintOutput['findings'];

/** Milliseconds for the fixes of a batch. A file takes some milliseconds. Findings whose fixes come later have none. */
const TIME_LIMIT = 20_000;
/** UTF-16 code units. In a larger file nobody checks thousands of fixes, and the answer has many times its size. */
const MAX_TEXT = 256 * 1024;
/** The files of a component have their code at other places than the server believes. */
const COMPONENT = /\.(?:vue|svelte|astro)$/;

/**
 * Adds the fixes that Oxlint calls safe, of rules whose fixes are. Only its language server says which edit belongs to
 * which finding. Where it fails, the findings have no fixes.
 */
export async function withFixes(
  findings: Findings,
  pass: { readonly root: string; readonly scratch: string },
  settings: { readonly config: string; readonly tsconfig: string },
): Promise<Findings> {
  const files = new Set(findings.map(({ file }) => file).filter((file) => !COMPONENT.test(file)));
  if (files.size === 0) return findings;
  const fixes = new Map<string, readonly (RawFix | undefined)[]>();
  const server = startLanguageServer({ scratch: pass.scratch, ...settings }, TIME_LIMIT);
  try {
    for (const file of files) {
      const text = new TextDecoder().decode(await readFile(join(pass.root, file)));
      if (text.length > MAX_TEXT) continue;
      const answer = await server.ask(pathToFileURL(join(pass.scratch, file)).href, text);
      if (answer === undefined) break;
      for (const [place, found] of fixesByPlace(answer, text)) fixes.set(`${file}\0${place}`, found);
    }
  } finally {
    server.close();
  }
  return withThose(findings, fixes);
}

/** Findings of one rule on one line are told apart by their order. Where their number differs, nobody can tell. */
function withThose(findings: Findings, fixes: ReadonlyMap<string, readonly (RawFix | undefined)[]>): Findings {
  const keyOf = ({ file, rule, line }: Findings[number]) => `${file}\0${rule}\0${line}`;
  const counts = new Map<string, number>();
  for (const finding of findings) counts.set(keyOf(finding), (counts.get(keyOf(finding)) ?? 0) + 1);
  const seen = new Map<string, number>();
  return findings.map((finding) => {
    const key = keyOf(finding);
    const nth = seen.get(key) ?? 0;
    seen.set(key, nth + 1);
    const offered = fixes.get(key);
    const fix = offered?.length === counts.get(key) ? offered![nth] : undefined;
    return fix ? { ...finding, fix } : finding;
  });
}

/** The last of the actions that the server lists for each diagnostic, in the order of the diagnostics. */
const LAST_ACTION = / for this whole file$/;
const DISABLE = /^Disable .+ for this (?:line|whole file)$/;

/** By rule and line, in the order of columns; undefined for a finding without a fix. */
function fixesByPlace(
  { diagnostics, actions }: ServerAnswer,
  text: string,
): Map<string, readonly (RawFix | undefined)[]> {
  const groups: ServerAnswer['actions'][number][][] = [[]];
  for (const action of actions) {
    if (!DISABLE.test(action.title)) groups.at(-1)!.push(action);
    else if (LAST_ACTION.test(action.title)) groups.push([]);
  }
  const ruled = diagnostics.filter(({ code }) => ruleOf(code) !== undefined);
  if (groups.length !== ruled.length + 1 || ruled.length !== diagnostics.length) return new Map();
  const offsetOf = offsetsIn(text);
  const byPlace = new Map<string, [ServerDiagnostic, RawFix | undefined][]>();
  for (const [index, diagnostic] of ruled.entries()) {
    const [only, ...others] = groups[index]!;
    const changes = others.length === 0 ? Object.values(only?.edit?.changes ?? {}) : [];
    const edits = changes.length === 1 ? changes[0]! : [];
    const rule = ruleOf(diagnostic.code)!;
    const fix =
      edits.length === 0 || !SAFE_FIXES.has(rule)
        ? undefined
        : placedFix(
            text,
            offsetOf,
            edits.map(({ range, newText }) => ({ start: place(range.start), end: place(range.end), text: newText })),
          );
    const key = `${rule}\0${diagnostic.range.start.line + 1}`;
    byPlace.set(key, [...(byPlace.get(key) ?? []), [diagnostic, fix]]);
  }
  return new Map(
    [...byPlace].map(([key, found]) => [
      key,
      found.toSorted(([a], [b]) => a.range.start.character - b.range.start.character).map(([, fix]) => fix),
    ]),
  );
}

const place = ({ line, character }: ServerDiagnostic['range']['start']): TextPosition => ({ line, column: character });
