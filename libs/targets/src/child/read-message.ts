import { plainText } from '@assay/source-text';
import { type Fields, MalformedMessage, asFields, count, line, list } from '../site/browser/untrusted-json';
import type { AcquiredFacts, SentError, TargetMessage } from './target-job';

const MAX_TEXT = 1_000;
const MAX_LEFT_OUT = 1_000;

/**
 * Reads one line of the process that read a target, which the target may have taken over. Only the fields of a message
 * are read, and each must have the right type and is bounded.
 * @throws MalformedMessage
 */
export function readMessage(text: string): TargetMessage {
  const message = asFields(parse(text));
  switch (message['kind']) {
    case 'progress':
      return { kind: 'progress', progress: numbersOf(asFields(message['progress'])) };
    case 'done':
      return { kind: 'done', facts: readFacts(asFields(message['facts'])) };
    case 'failed':
      return { kind: 'failed', error: readError(asFields(message['error'])) };
    default:
      throw new MalformedMessage(text);
  }
}

/** @throws MalformedMessage */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new MalformedMessage(text);
  }
}

const TEXTS = ['name', 'digest', 'version', 'integrity', 'identifier', 'committedAt'] as const;

function readFacts(facts: Fields): AcquiredFacts {
  return {
    leftOut: list(facts, 'leftOut', MAX_LEFT_OUT, (entry) => ({
      path: line(entry, 'path', MAX_TEXT),
      reason: line(entry, 'reason', MAX_TEXT),
      count: count(entry, 'count'),
    })),
    ...Object.fromEntries(
      TEXTS.filter((key) => facts[key] !== undefined).map((key) => [key, line(facts, key, MAX_TEXT)]),
    ),
    ...(facts['commit'] !== undefined && { commit: commitId(facts) }),
  };
}

/** It is asked for by this id when the target is brought in again. */
function commitId(facts: Fields): string {
  const id = line(facts, 'commit', 64);
  if (!/^([0-9a-f]{40}|[0-9a-f]{64})$/.test(id)) throw new MalformedMessage('a commit whose id is none');
  return id;
}

const numbersOf = (fields: Fields): Readonly<Record<string, number>> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter((field): field is [string, number] => typeof field[1] === 'number')
      .slice(0, 10)
      .map(([key, value]) => [plainText(key, 50), value]),
  );

function readError(error: Fields): SentError {
  const fields = Object.entries(asFields(error['fields'])).filter(
    (field): field is [string, string | number] => typeof field[1] === 'string' || typeof field[1] === 'number',
  );
  return {
    name: line(error, 'name', 100),
    message: line(error, 'message', 2_000),
    fields: Object.fromEntries(fields.slice(0, 20)),
  };
}
