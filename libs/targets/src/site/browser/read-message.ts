import type { LighthouseRecord, Observed, PageElement, PageRecord } from '@assay/target-records';
import { BOUNDS, type BrowserMessage } from './browser-job';
import {
  type Fields,
  MalformedMessage,
  asFields,
  count,
  line,
  list,
  oneOf,
  optionalLine,
  score,
} from './untrusted-json';

/**
 * Reads one line from a process that ran hostile pages. Only the fields of a record are read. Each must have the right
 * type and is bounded.
 * @throws MalformedMessage
 */
export function readMessage(text: string): BrowserMessage {
  const message = asFields(parse(text));
  switch (message['kind']) {
    case 'browser':
      return { kind: 'browser', name: line(message, 'name', 100), version: line(message, 'version', 100) };
    case 'loaded':
      return { kind: 'loaded', finalUrl: line(message, 'finalUrl', BOUNDS.url) };
    case 'runtime':
      return { kind: 'runtime', value: observed(message, readRuntime) };
    case 'coverage':
      return { kind: 'coverage', value: observed(message, readCoverage) };
    case 'axe':
      return { kind: 'axe', value: observed(message, readAxe) };
    case 'report':
      return { kind: 'report', value: observed(message, readReport) };
    case 'failed':
      return { kind: 'failed', reason: line(message, 'reason', BOUNDS.text) };
    default:
      throw new MalformedMessage(text);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new MalformedMessage(text);
  }
}

function observed<Value>(message: Fields, read: (value: Fields) => Value): Observed<Value> {
  const value = asFields(message['value']);
  if ('observed' in value) return { observed: read(asFields(value['observed'])) };
  return { missing: line(value, 'missing', BOUNDS.text), because: oneOf(value, 'because', ['skipped', 'failed']) };
}

type Seen<Part> = Part extends { readonly observed: infer Value } ? Value : never;

const readAxe = (axe: Fields): Seen<PageRecord['axe']> => ({
  version: line(axe, 'version', 50),
  violations: list(axe, 'violations', BOUNDS.violations, (violation) => ({
    rule: line(violation, 'rule', 100),
    impact: oneOf(violation, 'impact', ['minor', 'moderate', 'serious', 'critical']),
    help: line(violation, 'help', BOUNDS.text),
    elements: list(violation, 'elements', BOUNDS.elements, readElement),
    more: count(violation, 'more'),
  })),
});

const readElement = (element: Fields): PageElement => ({
  html: line(element, 'html', BOUNDS.markup),
  selector: line(element, 'selector', BOUNDS.text),
});

const readRuntime = (runtime: Fields): Seen<PageRecord['runtime']> => ({
  exceptions: list(runtime, 'exceptions', BOUNDS.messages, readRuntimeMessage),
  consoleErrors: list(runtime, 'consoleErrors', BOUNDS.messages, readRuntimeMessage),
  // The browser cannot tell whether the guard refused a request. The proxy adds that later.
  failedRequests: list(runtime, 'failedRequests', BOUNDS.requests, (request) => ({
    url: line(request, 'url', BOUNDS.url),
    kind: line(request, 'kind', 50),
    reason: line(request, 'reason', BOUNDS.text),
    refused: false,
  })),
  more: count(runtime, 'more'),
});

function readRuntimeMessage(message: Fields): { message: string; url?: string; line?: number } {
  const url = optionalLine(message, 'url', BOUNDS.url);
  return {
    message: line(message, 'message', BOUNDS.text),
    ...(url !== undefined && { url }),
    ...(message['line'] !== undefined && { line: count(message, 'line') }),
  };
}

const readCoverage = (coverage: Fields): Seen<PageRecord['coverage']> => ({
  files: list(coverage, 'files', BOUNDS.files, (file) => {
    const bytes = count(file, 'bytes');
    return {
      url: line(file, 'url', BOUNDS.url),
      type: oneOf(file, 'type', ['css', 'js']),
      bytes,
      usedBytes: Math.min(bytes, count(file, 'usedBytes')),
    };
  }),
});

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

function readReport(report: Fields): Seen<LighthouseRecord['report']> {
  const scores = asFields(report['scores']);
  const scoreOf = (name: (typeof CATEGORIES)[number]) => (scores[name] === null ? null : score(scores, name));
  return {
    version: line(report, 'version', 50),
    scores: {
      performance: scoreOf('performance'),
      accessibility: scoreOf('accessibility'),
      'best-practices': scoreOf('best-practices'),
      seo: scoreOf('seo'),
    },
    audits: list(report, 'audits', BOUNDS.audits, (audit) => {
      const displayValue = optionalLine(audit, 'displayValue', BOUNDS.text);
      return {
        id: line(audit, 'id', 100),
        category: oneOf(audit, 'category', CATEGORIES),
        title: line(audit, 'title', BOUNDS.text),
        score: score(audit, 'score'),
        ...(displayValue !== undefined && { displayValue }),
        items: list(audit, 'items', BOUNDS.items, (item) =>
          'url' in item ? { url: line(item, 'url', BOUNDS.url) } : readElement(item),
        ),
        more: count(audit, 'more'),
      };
    }),
  };
}
