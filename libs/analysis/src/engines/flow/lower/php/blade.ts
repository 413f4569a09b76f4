/** The signs between which Blade has code or a comment, and those that close them. */
const CLOSED_BY: Readonly<Record<string, string>> = { '{{--': '--}}', '{!!': '!!}', '{{{': '}}}', '{{': '}}' };
const OPENING = /\{\{--|\{!!|\{\{\{|\{\{/g;
/** Laravel 4 has its templates there, and prints what stands in two braces as it is. */
const OF_LARAVEL_4 = /(?:^|\/)app\/views\//;

export const isBlade = (file: string): boolean => file.endsWith('.blade.php');

/**
 * The PHP of a template of Blade: what it prints without escaping it is printed by `<?= … ?>`. All lines and columns
 * stay.
 */
export function phpOfTemplate(file: string, text: string): string {
  const arePlain = OF_LARAVEL_4.test(file);
  const unclosed = new Set<string>();
  let php = '';
  let end = 0;
  OPENING.lastIndex = 0;
  for (let match = OPENING.exec(text); match !== null; match = OPENING.exec(text)) {
    const [open] = match;
    const begin = match.index + open.length;
    // A sign that is closed nowhere is not looked for again.
    const close = unclosed.has(open) ? -1 : text.indexOf(CLOSED_BY[open]!, begin);
    if (close < 0) {
      unclosed.add(open);
      continue;
    }
    php += text.slice(end, match.index) + printed(open, text.slice(begin, close), arePlain);
    end = close + CLOSED_BY[open]!.length;
    OPENING.lastIndex = end;
  }
  return php + text.slice(end);
}

function printed(open: string, code: string, arePlain: boolean): string {
  if (open === '{!!' && !code.includes('?>')) return `<?=${code} ?>`;
  // Only as many signs may stand there as before.
  if (open === '{{' && arePlain && /^ [^]+ $/.test(code) && !code.includes('?>')) return `<?=${code.slice(1, -1)} ?>`;
  return blank(`${open}${code}${CLOSED_BY[open]!}`);
}

const blank = (text: string): string => text.replaceAll(/[^\n]/g, ' ');

/** `resources/views/posts/show.blade.php` is `posts/show`; undefined for what is no template. */
export function templateName(file: string): string | undefined {
  const [, below] = BELOW_VIEWS.exec(file) ?? [];
  return below?.replace(/(?:\.blade)?\.(?:php|phtml)$/, '').toLowerCase();
}
const BELOW_VIEWS = /^(?:.*\/)?(?:views|templates)\/(.+\.(?:php|phtml))$/i;
