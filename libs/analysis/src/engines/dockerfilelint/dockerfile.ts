/** The words of an instruction after its name and its `--flags`. */
const words = (line: string) => line.trim().split(/\s+/).slice(1).filter((word) => !word.startsWith('--'));

const HEREDOC = /<<-?\s*["']?([A-Za-z_][A-Za-z0-9_]*)["']?/g;

/**
 * The Dockerfile as the engine, which knows the language of 2018, can read it. Line numbers stay.
 * The bodies of here-documents become comments (it takes them for instructions), and the flags of FROM and ADD are left
 * out (it takes `--platform=…` for the image and `--chown=…` for a file).
 */
export function readable(text: string): string {
  const waiting: string[] = [];
  return text.split(/\r\n?|\n/).map((line) => {
    if (waiting.length > 0) {
      if (line.trim() === waiting[0]) waiting.shift();
      return '#';
    }
    if (/^\s*(?:run|copy|add)\b/i.test(line)) for (const [, end] of line.matchAll(HEREDOC)) waiting.push(end!);
    return /^\s*(?:from|add)\s/i.test(line) ? line.replace(/\s--[a-z-]+(?:=\S+)?/gi, '') : line;
  }).join('\n');
}

/**
 * Whether the engine's finding stands on a line that it reads wrongly: a base that is an earlier stage or a variable needs
 * no tag, and a port may be a range or a variable.
 */
export function isMistaken(rule: string, line: number, lines: readonly string[]): boolean {
  const own = lines[line - 1] ?? '';
  if (rule === 'missing_tag' || rule === 'latest_tag') {
    const image = words(own)[0] ?? '';
    return image.includes('$') || (rule === 'missing_tag' && stagesBefore(line, lines).has(image.toLowerCase()));
  }
  return rule === 'invalid_port' && words(own).every((port) => /\$|^\d+(?:-\d+)?(?:\/(?:tcp|udp|sctp))?$/i.test(port) && !overflows(port));
}

const overflows = (port: string) => (port.match(/\d+/g) ?? []).some((number) => Number(number) > 65_535);

function stagesBefore(line: number, lines: readonly string[]): Set<string> {
  const stages = lines.slice(0, line - 1).flatMap((each) => /^\s*from\s.*\sas\s+(\S+)\s*$/i.exec(each)?.[1]?.toLowerCase() ?? []);
  return new Set(stages);
}
