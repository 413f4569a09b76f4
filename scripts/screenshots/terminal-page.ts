const COLOURS: Readonly<Record<string, string>> = {
  '31': '#ff7b72',
  '32': '#7ee787',
  '33': '#e3b341',
  '34': '#79c0ff',
  '36': '#76e3ea',
  '90': '#8b949e',
};

/** The codes that the command line writes (bold, dim, six colours, and their ends), as styles of a span. */
function styleOf(code: string): string | undefined {
  if (code === '1') return 'font-weight:700;color:#fff';
  if (code === '2') return 'color:#8b949e';
  return COLOURS[code] && `color:${COLOURS[code]}`;
}

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

/** The output of a command, as a page that looks like a terminal. */
export function terminalPage(command: string, output: string, columns: number): string {
  let open = 0;
  const html = output
    .split('\u001b[')
    .map((part, index) => {
      const [, code, text] = /^(\d+)m([^]*)$/.exec(part) ?? [];
      if (index === 0 || code === undefined || text === undefined) return escaped(part);
      const style = styleOf(code);
      if (style !== undefined) {
        open += 1;
        return `<span style="${style}">${escaped(text)}`;
      }
      const ends = open > 0;
      open -= Number(ends);
      return `${ends ? '</span>' : ''}${escaped(text)}`;
    })
    .join('');
  return `<!doctype html><meta charset="utf-8"><style>
    body{margin:0;background:#0d1117;color:#c9d1d9;width:max-content}
    pre{margin:0;padding:16px;font:13px/1.4 'DejaVu Sans Mono','Liberation Mono',monospace;width:${columns}ch}
    </style><pre>$ ${escaped(command)}\n${html}</pre>`;
}
