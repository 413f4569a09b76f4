import type { Problem } from '../../kit/per-file';
import { proxyToChosenHost } from './chosen-host';
import { type Directive, directivesOf } from './directives';
import { anyOriginWithCredentials, headersLost } from './headers';
import { type Level, levelsOf } from './levels';
import { aliasLeadsOut, lineBreakInAnswer } from './paths';

/** Blocks that only nginx has. */
const BLOCKS: ReadonlySet<string> = new Set(['http', 'server', 'location', 'upstream', 'map', 'stream']);

const isNginx = (directives: readonly Directive[]): boolean =>
  directives.some(({ name, block }) => block !== undefined && BLOCKS.has(name));

function oldProtocols({ own }: Level): Problem[] {
  return own.flatMap(({ name, args, line }): Problem[] => {
    const old = name === 'ssl_protocols' ? args.filter((each) => /^(?:SSLv[23]|TLSv1(?:\.[01])?)$/.test(each)) : [];
    if (old.length === 0) return [];
    const message = `${old.join(', ')} may be used`;
    return [{ rule: 'old-tls-version', line, message, ...(!/SSL/.test(message) && { severity: 'low' as const }) }];
  });
}

function anyProxyTrusted({ own }: Level): Problem[] {
  return own.flatMap(({ name, args: [network], line }): Problem[] =>
    name === 'set_real_ip_from' && /^(?:0\.0\.0\.0\/0|::\/0)$/.test(network ?? '')
      ? [{ rule: 'any-proxy-trusted', line, message: 'Whoever connects says himself which address he comes from' }]
      : [],
  );
}

const RULES: readonly ((level: Level) => Problem[])[] = [
  aliasLeadsOut,
  lineBreakInAnswer,
  proxyToChosenHost,
  headersLost,
  anyOriginWithCredentials,
  oldProtocols,
  anyProxyTrusted,
];

/** The address of a visitor decides something, or goes to a program that may decide by it. */
const DECIDES_BY_ADDRESS = new RegExp(
  String.raw`^\s*(?:(?:limit_req|limit_conn|allow|deny|geo)\s|` +
    String.raw`(?:proxy_set_header|\w+_param)\s[^;\n]*\$(?:remote_addr|proxy_add_x_forwarded_for)\b)`,
  'm',
);

/** The faults of a configuration of nginx; undefined for any other text. */
export function faultsOfNginx(text: string): Problem[] | undefined {
  const directives = directivesOf(text);
  if (directives === undefined || !isNginx(directives)) return undefined;
  const found = levelsOf(directives).flatMap((level) => RULES.flatMap((rule) => rule(level)));
  return found.filter(({ rule }) => rule !== 'any-proxy-trusted' || DECIDES_BY_ADDRESS.test(text));
}
