import type { Expression, Place } from '../../ir';
import { type Syntax, field, kindOf, meaningful } from '../syntax';

/** Resolves the names of types in a file: by the namespaces that it uses, and its aliases. */
export class CsharpNames {
  readonly usings: string[] = [];
  private readonly aliases = new Map<string, string>();
  private readonly known = new Map<string, string>();

  /** `using A.B;`, `using C = A.B.C;` @returns the namespace that every file of the project uses, if it is one */
  use(node: Syntax): string | undefined {
    const written = node.text();
    const alias = field(node, 'name');
    const name = meaningful(node).at(-1);
    if (!name) return undefined;
    if (alias) this.aliases.set(alias.text(), plainName(name.text()));
    else if (!/^(?:global\s+)?using\s+static\b/.test(written)) this.usings.push(plainName(name.text()));
    return /^global\b/.test(written) && !alias ? plainName(name.text()) : undefined;
  }

  /** `IO.File.Delete`, after `using IO = System.IO;`, with the name for which the alias stands. */
  inFull(written: string): string {
    const end = written.indexOf('.');
    const alias = end < 0 ? undefined : this.aliases.get(written.slice(0, end));
    return alias === undefined ? written : `${alias}${written.slice(end)}`;
  }

  /**
   * The whole names that a type may have, the nearest ones first, separated by bars.
   * @param around the whole name of the class or namespace in which it is written
   */
  typeNamed(name: string, around: string): string {
    const key = `${around} ${name}`;
    const found = this.known.get(key) ?? this.candidates(name, around).join('|');
    this.known.set(key, found);
    return found;
  }

  private candidates(name: string, around: string): string[] {
    const [first, ...rest] = name.split('.');
    const alias = this.aliases.get(first!);
    if (alias !== undefined) return [[alias, ...rest].join('.')];
    const parts = around === '' ? [] : around.split('.');
    const inner = parts.map((_, index) => [...parts.slice(0, parts.length - index), name].join('.'));
    return [...inner, ...this.usings.map((namespace) => `${namespace}.${name}`), name];
  }
}

/** `global::A.B<C>` is `A.B`. */
export const plainName = (name: string): string =>
  name
    .replace(/^global::/, '')
    .replace(/<.*$/s, '')
    .replace(/\s+/g, '');

/** A type by the whole names that it may have, for `csharpOf` to find. */
export const typeImport = (names: string, at: Place): Expression => ({ kind: 'import', module: `class ${names}`, at });

/** Namespaces of .NET and of its common libraries: what follows them in a name is a type. */
const ROOTS = /^(?:System|Microsoft|Newtonsoft|Windows|Dapper|MySql|Npgsql)$/;
const PARTS = new RegExp(
  `^(?:${[
    'System|Microsoft|Newtonsoft|Windows|IO|Net|Http|Headers|Mail|Sockets|Security|Cryptography|X509Certificates|Xml',
    'Pkcs|Principal|Claims|Authentication|Text|Json|Encodings|RegularExpressions|Diagnostics|Data|SqlClient|OleDb|Odbc',
    'Common|Entity|Collections|Generic|Concurrent|Specialized|Linq|XPath|Xsl|Schema|Serialization|Threading|Tasks',
    'Runtime|InteropServices|CompilerServices|Formatters|Binary|Soap|Reflection|Emit|Globalization|Web|Mvc|UI',
    'WebControls|HtmlControls|Script|Hosting|Configuration|ComponentModel|DataAnnotations|DirectoryServices|Protocols',
    'Drawing|Imaging|Compression|Buffers|Numerics|Win32|AspNetCore|AspNet|EntityFrameworkCore|Extensions|Caching',
    'Sqlite|CodeAnalysis|CSharp|Scripting|IdentityModel|Tokens|Jwt|Infrastructure|Routing|Filters|Converters|Bson',
    'MySqlClient|MySql|Npgsql|Dapper|Messaging|ServiceModel|Management|Automation|Pipes|Resources|Dynamic|CodeDom',
    'Compiler|Features|WebUtilities|Html|Identity|DataProtection|Cors|Builder|ModelBinding|Rendering|Razor|RazorPages',
  ].join('|')})$`,
);

/**
 * `System.IO.File` where it is written in full: the whole name of the type, and the names that follow it.
 * @param parts names that are joined by dots
 */
export function typeInFull(parts: readonly string[]): { readonly type: string; readonly rest: number } | undefined {
  if (!ROOTS.test(parts[0] ?? '')) return undefined;
  const end = parts.findIndex((part) => !PARTS.test(part));
  return end <= 0 ? undefined : { type: parts.slice(0, end + 1).join('.'), rest: end + 1 };
}

