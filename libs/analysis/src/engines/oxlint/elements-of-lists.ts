import type { RawFinding } from '../engine';
import { lastTexts } from '../kit/last-text';

type InFile = RawFinding & { readonly file: string };

const RULE = 'react/jsx-key';

/** A list that an iteration makes and that gets a name. */
const NAMED_LIST = /\b(?:const|let|var)\s+(\w{1,60})\s*(?::[^=\n]+)?=\s[^;]*\.(?:map|flatMap)\(/;

/**
 * Elements without a key in lists that have a name and that only components get, as a property: whether these take the
 * list as it stands or wrap each element is not seen here, so it is little to tell. Each file is read once.
 * @param root the absolute path of the target
 */
export function weighElementsOfLists(root: string): (finding: InFile) => InFile {
  const read = lastTexts(root);
  return (finding) => {
    const { rule, file, line } = finding;
    if (rule !== RULE || line === undefined) return finding;
    const { text, lines } = read(file);
    const name = NAMED_LIST.exec(lines[line - 1] ?? '')?.[1];
    return name !== undefined && isOnlyHandedOn(name, text) ? { ...finding, severity: 'low' } : finding;
  };
}

const isOnlyHandedOn = (name: string, text: string): boolean =>
  new RegExp(String.raw`\s(?!children\b)[\w-]+=\{\s*${name}\s*\}`).test(text) &&
  !new RegExp(String.raw`(?<!\s(?!children\b)[\w-]+=)\{\s*${name}\s*\}`).test(text);

/** Keeps one finding of a line: each branch of an iteration may miss the key, and the iteration is the place of all. */
export function onePlaceOfList(): (finding: InFile) => boolean {
  const seen = new Set<string>();
  return ({ rule, file, line }) => {
    if (rule !== RULE) return true;
    const place = JSON.stringify([file, line]);
    if (seen.has(place)) return false;
    seen.add(place);
    return true;
  };
}
