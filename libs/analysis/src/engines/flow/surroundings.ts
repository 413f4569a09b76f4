import type { Weakness } from './interpret/run';
import {
  asksOwnMachine,
  asksOwnServer,
  isBesideVerified,
  isByChoice,
  isForDevelopment,
  isInMain,
  isOfferedUnverified,
  isSaidForDevelopers,
  isSaidUnverified,
  isVerifiedBelow,
  isVerifiedOtherwise,
  withoutComments,
} from '../kit/unverified';
import { escapedForRegex } from '../kit/escaped-for-regex';
import { linesThatCall, rowsOfCalls, someLine } from '../kit/lines-of-file';
import { TOLD_TO_OTHERS, isToldToOthers } from '../kit/told-to-others';
import { headAround } from './file-functions';
import { indentOf } from '../kit/indent';
import { firstStep } from './interpret/values';
import { columnOf, lineOf, placeOf } from './ir';
import { setsNoneOrNamed } from './permitted-parameters';
import { NAMED_AFTER_WORK, isBesideProduction } from './production';
import { statementAt } from './statement-at';

const LOOKED_AT: ReadonlySet<string> = new Set([
  'any-origin',
  'certificate-unchecked',
  'debug-switch',
  'external-entities',
  'hard-coded-key',
  'host-name-unchecked',
  'mass-assignment',
  'token-unverified',
  'weak-cipher',
]);

/** A way leads through few files. */
const MOST_FILES = 8;

/** Looks at the lines around a call that is wrong by itself: they may say that it is meant, or does no harm. */
export class Surroundings {
  /** The lines of the files that were looked at last. */
  private readonly last = new Map<string, readonly string[]>();

  /** @param isDesktop whether the target is a program that keeps its data on its user's machine */
  constructor(
    private readonly read: (file: string) => string,
    private readonly isDesktop = false,
  ) {}

  /** @returns undefined where nothing is wrong */
  judge(weakness: Weakness): Weakness | undefined {
    const { weakness: kind, file, at } = weakness;
    if (!LOOKED_AT.has(kind)) return weakness;
    const lines = this.linesOf(file);
    const row = lineOf(at);
    if (kind === 'mass-assignment') return setsNoneOrNamed(lines, at) ? mild(weakness) : weakness;
    if (isToldToOthers(lines, row, kind)) return lessSure(weakness, TOLD_TO_OTHERS);
    const beside = this.besideProduction(weakness);
    if (beside !== undefined) return lessSure(weakness, beside);
    if (kind === 'hard-coded-key') {
      if (isHashed(lines, row) || hashesPassword(lines, weakness) || isThrownAway(lines)) return mild(weakness);
      if (isOfZeros(lines, weakness)) return mild(weakness);
      if (isKeptForOld(lines, row)) return lessSure(weakness, 'the lines before say that it is kept for old data');
      if (isReader(lines, row)) return lessSure(weakness, ONLY_READS);
      if (this.isDesktop)
        return lessSure(weakness, 'what it hides lies on the machine of the user who runs the program');
      return isOfCaller(lines, weakness) ? lessSure(weakness, 'other callers may hand another key') : weakness;
    }
    if (kind === 'any-origin') return isForDevelopment(lines, row) ? mild(weakness) : weakness;
    if (kind === 'weak-cipher') {
      if (isOfProtocol(file, lines, row) || isMeant(lines, row)) return mild(weakness);
      if (isOneBlock(lines, row) || isOfRandom(lines, at)) return mild(weakness);
      if (isForOldData(lines, row) || isReader(lines, row)) return lessSure(weakness, ONLY_READS);
      if (someLine(lines, KEY_OF_ZEROS))
        return lessSure(weakness, 'the key in its file is made of zeros, and hides nothing');
      if (isChosenByName(lines, row))
        return lessSure(weakness, 'a setting chooses it by its name, beside a better one');
      return isNamedAfterMode(lines, row) ? lessSure(weakness, 'the function is named after the mode') : weakness;
    }
    if (kind === 'external-entities') return loadsNothing(file, lines, row) ? undefined : weakness;
    if (kind === 'debug-switch') return isInMain(lines, row) ? mild(weakness) : weakness;
    if (kind === 'token-unverified')
      return isSaidUnverified(lines, row) || isVerifiedAgain(lines, row) ? mild(weakness) : weakness;
    return this.judgeCertificate(weakness, lines, row);
  }

