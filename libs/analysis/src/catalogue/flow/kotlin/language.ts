import type { FlowRows } from '../rows';

const NUMBERS = ['toInt', 'toIntOrNull', 'toLong', 'toLongOrNull', 'toShort', 'toShortOrNull', 'toDouble', 'toDoubleOrNull', 'toFloat', 'toFloatOrNull', 'toBoolean', 'toBooleanStrict', 'toBooleanStrictOrNull', 'toBigDecimal', 'toBigInteger', 'toUInt', 'toULong', 'toUuid'];

/** Kotlin's own library. */
export const kotlinLanguage: FlowRows = {
  aliases: { 'Random.Default': 'Random', 'kotlin.random.Random': 'Random' },
  sinks: [
    ...['Path', 'File.resolve', 'File.resolveSibling', 'Path.resolve'].map((call) => ({ call, weakness: 'path-traversal' as const, arguments: [0, 1, 2] })),
    ...['URL.readText', 'URL.readBytes'].map((call) => ({ call, weakness: 'request-forgery' as const, receiver: true as const })),
    ...['Regex'].map((call) => ({ call, weakness: 'regular-expression-injection' as const })),
    ...['*.toRegex'].map((call) => ({ call, weakness: 'regular-expression-injection' as const, receiver: true as const })),
  ],
  sanitizers: [...NUMBERS.map((name) => ({ call: `*.${name}`, safeFor: 'all' as const })), ...['Regex.escape', 'Regex.fromLiteral'].map((call) => ({ call, safeFor: ['regular-expression-injection'] as const })), { call: 'enumValueOf', safeFor: 'all' }],
};
