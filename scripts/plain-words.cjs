// Comments are in plain English: subject first, the thing named. This counts spellings in comments that make a reader
// read twice, and is part of `npm run lint`: no count may grow. Once some are smaller,
// `node scripts/plain-words.cjs --lower` writes the new counts to `plain-words.json`.
const { readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { listedFiles } = require('./listed-files.cjs');

const SOURCES = /\.[cm]?ts$/;
/** Samples are code of other people. */
const EXCEPT = /(^|\/)samples\//;
const COUNTS = join(__dirname, 'plain-words.json');

/** Each spelling, and what to write instead. */
const SPELLINGS = {
  'of before': [/\bof before\b/, 'earlier'],
  'nothing where': [/\bnothing where\b/i, 'undefined if, empty if, no event if: by what is returned'],
  'of a …, the': [/(?:^|[.!?] )Of (?:a|an|the|two|several|such|each|all|what) /, 'the subject first'],
  anew: [/\banew\b/i, 'again, from the start'],
  mend: [/\bmend(?:s|ed|ing)?\b/i, 'fix'],
  'all the same': [/\ball the same\b/i, 'nevertheless'],
  'goes on': [/\bgoes on\b/i, 'continues'],
  'no more': [/\bno more(?=[.,;:)]|$)/i, 'no longer'],
  whoever: [/\bwhoever\b/i, 'the caller, the reader, the client: who it is'],
  'for a person': [/\bfor a person\b/i, 'as text'],
  'is none': [/(?<!\bthere )\b(?:is|are) none\b/i, 'is not one, is no …'],
  'What …': [/^What /, 'the thing that it is: the findings that, the price of, reads'],
  'is told': [/\b(?:is|are) told\b(?! (?:to|apart)\b)/i, 'gets, hears, knows: what happens'],
};

/** A block or lines of `//` that begin a line, or a comment behind code. Text in a template that looks so counts. */
const COMMENTS = /^[ \t]*\/\*[^]*?\*\/|^[ \t]*\/\/.*(?:\r?\n[ \t]*\/\/.*)*|(?<=[;,{}()[\]] )\/\/ .*$/gm;

/** The comments of a text, each on one line without its marks. */
const commentsOf = (text) =>
  [...text.matchAll(COMMENTS)].map(([comment]) =>
    comment
      .replace(/\*\/$/, '')
      .replace(/^[ \t]*(?:\/\*+|\/\/|\*)/gm, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  );

/** How many comments have each spelling. */
function spellingsIn(texts) {
  const counts = Object.fromEntries(Object.keys(SPELLINGS).map((name) => [name, 0]));
  for (const text of texts)
    for (const comment of commentsOf(text))
      for (const [name, [spelling]] of Object.entries(SPELLINGS)) if (spelling.test(comment)) counts[name] += 1;
  return counts;
}

/** The spellings that are more than they were, each with what to write. */
const grown = (counts, allowed) =>
  Object.entries(counts)
    .filter(([name, count]) => count > (allowed[name] ?? 0))
    .map(([name, count]) => `"${name}": ${count} comments, ${allowed[name] ?? 0} before. Write: ${SPELLINGS[name][1]}`);

function main() {
  const root = join(__dirname, '..');
  const texts = listedFiles(root)
    .filter((file) => SOURCES.test(file) && !EXCEPT.test(file))
    .map((file) => readFileSync(join(root, file), 'utf8'));
  const counts = spellingsIn(texts);
  const allowed = JSON.parse(readFileSync(COUNTS, 'utf8'));
  const more = grown(counts, allowed);
  if (more.length > 0) {
    console.error(`${more.join('\n')}\nSee the comments of your change.`);
    process.exitCode = 1;
  } else if (process.argv.includes('--lower')) writeFileSync(COUNTS, `${JSON.stringify(counts, null, 2)}\n`);
}

if (require.main === module) main();

module.exports = { commentsOf, grown, spellingsIn };
