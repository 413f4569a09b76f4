/** The code up to the brace that closes the block in which it begins. */
export function blockFrom(code: string, start: number): string {
  let depth = 1;
  for (let at = start; at < code.length; at += 1) {
    if (code[at] === '{') depth += 1;
    else if (code[at] === '}' && (depth -= 1) === 0) return code.slice(start, at);
  }
  return code.slice(start);
}

/** The body of a function that a script declares by a name. */
export function functionIn(code: string, name: string): string | undefined {
  if (!/^\w+$/.test(name)) return undefined;
  const declares = new RegExp(
    String.raw`\bfunction\s+${name}\s*\([^()]*\)\s*(?::\s*[\w<>]+\s*)?\{|\b(?:const|let|var)\s+${name}\s*=\s*` +
      String.raw`(?:async\s+)?(?:function\s*\w*\s*\([^()]*\)|(?:\([^()]*\)|\w+)\s*(?::\s*[\w<>]+\s*)?=>)\s*\{`,
  );
  const found = declares.exec(code) ?? methodIn(code, name);
  if (found) return blockFrom(code, found.index + found[0].length);
  const [, short] =
    new RegExp(
      String.raw`\b(?:const|let|var)\s+${name}\s*=\s*(?:async\s+)?(?:\([^()]*\)|\w+)\s*=>\s*([^\s{][^;\n]*)`,
    ).exec(code) ?? [];
  return short;
}

const BEFORE_METHOD = /(?:^|[{},;])\s*(?:(?:public|private|protected|async)\s+)*$/;
const LONGEST_BEFORE = 60;

/** `go() {` of a class, and `go: function () {` and `go() {` of an object. */
function methodIn(code: string, name: string): RegExpExecArray | undefined {
  const heads = new RegExp(
    String.raw`(?<![\w.$])${name}\s*(?::\s*(?:async\s+)?function\s*)?\([^()]*\)\s*(?::\s*[\w<>]+\s*)?\{`,
    'g',
  );
  for (const found of code.matchAll(heads))
    if (BEFORE_METHOD.test(code.slice(Math.max(0, found.index - LONGEST_BEFORE), found.index))) return found;
  return undefined;
}

const CHANGES = ['onchange', 'oninput', 'onblur', 'onkeydown', 'onfocus', 'onpaste'];

/** Puts the code of a function of the file in the place of its name, where it is the handler of a change. */
export function readNamedChanges(handlers: Map<string, string>, file: string): void {
  for (const event of CHANGES) {
    const [, name = handlers.get(`named ${event}`) ?? ''] =
      /^(\w+)(?:\([^()]*\))?;?$/.exec(handlers.get(event) ?? '') ?? [];
    const code = functionIn(file, name);
    if (code !== undefined) handlers.set(event, code);
  }
}