  private judgeCertificate(weakness: Weakness, lines: readonly string[], row: number): Weakness | undefined {
    const { file, way } = weakness;
    if (isVerifiedOtherwise(lines, row) || asksClients(lines, row)) return undefined;
    const first = way && firstStep(way.last);
    const isChosen =
      isByChoice(lines, row) || (first !== undefined && isByChoice(this.linesOf(first.file), lineOf(first.at)));
    if (isChosen || asksOwnServer(file, lines) || asksOwnMachine(lines, row)) return mild(weakness);
    if (isBesideVerified(lines, row)) return mild(weakness);
    if (isVerifiedBelow(lines, row)) return lessSure(weakness, 'the lines below verify it where a certificate is set');
    if (isOfferedUnverified(lines, row)) return lessSure(weakness, 'its function says so by its name');
    if (isOfCallers(lines, weakness)) return lessSure(weakness, 'its function lets its callers choose');
    return isSaidForDevelopers(lines, row)
      ? lessSure(weakness, 'a comment there says that it is for development')
      : weakness;
  }

  /** Why the code, or that which brings the constant, need not run where the program is used. */
  private besideProduction({ weakness, file, way }: Weakness): string | undefined {
    const files = [file, ...(way === undefined ? [] : [firstStep(way.last).file])];
    if (files.some(isBesideProduction)) return NAMED_AFTER_WORK;
    if (files.some((each) => STANDS_IN.test(each))) return 'its file is named after what stands in for another';
    const isTool = weakness === 'certificate-unchecked' || weakness === 'host-name-unchecked';
    return isTool && files.some((each) => OF_TOOLS.test(each)) ? 'a script beside the program asks for it' : undefined;
  }

  linesOf(file: string): readonly string[] {
    const known = this.last.get(file);
    if (known !== undefined) return known;
    const lines = this.read(file).split('\n');
    const [first] = this.last.keys();
    if (this.last.size === MOST_FILES) this.last.delete(first!);
    this.last.set(file, lines);
    return lines;
  }
}

const mild = (weakness: Weakness): Weakness => ({ ...weakness, severity: 'low' });

/** `FakeKeyService.kt`, `mock_signer.go`, `provider_test_login.go`: what tests and trials use in place of another. */
const STANDS_IN = new RegExp(
  String.raw`(?:^|\/)(?:fakes?|mocks?|stubs?)\/|(?:^|[/_.-])(?:fake|mock|stub|dummy|test)[_.-][^/]*$|` +
    String.raw`(?:^|\/)(?:Fake|Mock|Stub|Dummy)[A-Z]\w*\.\w+$`,
);
/** Folders of scripts that their authors run. */
const OF_TOOLS = /(?:^|\/)(?:tools?|scripts?|hack)\//i;

/** A weakness that is worth a look, and no alarm, with the reason. */
const lessSure = (weakness: Weakness, why: string): Weakness =>
  weakness.severity === undefined
    ? { ...weakness, severity: 'medium', says: `${weakness.says}. Less sure: ${why}` }
    : weakness;

