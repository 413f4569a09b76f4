import type { TreeNode } from '../../kit/parsers/tree-node';
import type { Fault, Judge, Script } from '../script';

const PLAIN_SHELL = /^#!\s*(?:\/usr)?\/bin\/(?:env\s+)?(?:sh|dash)\b/;
/** Scripts that look which shell runs them know what they do. */
const ASKS = /\b(?:BASH_VERSION|ZSH_VERSION|KSH_VERSION)\b|\bexec\s+(?:\/(?:usr\/)?bin\/)?(?:env\s+)?bash\b/;
/** The shell of BusyBox knows some words of bash. */
const OF_BUSYBOX = /\bapk\s+(?:add|update|--)|alpine|busybox|openwrt/i;

interface Word {
  readonly node: TreeNode;
  readonly what: string;
  /** Whether BusyBox knows it. */
  readonly isCommon?: true;
}

const BUILT_IN = /^(?:declare|typeset|pushd|popd|shopt|mapfile|readarray|let|disown|caller|enable|compgen|complete)$/;

/** Words of bash that dash does not know. */
function wordsOfBash(script: Script): Word[] {
  const kinds: readonly (readonly [string, string])[] = [
    ['array', 'lists in parentheses'],
    ['herestring_redirect', '<<<'],
    ['process_substitution', 'commands in <( )'],
    ['c_style_for_statement', 'for (( ))'],
  ];
  return [
    ...kinds.flatMap(([kind, what]) => script.of(kind).map((node) => ({ node, what }))),
    ...script.of('test_command').flatMap((node): Word[] => {
      const open = node.child(0)?.kind();
      return open === '[[' ? [{ node, what: '[[', isCommon: true }] : open === '((' ? [{ node, what: '(( ))' }] : [];
    }),
    ...script
      .of('file_redirect')
      .filter((node) => node.children().some((part) => /^&>>?$/.test(part.kind())))
      .map((node): Word => ({ node, what: '&>', isCommon: true })),
    ...script
      .of('function_definition')
      .filter((node) => node.child(0)?.kind() === 'function')
      .map((node): Word => ({ node, what: 'the word function', isCommon: true })),
    ...script.of('expansion').flatMap((node): Word[] => {
      const text = node.text().slice(0, 200);
      if (/^\$\{\w+\/|^\$\{\w+:\s*\d/.test(text))
        return [{ node, what: 'replacement and parts of texts in ${ }', isCommon: true }];
      return /^\$\{!\w|^\$\{\w+(?:\^|,,?\}|\[)/.test(text) ? [{ node, what: `${text.slice(0, 30)}` }] : [];
    }),
    ...script.commands.flatMap(({ node, name }): Word[] =>
      name === 'source'
        ? [{ node, what: 'source', isCommon: true }]
        : BUILT_IN.test(name)
          ? [{ node, what: name }]
          : [],
    ),
  ];
}

/** One finding for a script: another first line removes the cause of all. */
export const portability: Judge = (script) => {
  if (!PLAIN_SHELL.test(script.shebang) || ASKS.test(script.text)) return [];
  const knowsMore = OF_BUSYBOX.test(script.text);
  const words = wordsOfBash(script).filter(({ isCommon }) => !knowsMore || !isCommon);
  const [first] = words.sort((a, b) => a.node.id() - b.node.id());
  const more = words.length > 1 ? `, and ${words.length - 1} more here` : '';
  return first === undefined
    ? []
    : [
        {
          rule: 'bash-under-sh',
          node: first.node,
          message: `/bin/sh of Debian and Ubuntu does not know ${first.what}${more}: write #!/bin/bash`,
        } satisfies Fault,
      ];
};
