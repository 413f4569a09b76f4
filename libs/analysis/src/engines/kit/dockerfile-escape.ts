const DIRECTIVE = /^#\s*([A-Za-z][A-Za-z0-9]*)\s*=\s*(.*?)\s*$/;

/**
 * The character that continues a line of a Dockerfile. Directives stand before everything else, comments too.
 */
export function escapeOf(lines: readonly string[]): '\\' | '`' {
  for (const line of lines) {
    const [, name, value] = DIRECTIVE.exec(line.trim()) ?? [];
    if (name === undefined) return '\\';
    if (name.toLowerCase() === 'escape') return value === '`' ? '`' : '\\';
  }
  return '\\';
}
