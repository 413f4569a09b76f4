type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** A number of seconds that is larger is no span but a time since 1970. */
const SPAN_OR_TIME = 1_000_000_000;

/**
 * How many milliseconds an answer asks to wait: by `Retry-After`, in seconds or as a date, or, where nothing remains of
 * a limit, by when the limit begins again (`x-ratelimit-reset`, `ratelimit-reset`, in seconds from now or since 1970).
 * Undefined if it asks for nothing.
 */
export function retryAfter(headers: Headers, now: Date): number | undefined {
  const waits = [waitOf(textOf(headers['retry-after']), now)];
  for (const prefix of ['x-ratelimit', 'ratelimit'])
    if (textOf(headers[`${prefix}-remaining`]) === '0') waits.push(waitOf(textOf(headers[`${prefix}-reset`]), now));
  const asked = waits.filter((wait) => wait !== undefined);
  return asked.length === 0 ? undefined : Math.max(...asked);
}

const textOf = (header: string | string[] | undefined): string | undefined =>
  (Array.isArray(header) ? header[0] : header)?.trim();

function waitOf(text: string | undefined, now: Date): number | undefined {
  if (text === undefined || text === '') return undefined;
  if (/^\d{1,12}(\.\d+)?$/.test(text)) {
    const seconds = Number(text);
    return Math.ceil(Math.max(0, seconds >= SPAN_OR_TIME ? seconds * 1_000 - now.getTime() : seconds * 1_000));
  }
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now.getTime());
}
