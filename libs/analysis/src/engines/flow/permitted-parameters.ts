import { indentOf } from '../kit/indent';
import { escapedForRegex } from '../kit/escaped-for-regex';
import { type Place, columnOf, lineOf } from './ir';
import { statementAt } from './statement-at';

/** Whether `permit!` of Rails lets a request set no attribute of a record, or those alone that the code names. */
export function setsNoneOrNamed(lines: readonly string[], at: Place): boolean {
  const written = statementAt(lines, at).replaceAll('\n', ' ');
  return (
    isPassedOn(written) ||
    isOwnMap(written) ||
    isOfNamed(written) ||
    isCutBefore(lines, at, written) ||
    isOfAddress(lines, at)
  );
}

/** `params.permit!.to_h`: a plain map is made more often of what becomes an address or a setting than of a record. */
const isPassedOn = (written: string): boolean => /^[^;]*?\.permit!(?:\s*\})?\.to_\w+/.test(written);

/** `ActionController::Parameters.new(own).permit!`: the code has made the map, and says that all of it may be set. */
const isOwnMap = (written: string): boolean =>
  /^(?:::)?ActionController::Parameters\.new\((?![^)]*(?:params|request|JSON)\b)[^)]*\)\.permit!/.test(written);

/** `params.permit!.slice(:name, :email)`, `params.slice(:name).permit!`: the code names what it takes. */
const isOfNamed = (written: string): boolean =>
  /^[^;]*?\.permit!\.slice\((?![^)]*\b(?:params|request)\b)[^()]+\)(?!\s*(?:\[|\.(?:fetch|dig|require|values)\b))/.test(
    written,
  ) || /^[^;]*?\.slice\((?![^)]*\b(?:params|request)\b)[^()]+\)\.permit!/.test(written);

/** A function has at most this many lines before or after the call. */
const LINES = 40;
/** `Parameters.new(cut).permit!`, `cut.permit!` */
const PERMITTED = /^(?:(?:::)?ActionController::Parameters\.new\(\s*(\w+)\s*\)|(\w+))\.permit!/;

/** `cut = given.slice(:name)` above: the code names what it takes. */
function isCutBefore(lines: readonly string[], at: Place, written: string): boolean {
  const name = PERMITTED.exec(written)?.slice(1).find(Boolean);
  if (name === undefined) return false;
  const row = lineOf(at);
  const above = lines.slice(Math.max(0, row - 1 - LINES), row - 1);
  const head = above.findLastIndex((line) => /^\s*def\s/.test(line));
  const cut = new RegExp(String.raw`^\s*${escapedForRegex(name)}\s*=\s*[\w.]+\.slice\((?![^)]*\b(?:params|request)\b)`);
  return above.slice(head + 1).some((line) => cut.test(line));
}

/** Methods of Rails that make an address of a map. */
const ADDRESS = String.raw`\b(?:url_for|redirect_to|link_to|\w+_(?:path|url))`;
const WITHIN_ADDRESS = new RegExp(String.raw`${ADDRESS}[ (](?:[^()]|\([^()]*\))*$`);
const STORED = /^\s*(\w+)\s*=\s*$/;

/** `url_for(params.permit!)`, also where a variable holds the map and only addresses get it: no record does. */
function isOfAddress(lines: readonly string[], at: Place): boolean {
  const row = lineOf(at);
  const line = lines[row - 1] ?? '';
  const before = line.slice(0, columnOf(at) - 1);
  if (WITHIN_ADDRESS.test(before)) return true;
  const name = STORED.exec(before)?.[1];
  if (name === undefined) return false;
  const after = lines.slice(row, row + LINES);
  const end = after.findIndex((each) => each.trim() !== '' && indentOf(each) < indentOf(line));
  const named = new RegExp(String.raw`(?<![\w@:.])${escapedForRegex(name)}\b`);
  const uses = (end < 0 ? after : after.slice(0, end)).filter((each) => named.test(each));
  const within = new RegExp(String.raw`${ADDRESS}[ (].*(?<![\w@:.])${escapedForRegex(name)}\b`);
  return uses.length > 0 && uses.every((each) => within.test(each));
}
