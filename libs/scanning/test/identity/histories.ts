import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type EditedFile, contentOf, fileOf } from './edited-file';
import { EDITS, EDIT_KINDS, type EditKind } from './edits';
import { Random } from './random';

const ROOT = join(__dirname, '../../../..');

/** Samples of the catalogue, in many languages: code in which engines find a lot. */
const SAMPLES = [
  'js-suspicious/positive/prices.js',
  'js-style/positive/basket.js',
  'sonar-bugs/positive/src/stock.js',
  'unicorn-modern-js/positive/page.js',
  'react-correctness/positive/Orders.jsx',
  'ts-style/positive/store.ts',
  'biome-complexity/positive/tree.ts',
  'py-bugbear/positive/cart.py',
  'py-complexity/positive/year.py',
  'py-security/positive/feeds.py',
  'go-quality/positive/worker.go',
  'go-security/positive/store.go',
  'java-security/positive/AccountService.java',
  'ruby-security/positive/accounts_controller.rb',
  'php-security/positive/account.php',
  'rust-safety/positive/lib.rs',
  'kotlin-safety/positive/Accounts.kt',
  'swift-safety/positive/Accounts.swift',
  'csharp-security/positive/AccountController.cs',
  'c-unsafe-calls/positive/server.c',
  'cpp-memory/positive/session.cpp',
  'css-errors/positive/theme.css',
  'scss-errors/positive/forms.scss',
  'markdown-lint/positive/manual.md',
].map((path) => `libs/analysis/samples/${path}`);

/** Files of the program itself: code as people write it. */
const SOURCES = [
  'libs/analysis/src/findings/snippet.ts',
  'libs/analysis/src/engines/prose/prose-quality.ts',
  'scripts/engines/docker-registry.ts',
  'libs/findings/README.md',
];

const FILES = [...SAMPLES, ...SOURCES].map((path, at) =>
  fileOf(`f${at}`, path.split('/').slice(-2).join('/'), readFileSync(join(ROOT, path), 'utf8')),
);

/** The edits between two scans of a history. */
export interface Step {
  readonly kind: EditKind | 'several at once';
  readonly files: readonly EditedFile[];
}

export interface History {
  readonly seed: number;
  readonly start: readonly EditedFile[];
  readonly steps: readonly Step[];
}

const STEPS = 4;
const TRIES = 8;

/** Some files of a target, edited again and again. The same seed makes the same history. */
export function historyOf(seed: number): History {
  const random = new Random(seed * 7919);
  const start = [...new Set([random.one(FILES), random.one(FILES), random.one(FILES)])];
  const steps: Step[] = [];
  let files: readonly EditedFile[] = start;
  for (let at = 0; at < STEPS; at += 1) {
    const [kind, ...others] = kindsOf(random);
    for (const [index, each] of [kind!, ...others].entries()) files = edited(files, each, random, `e${at}x${index}`);
    steps.push({ kind: others.length === 0 ? kind! : 'several at once', files });
  }
  return { seed, start, steps };
}

/** A file that is copied and renamed between two scans has two successors, and nothing tells which is the older one. */
function kindsOf(random: Random): EditKind[] {
  const kinds = Array.from({ length: random.chance(80) ? 1 : 4 }, () => random.one(EDIT_KINDS));
  return kinds.includes('rename') ? kinds.filter((kind) => kind !== 'duplicate: whole file') : kinds;
}

/** Applies an edit to a file; if the edit is impossible there, it tries another file. */
function edited(files: readonly EditedFile[], kind: EditKind, random: Random, edit: string): readonly EditedFile[] {
  const versions = (all: readonly EditedFile[]) => all.map((file) => `${file.path}\n${contentOf(file)}`).join('\0');
  for (let tried = 0; tried < TRIES; tried += 1) {
    const next = EDITS[kind](files, random, edit);
    if (versions(next) !== versions(files)) return next;
  }
  return files;
}
