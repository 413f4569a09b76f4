import type { FlowRows } from '../rows';

const NUMBERS = ['toInt', 'toIntOrNull', 'toLong', 'toLongOrNull', 'toShort', 'toShortOrNull', 'toDouble', 'toDoubleOrNull', 'toFloat', 'toFloatOrNull', 'toBoolean', 'toBooleanStrict', 'toBooleanStrictOrNull', 'toBigDecimal', 'toBigInteger', 'toUInt', 'toULong', 'toUuid'];

/** Functions that Kotlin adds to files and paths. */
const USES = [
  ...['readText', 'readBytes', 'readLines', 'writeText', 'writeBytes', 'writeLines', 'appendText', 'appendBytes', 'forEachLine', 'useLines', 'forEachBlock'],
  ...['inputStream', 'outputStream', 'reader', 'writer', 'bufferedReader', 'bufferedWriter', 'printWriter', 'copyTo', 'copyRecursively', 'deleteRecursively', 'walk', 'walkTopDown', 'deleteIfExists', 'createDirectories', 'createFile', 'listDirectoryEntries'],
];

const OF_REGEX = ['matches', 'matchEntire', 'containsMatchIn', 'find', 'findAll', 'replace', 'replaceFirst', 'split', 'matchesAt'];

/** Kotlin's own library. */
export const kotlinLanguage: FlowRows = {
  aliases: { 'Path()': 'Path', 'Regex()': 'Regex', 'String.toRegex()': 'Regex', 'File.resolve()': 'File', 'File.resolveSibling()': 'File', 'Random.Default': 'Random', 'kotlin.random.Random': 'Random' },
  patternTests: [...OF_REGEX.map((name) => ({ call: `Regex.${name}`, pattern: 'receiver' as const, text: 0 })), ...['matches', 'contains', 'replace', 'replaceFirst', 'split'].map((name) => ({ call: `*.${name}`, pattern: 0, text: 'receiver' as const }))],
  sinks: [
    ...['File', 'Path'].flatMap((of) => USES.map((name) => ({ call: `${of}.${name}`, weakness: 'path-traversal' as const, receiver: true as const }))),
    ...['URL.readText', 'URL.readBytes'].map((call) => ({ call, weakness: 'request-forgery' as const, receiver: true as const })),
    ...['Regex'].map((call) => ({ call, weakness: 'regular-expression-injection' as const })),
    ...['*.toRegex'].map((call) => ({ call, weakness: 'regular-expression-injection' as const, receiver: true as const })),
  ],
  sanitizers: [
    ...['File.name', 'File.nameWithoutExtension', 'Path.name', 'Path.nameWithoutExtension', 'Path.fileName'].map((call) => ({ call, safeFor: ['path-traversal'] as const })),
    ...NUMBERS.map((name) => ({ call: `*.${name}`, safeFor: 'all' as const })),
    ...['Regex.escape', 'Regex.fromLiteral'].map((call) => ({ call, safeFor: ['regular-expression-injection'] as const })),
    { call: 'enumValueOf', safeFor: 'all' },
  ],
};
