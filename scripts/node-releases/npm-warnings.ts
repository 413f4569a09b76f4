/**
 * The packages of which npm said that they do not support this Node.js (EBADENGINE), each once: `name@version`. Other
 * warnings are not about Node.js; that about an unknown setting `nodedir` comes from how this very test is run.
 */
export function unsupportedPackages(output: string): readonly string[] {
  const named = [...output.matchAll(/^npm warn EBADENGINE\s+package: '([^']+)'/gim)].map(([, name]) => name!);
  return [...new Set(named)];
}
