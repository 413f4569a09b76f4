import { messageOf } from '@assay/kernel';
import OpenAI, { APIConnectionError, APIConnectionTimeoutError, APIError, APIUserAbortError } from 'openai';
import type { Brief } from '../domain/brief';
import type { LanguageModel } from './language-model';
import { ModelFailed } from './language-model';
import type { IssueBrief } from '../domain/issue-help';
import { instructions, issueInstructions, issuePromptOf, promptOf } from './model-prompt';

/** The most characters of an answer. A whole draft takes a tenth of it. */
const LONGEST_ANSWER = 64 * 1024;
const LONGEST_IN_TOKENS = 4_000;
const RETRIES = 2;

interface Prompt {
  readonly system: string;
  readonly user: string;
}

interface Server {
  readonly url: string;
  readonly name: string;
  readonly key: string | undefined;
  /** Milliseconds for all tries of one report. */
  readonly timeout: number;
}

/**
 * A client of any server with OpenAI's chat completions. It reads the answer as it streams, up to the longest allowed.
 */
export class OpenAiModel implements LanguageModel {
  readonly kind = 'model';
  readonly name: string;
  private readonly client: OpenAI;
  private readonly timeout: number;

  constructor({ url, name, key, timeout }: Server) {
    this.name = name;
    this.timeout = timeout;
    this.client = new OpenAI({ baseURL: url, apiKey: key ?? 'none', maxRetries: RETRIES, timeout, logLevel: 'off' });
  }

  write(brief: Brief): Promise<unknown> {
    return this.draft({ system: instructions(brief), user: promptOf(brief) });
  }

  writeIssues(brief: IssueBrief): Promise<unknown> {
    return this.draft({ system: issueInstructions(brief), user: issuePromptOf(brief) });
  }

  private async draft(prompt: Prompt): Promise<unknown> {
    const deadline = AbortSignal.timeout(this.timeout);
    try {
      return draftIn(await this.answer(prompt, deadline));
    } catch (error) {
      throw error instanceof ModelFailed ? error : failureOf(error, deadline);
    }
  }

  private async answer({ system, user }: Prompt, signal: AbortSignal): Promise<string> {
    const stream = await this.client.chat.completions.create(
      {
        model: this.name,
        stream: true,
        temperature: 0,
        max_tokens: LONGEST_IN_TOKENS,
        response_format: { type: 'json_object' },
        messages: [
          { role: 'system', content: system },
          { role: 'user', content: user },
        ],
      },
      { signal },
    );
    let answer = '';
    for await (const { choices } of stream) {
      const [choice] = choices;
      if (choice?.delta.refusal || choice?.finish_reason === 'content_filter')
        throw new ModelFailed('refused', 'the model refused to answer');
      answer += choice?.delta.content ?? '';
      if (answer.length > LONGEST_ANSWER) throw new ModelFailed('too_long', 'the model did not come to an end');
      if (choice?.finish_reason === 'length') throw new ModelFailed('too_long', "the model's answer was cut");
    }
    // An aborted stream ends without an error.
    signal.throwIfAborted();
    return answer;
  }
}

/** Some servers put JSON into a Markdown fence in spite of the instructions. */
const FENCE = /^\s*```(?:json)?\s*\n([\s\S]*?)\n\s*```\s*$/;

function draftIn(answer: string): unknown {
  try {
    return JSON.parse(FENCE.exec(answer)?.[1] ?? answer) as unknown;
  } catch (error) {
    throw new ModelFailed('unreadable', "the model's answer is no JSON", { cause: error });
  }
}

function failureOf(error: unknown, deadline: AbortSignal): ModelFailed {
  const told = messageOf(error);
  if (deadline.aborted || error instanceof APIConnectionTimeoutError || error instanceof APIUserAbortError)
    return new ModelFailed('timed_out', 'the model did not answer in time', { cause: error });
  if (error instanceof APIConnectionError)
    return new ModelFailed('unreachable', `the model's server cannot be reached: ${told}`, { cause: error });
  if (error instanceof APIError && error.status !== undefined)
    return new ModelFailed(error.status < 500 ? 'refused' : 'unreachable', `the model's server says ${told}`, {
      cause: error,
    });
  return new ModelFailed('unreadable', `the model's answer cannot be read: ${told}`, { cause: error });
}