/** The function around a call that gets the key as a parameter, with the parameters that the call is given. */
function handedKey(
  lines: readonly string[],
  { at, way }: Weakness,
): { readonly name: string; readonly parameters: readonly string[] } | undefined {
  // Without a call on its way, the key stands in this function, or beside it for all callers.
  if (way?.last.before === undefined) return undefined;
  const row = lineOf(at);
  const given = /\((.*)/.exec((lines[row - 1] ?? '').slice(columnOf(at) - 1))?.[1] ?? '';
  const names = new Set(given.match(/(?<![\w.'"$@])[$@]?[A-Za-z_]\w*\b(?!\s*[.(])/g));
  const head = headAround(lines, row);
  const parameters = head?.parameters.filter((name) => names.has(name) || names.has(`$${name}`)) ?? [];
  return head === undefined || parameters.length === 0 ? undefined : { name: head.name, parameters };
}

/** Whether the function around gets the key as a parameter of other files: `func Encrypt(key []byte)`. */
function isOfCaller(lines: readonly string[], weakness: Weakness): boolean {
  const head = handedKey(lines, weakness);
  if (head === undefined) return false;
  const named = new RegExp(String.raw`(?<![\w$])${escapedForRegex(head.name)}\s*\(`);
  return withoutComments(linesThatCall(lines, head.name)).filter((line) => named.test(line)).length === 1;
}

/** An array that nothing has filled: `new byte[16]`, `ByteArray(16)`, `Buffer.alloc(16)`, `str_repeat("\\0", 16)`. */
const ZEROS =
  String.raw`(?:new\s+byte\[\w+\]|\bByteArray\(\w+\)|\bBuffer\.alloc\(\w+\)|\bbytes\(\d+\)|\bmake\(\[\]byte,\s*\w+\)|` +
  String.raw`\bstr_repeat\(\s*["'](?:\\0|\\x00|\0)["']|b?["'](?:\\0|\\x00)["']\s*\*\s*\w+)`;
const OF_ZEROS = new RegExp(ZEROS);
const KEY_OF_ZEROS = new RegExp(String.raw`\b(?:SecretKeySpec|DESKeySpec|DESedeKeySpec)\(\s*${ZEROS}`);

/** Whether the key is made of zeros where it is written: it hides nothing, and a protocol asks for some key. */
function isOfZeros(lines: readonly string[], { file, at, way }: Weakness): boolean {
  const rows = [lineOf(at)];
  if (way !== undefined && firstStep(way.last).file === file) rows.push(lineOf(firstStep(way.last).at));
  return rows.some((row) => OF_ZEROS.test(lines[row - 1] ?? ''));
}

/** `InsecureSkipVerify: !verify`, `rejectUnauthorized: strict`: a setting that gets a variable. */
const SET_TO_VARIABLE = /^[^:=,]*(?::|=>?|,)\s*!?([$@]?[A-Za-z_]\w*)\s*(?:[,;)}]|$)/;

/** Whether it is a parameter of the function around, to which a caller hands the constant. */
function isOfCallers(lines: readonly string[], { at }: Weakness): boolean {
  const row = lineOf(at);
  const name = SET_TO_VARIABLE.exec((lines[row - 1] ?? '').slice(columnOf(at) - 1))?.[1];
  return name !== undefined && headAround(lines, row)?.parameters.includes(name) === true;
}

/** Words of code that enciphers. */
const CIPHERS = /encrypt|decrypt|cipher|SecretKeySpec|\bAes\w*\b|Rijndael/i;

/**
 * `GetPasswordHashFor(password)`: its result is stored or compared. Its file hands it more than literals, and
 * enciphers nothing.
 */
function hashesPassword(lines: readonly string[], weakness: Weakness): boolean {
  const head = handedKey(lines, weakness);
  if (head === undefined || !/hash/i.test(head.name) || /key|sign/i.test(head.name)) return false;
  if (!head.parameters.some((name) => /^\$?\w*(?:passw(?:or)?d|passphrase|pwd)$/i.test(name))) return false;
  const given = new RegExp(String.raw`(?<![\w$])${escapedForRegex(head.name)}\s*\(\s*[\w$@]`);
  const calls = withoutComments(linesThatCall(lines, head.name)).filter((line) => given.test(line));
  // One of these lines declares the function.
  return calls.length > 1 && !someLine(lines, CIPHERS);
}

/** A cipher gets its mode within this many lines after it is made. */
const LINES_OF_MODE = 14;
const DECRYPTS = /\bDECRYPT_MODE\b/;
const ENCRYPTS = /\bENCRYPT_MODE\b/;

/** `cipher.init(Cipher.DECRYPT_MODE, key)`: whatever encrypted the data, it has been done. */
function isForOldData(lines: readonly string[], row: number): boolean {
  const after = lines.slice(row, row + LINES_OF_MODE);
  const mode = after.find((line) => DECRYPTS.test(line) || ENCRYPTS.test(line));
  return mode !== undefined && !ENCRYPTS.test(mode);
}

const ONLY_READS = 'it only decrypts what is there';

/**
 * Whether the function around decrypts by its name, and none of the file encrypts: another program made the data, and
 * its format decides the cipher and the key.
 */
function isReader(lines: readonly string[], row: number): boolean {
  const name = headAround(lines, row)?.name;
  return name !== undefined && /decrypt|decipher|decode/i.test(name) && !someLine(lines, DECLARES_WRITER);
}

/** A function whose name says that it encrypts: `def encrypt(data)`, `public byte[] Encrypt(`, `const encode = (`. */
const DECLARES_WRITER = new RegExp(
  String.raw`^\s*(?:[\w.<>[\]?]+\s+){0,5}(?:\([^)]*\)\s*)?\w*(?:encrypt|encipher|encode)\w*\s*` +
    String.raw`(?:\(|=\s*(?:async\b|function\b|\())`,
  'i',
);

/** `def ecb_encrypt(data, key)`: one of several modes, which its callers choose by its name. */
const isNamedAfterMode = (lines: readonly string[], row: number): boolean =>
  /ecb/i.test(headAround(lines, row)?.name ?? '');

const BROKEN = String.raw`["'](?:3?des|des-?ede3?|triple-?des|tdes|rc[24]|arcfour|blowfish|idea|cast5|ecb)["']`;
/** `if kind == "DES"`, `case 'rc4':`, `"DES".equals(kind)` */
const NAMES_BROKEN = new RegExp(
  String.raw`\b(?:case|when)\s+${BROKEN}|={2,3}\s*${BROKEN}|${BROKEN}\s*={2,3}|equals(?:IgnoreCase)?\(\s*${BROKEN}|` +
    String.raw`${BROKEN}\s*\.equals`,
  'i',
);
const BETTER = /\baes|chacha|\bgcm\b/i;
const LINES_OF_BRANCH = 2;
const LINES_OF_CHOICE = 6;

/** Whether the program compares a name with that of the cipher, and makes a better one of another name. */
function isChosenByName(lines: readonly string[], row: number): boolean {
  const before = withoutComments(lines.slice(Math.max(0, row - 1 - LINES_OF_BRANCH), row));
  if (!before.some((line) => NAMES_BROKEN.test(line))) return false;
  const around = lines.slice(Math.max(0, row - 1 - LINES_OF_CHOICE), row + LINES_OF_CHOICE);
  return withoutComments(around).some((line) => BETTER.test(line));
}

/** Words by which authors say that a key is an old one, or hides something from a glance only. */
const OLD_KEY = /\blegacy|obfuscat|backwards?[- ]compatib/i;
const LINES_OF_COMMENT = 30;

const isKeptForOld = (lines: readonly string[], row: number): boolean =>
  lines.slice(Math.max(0, row - LINES_OF_COMMENT), row).some((line) => OLD_KEY.test(line));

/** Code of Java and Kotlin that uses a key. */
const USES_KEY = /\b(?:Cipher|Mac)\.getInstance\(|\b(?:SecretKeySpec|PBEParameterSpec|SealedObject)\(/;
const TAKES_BYTES = /\.(?:getEncoded\(\)|encoded\b)/;

/** Whether a password is hashed, to be kept or compared: its file takes the bytes of the hash, and uses no key. */
function isHashed(lines: readonly string[], row: number): boolean {
  if (!/\bPBEKeySpec\(/.test(lines[row - 1] ?? '')) return false;
  return someLine(lines, TAKES_BYTES) && !someLine(lines, USES_KEY);
}

/** A script of Ruby that brings its own packages shows a mistake, and its application ends with it. */
const isThrownAway = (lines: readonly string[]): boolean =>
  lines.slice(0, 60).some((line) => /^\s*require ['"]bundler\/inline['"]/.test(line));

/** Whether Java's own way says that the cipher is meant, to another analyser: the author has looked at it. */
const isMeant = (lines: readonly string[], row: number): boolean =>
  lines
    .slice(Math.max(0, row - 3), row)
    .some((line) => /@SuppressWarnings\([^)]*(?:S5542|S5547|weak-crypto)/.test(line));

/** `JWT.decode(token, key, true, …)` of Ruby. */
const DECODES_VERIFIED = /\bJWT\.decode\((?:[^()]|\([^()]*\))*,\s*true\b/;

/** Whether the file verifies tokens, too: the issuer has to be read first, whose key is used. */
const isVerifiedAgain = (lines: readonly string[], row: number): boolean =>
  rowsOfCalls(lines, 'decode').some(
    (other) => other !== row - 1 && DECODES_VERIFIED.test(statementAt(lines, placeOf(other + 1, 1))),
  );

/** Methods of PHP that read a document. */
const LOADS = /(?:->|::)\s*load(?:XML|HTML|HTMLFile)?\s*\(/;

/** `$this->dom->substituteEntities = true` in a file that builds a document, and reads none. */
const loadsNothing = (file: string, lines: readonly string[], row: number): boolean =>
  file.endsWith('.php') && /\bsubstituteEntities\b/.test(lines[row - 1] ?? '') && !someLine(lines, LOADS);

const LINES_OF_CONDITION = 4;

/** Whether another branch refuses clients without certificates: it is a server, which clients connect to. */
const asksClients = (lines: readonly string[], row: number): boolean => {
  const beside = withoutComments(lines.slice(Math.max(0, row - 1 - LINES_OF_CONDITION), row + LINES_OF_CONDITION));
  return beside.some((line) => /FAIL_IF_NO_PEER_CERT\b/.test(line)) && beside.some((line) => /\belse\b/.test(line));
};

/** Protocols that ask for a cipher which is broken today. Whoever speaks them has no other choice. */
const OLD_PROTOCOL = /ntlm|ms_?chap|lan_?man|lm_?hash|(?:^|[^a-z])(?:vnc|rfb)(?:[^a-z]|$)/i;
const LINES_AROUND = 30;

function isOfProtocol(file: string, lines: readonly string[], row: number): boolean {
  const near = lines.slice(Math.max(0, row - 1 - LINES_AROUND), row + LINES_AROUND);
  return OLD_PROTOCOL.test(file) || near.some((line) => OLD_PROTOCOL.test(line));
}

/** The block cipher alone, without padding: what other modes, and functions with a key, are made of. */
const isOneBlock = (lines: readonly string[], row: number): boolean =>
  /\bEVP_\w+_ecb\b/.test(lines[row - 1] ?? '') &&
  withoutComments(lines.slice(row - 1, row + 3)).some((line) =>
    /\bEVP_CIPHER_CTX_set_padding\([^;]*,\s*0\s*\)/.test(line),
  );

const LINES_OF_RANDOM = 15;

/**
 * `RandomNumberGenerator.Fill(iv); … aes.EncryptEcb(iv, …)` of C#: no two blocks of fresh random bytes are alike, and
 * the mode shows no pattern. The last line before the call that names the bytes has to fill them, in any case.
 */
function isOfRandom(lines: readonly string[], at: Weakness['at']): boolean {
  const row = lineOf(at);
  const line = lines[row - 1] ?? '';
  const name = /\bEncryptEcb\(\s*(\w+)\s*,/.exec(line.slice(columnOf(at) - 1))?.[1];
  if (name === undefined) return false;
  const above = withoutComments(lines.slice(Math.max(0, row - 1 - LINES_OF_RANDOM), row - 1));
  const named = new RegExp(String.raw`\b${name}\b`);
  const last = above.findLastIndex((each) => named.test(each));
  const after = [...above.slice(last), line].filter((each) => each.trim() !== '');
  if (last < 0 || after.some((each) => indentOf(each) < indentOf(above[last]!))) return false;
  const filled = String.raw`^\s*(?:[\w.]+\.(?:Fill|GetBytes|GetNonZeroBytes)\(\s*${name}\s*\)`;
  const made = String.raw`(?:[\w<>[\]]+\s+)?${name}\s*=\s*RandomNumberGenerator\.GetBytes\([^()]*\))\s*;`;
  return new RegExp(`${filled}|${made}`).test(above[last]!);
}
