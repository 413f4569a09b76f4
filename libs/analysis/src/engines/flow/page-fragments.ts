import type { Flow } from './interpret/run';
import { firstStep } from './interpret/values';
import { lineOf } from './ir';
import { isPage } from './lower/java/jsp';

/** A server shows pages in this folder only where others include or forward to them. */
const HIDDEN = /(?:^|\/)WEB-INF\//;

/** `<jsp:include page="a.jsp">`, `<c:import url="a.jsp"/>`, `<%@ include file="a.jsp" %>` */
const INCLUDE = new RegExp(
  String.raw`<(?:(jsp:include|c:import)|%@\s{0,9}include)\s[^>]{0,300}?` +
    String.raw`\b(?:page|url|file)\s{0,9}=\s{0,9}["']([\w./-]{1,300}\.jspf?)["'][^>]{0,300}>`,
  'g',
);
/** `<jsp:param name="title" value="…"/>` */
const PARAMETER = /<\w+:param\s[^>]{0,300}?\bname\s{0,9}=\s{0,9}["']([\w.-]+)["']/g;
/** Longer lists of parameters are not read. */
const MAX_LIST = 10_000;

/** Reads of parameters of the request. */
const READ = /\bparam\s{0,9}(?:\.\s{0,9}(\w+)|\[\s{0,9}["']([\w.-]+)["'])|\bgetParameter\(\s{0,9}"([\w.-]+)"/g;

/** Parts of pages that get parameters of their own from the pages that include them. */
export class PageFragments {
  private found: ReadonlyMap<string, ReadonlySet<string>> | undefined;

  /**
   * @param files the files of the target
   * @param linesOf the lines of a file
   */
  constructor(
    private readonly files: readonly string[],
    private readonly linesOf: (file: string) => readonly string[],
  ) {}

  /** Whether the input is a parameter that each page which includes the fragment sets: a request cannot set it then. */
  isSet({ taint }: Flow): boolean {
    if (taint.label !== 'parameter of the request') return false;
    const { file, at } = firstStep(taint.step);
    if (!isPage(file) || !HIDDEN.test(file)) return false;
    const set = (this.found ??= this.setByIncluders()).get(file);
    if (set === undefined || set.size === 0) return false;
    const read = [...(this.linesOf(file)[lineOf(at) - 1] ?? '').matchAll(READ)];
    return read.length > 0 && read.every(([, dotted, indexed, called]) => set.has((dotted ?? indexed ?? called)!));
  }

  /** The parameters that all pages which include a fragment set, by fragment. */
  private setByIncluders(): ReadonlyMap<string, ReadonlySet<string>> {
    const pages = this.files.filter(isPage);
    const all = new Map<string, ReadonlySet<string>>();
    for (const page of pages) {
      const text = this.linesOf(page).join('\n');
      for (const include of text.matchAll(INCLUDE)) {
        const names = namesIn(include, text);
        for (const file of meantBy(page, include[2]!, pages)) {
          const before = all.get(file);
          all.set(file, before === undefined ? names : new Set([...before].filter((name) => names.has(name))));
        }
      }
    }
    return all;
  }
}

/** The names that stand between an include and its end, with values that are no parameters of the request. */
function namesIn(include: RegExpMatchArray, text: string): ReadonlySet<string> {
  const [tag, name] = include;
  // A page that is pasted in has the parameters of the request.
  if (name === undefined || tag.endsWith('/>')) return new Set();
  const begin = include.index! + tag.length;
  const list = text.slice(begin, begin + MAX_LIST).split(`</${name}`, 1)[0]!;
  const found = [...list.matchAll(PARAMETER)];
  const valueAt = (index: number) => list.slice(found[index]!.index, found[index + 1]?.index);
  return new Set(found.flatMap(([, each], index) => (valueAt(index).search(READ) === -1 ? [each!] : [])));
}

/** The pages that a path in a page may mean. */
function meantBy(page: string, path: string, pages: readonly string[]): readonly string[] {
  if (path.startsWith('/')) return pages.filter((each) => `/${each}`.endsWith(path));
  const folders = page.split('/').slice(0, -1);
  for (const part of path.split('/')) {
    if (part === '..') folders.pop();
    else if (part !== '.') folders.push(part);
  }
  return pages.filter((each) => each === folders.join('/'));
}