/** Types that hold one value or none of another type. */
const WRAPPERS = /^(?:Task|ValueTask|ActionResult|Nullable|Lazy)$/;

/** The name of a type, without its arguments; undefined for arrays, tuples and what the compiler finds out. */
export function typeName(type: Syntax | undefined): string | undefined {
  switch (type && kindOf(type)) {
    case 'identifier':
    case 'predefined_type':
    case 'qualified_name':
    case 'alias_qualified_name':
      return plainName(type!.text());
    case 'generic_name': {
      const [name, args] = meaningful(type!);
      const inner = WRAPPERS.test(name?.text() ?? '') && args ? meaningful(args)[0] : undefined;
      return inner ? typeName(inner) : name?.text();
    }
    case 'nullable_type':
    case 'ref_type':
    case 'scoped_type':
      return typeName(field(type!, 'type') ?? meaningful(type!)[0]);
    default:
      return undefined;
  }
}

/** The names of the places of a tuple; undefined for another type, and where no place has a name. */
export function placesOf(type: Syntax | undefined): readonly (string | undefined)[] | undefined {
  const parts = type ? meaningful(type) : [];
  if (type && kindOf(type) === 'nullable_type') return placesOf(field(type, 'type') ?? parts[0]);
  if (type && kindOf(type) === 'generic_name')
    return WRAPPERS.test(parts[0]!.text()) && parts[1] ? placesOf(meaningful(parts[1])[0]) : undefined;
  if (!type || kindOf(type) !== 'tuple_type') return undefined;
  const names = parts.map((part) => field(part, 'name')?.text());
  return names.some((name) => name !== undefined) ? names : undefined;
}

/** Types whose values no text fits into. */
export const NUMBER_TYPE = new RegExp(
  `^(?:${[
    's?byte|u?short|u?int|u?long|nu?int|float|double|decimal|bool|U?Int(?:16|32|64)|Boolean|Double|Single|Decimal',
    'Guid|DateTime(?:Offset)?|DateOnly|TimeOnly|TimeSpan',
  ].join('|')})$`,
);

const COLLECTION = /^I?(?:ReadOnly)?(?:Enumerable|Collection|List|Set)$|^HashSet$/;

/** Whether a type is a collection of numbers: `List<int>`, `Guid[]`. Many bytes are a text. */
export function holdsNumbers(type: Syntax | undefined): boolean {
  const parts = type ? meaningful(type) : [];
  const kind = type && kindOf(type);
  if (kind === 'nullable_type') return holdsNumbers(field(type!, 'type') ?? parts[0]);
  const isCollection = kind === 'generic_name' && COLLECTION.test(parts[0]?.text() ?? '');
  const given = isCollection && parts[1] ? meaningful(parts[1]) : [];
  const [element] = kind === 'array_type' ? [field(type!, 'type') ?? parts[0]] : given;
  const name = typeName(element);
  return name !== undefined && NUMBER_TYPE.test(name) && !/^s?byte$/.test(name);
}

/** Whether code is compiled for debugging alone: `#if DEBUG`. */
const isForDebugging = (node: Syntax): boolean =>
  kindOf(node) === 'preproc_if' && field(node, 'condition')?.text() === 'DEBUG';

/** The members or statements of a list, with those that the preprocessor may leave out, but not those for debugging. */
export function unconditional(nodes: readonly Syntax[]): Syntax[] {
  return nodes.flatMap((node): Syntax[] => {
    if (!/^preproc_(?:if|elif|else)$/.test(kindOf(node))) return kindOf(node).startsWith('preproc_') ? [] : [node];
    const inside = meaningful(node).slice(kindOf(node) === 'preproc_else' ? 0 : 1);
    const kept = isForDebugging(node) ? inside.filter((child) => kindOf(child).startsWith('preproc_')) : inside;
    return unconditional(kept);
  });
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '0': '\0', e: '\u001b' };

/** The text of a literal as it is written: plain, verbatim or raw. */
export function textOfLiteral(written: string): string {
  const raw = /^"{3,}/.exec(written)?.[0].length;
  if (raw !== undefined) return written.slice(raw, -raw).replace(/(?:u8)$/, '');
  if (written.startsWith('@')) return written.slice(2, -1).replaceAll('""', '"');
  return unescaped(written.replace(/"u8$/, '"').slice(1, -1));
}

export const unescaped = (text: string): string =>
  text.replace(/\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{1,4})|(.))/gs, (_, one?: string, two?: string, letter?: string) =>
    letter === undefined ? String.fromCharCode(Number.parseInt((one ?? two)!, 16)) : (ESCAPES[letter] ?? letter),
  );
