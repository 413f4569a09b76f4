import { extname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { type SandboxEnd, type SandboxedProcess, OverlongLine, readLines, startSandboxed } from '@assay/sandbox';
import { TargetUnreadable } from '../../staging/errors';
import { MalformedMessage } from '../browser/untrusted-json';
import type { Answers, PageQuestion, Question, RobotsQuestion, SitemapQuestion } from './questions';
import { MAX_LINE_BYTES, readAnswer } from './read-answer';

/**
 * Parses what a site sent, in a process of its own: without network, with limited time and memory. It is started when
 * it is first needed, and once more after bytes that broke it.
 */
export interface SiteParser {
  /** @throws TargetUnreadable if the bytes broke the process, the signal's reason; as do the others */
  page(html: string, question: PageQuestion): Promise<Answers['page']>;
  robots(text: string, question: RobotsQuestion): Promise<Answers['robots']>;
  sitemap(bytes: Buffer, question: SitemapQuestion): Promise<Answers['sitemap']>;
  /** Ends the process. */
  close(): Promise<void>;
}

interface SiteParserOptions {
  /** A folder that exists. The process sees another in its place, in memory. */
  readonly folder: string;
  /** Milliseconds for one question. Default: 30,000. */
  readonly time?: number;
  /** Default: 1,000. */
  readonly memoryMb?: number;
  readonly signal: AbortSignal;
}

const HOST = join(__dirname, `parser-host${extname(__filename)}`);
const TIME = 30_000;
/** A sitemap may unpack to 50 MB, and each character takes two bytes and more. */
const MEMORY_MB = 1_000;
/** Milliseconds after which the process ends in any case. A site is observed for less. */
const LIFETIME = 3_600_000;

interface Running {
  readonly child: SandboxedProcess;
  readonly input: PassThrough;
  readonly lines: AsyncGenerator<string, void, void>;
}

export const openSiteParser = (options: SiteParserOptions): SiteParser => new ParserProcess(options);

class ParserProcess implements SiteParser {
  private running: Running | undefined;
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: SiteParserOptions) {}

  page(html: string, question: PageQuestion): Promise<Answers['page']> {
    return this.ask({ kind: 'page', ...question }, question.url, Buffer.from(html));
  }

  robots(text: string, question: RobotsQuestion): Promise<Answers['robots']> {
    return this.ask({ kind: 'robots', ...question }, `${question.origin}/robots.txt`, Buffer.from(text));
  }

  sitemap(bytes: Buffer, question: SitemapQuestion): Promise<Answers['sitemap']> {
    return this.ask({ kind: 'sitemap', ...question }, question.url, bytes);
  }

  async close(): Promise<void> {
    await this.last;
    if (this.running) await this.stop(this.running);
  }

  /** One question after the other: their answers come in that order. */
  private ask<Kind extends Question['kind']>(
    question: Extract<Question, { kind: Kind }>,
    subject: string,
    bytes: Buffer,
  ): Promise<Answers[Kind]> {
    const answer = this.last.then(() => this.askNow(question, subject, bytes));
    this.last = answer.catch(() => undefined); // the caller gets the error
    return answer;
  }

  private async askNow<Kind extends Question['kind']>(
    question: Extract<Question, { kind: Kind }>,
    subject: string,
    bytes: Buffer,
  ): Promise<Answers[Kind]> {
    const { signal, time = TIME } = this.options;
    signal.throwIfAborted();
    const parser = (this.running ??= await this.start());
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      parser.child.stop();
    }, time);
    try {
      parser.input.write(`${JSON.stringify({ question, bytes: bytes.length })}\n`);
      parser.input.write(bytes);
      const line = await parser.lines.next();
      if (!line.done) return readAnswer(question, line.value);
      await parser.child.ended; // how it ended by itself, which the time for the question bounds
    } catch (error) {
      await this.stop(parser);
      signal.throwIfAborted();
      throwUnlessClosed(error, subject);
    } finally {
      clearTimeout(timer);
    }
    const end = await this.stop(parser);
    signal.throwIfAborted();
    throw new TargetUnreadable(
      subject,
      late ? `it was not read within ${time.toLocaleString('en')} ms` : this.reason(end),
    );
  }

  private async start(): Promise<Running> {
    const { folder, memoryMb = MEMORY_MB, signal } = this.options;
    const input = new PassThrough();
    const options = { script: HOST, cwd: folder, scratchMb: 1, timeout: LIFETIME, memoryMb, input, signal };
    const child = await startSandboxed(options);
    return { child, input, lines: readLines(child.results, MAX_LINE_BYTES) };
  }

  private async stop({ child, input }: Running): Promise<SandboxEnd> {
    this.running = undefined;
    child.stop();
    input.destroy();
    child.results.destroy();
    return child.ended;
  }

  private reason(end: SandboxEnd): string {
    const { memoryMb = MEMORY_MB } = this.options;
    return end.kind === 'out-of-memory'
      ? `it needs more than ${memoryMb.toLocaleString('en')} MB of memory to be read`
      : `it broke the process that reads it (${end.kind === 'exited' ? `code ${end.code}` : end.kind})`;
  }
}

/** Does nothing if the pipe itself was closed, because a process that was left behind held it open. */
function throwUnlessClosed(error: unknown, subject: string): void {
  if (error instanceof MalformedMessage || error instanceof OverlongLine)
    throw new TargetUnreadable(subject, `it broke the process that reads it (${error.message})`, { cause: error });
  if (!['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
}
