import type { Settings } from '@assay/kernel';
import type { Transporter } from 'nodemailer';
import type { Channel, DeliveryOutcome, OutgoingMessage } from '../channel';
import type { Notice } from '../domain/notice';
import type { VerdictNews } from '../domain/verdict-news';
import { emailMessage } from './email-message';
import { messageTexts } from './message-texts';

/** Milliseconds. */
const CONNECT_TIME = 8_000;
const SILENCE = 12_000;

/**
 * Sends mail by the server that the operator names. The destination is the address, and each receiver gets a mail of
 * their own, so that a server that refuses one of them keeps it from no other.
 */
export class EmailChannel implements Channel {
  readonly kind = 'email';

  constructor(private readonly mail: Settings['mail']) {}

  async deliver({ id, destination, content }: OutgoingMessage, signal: AbortSignal): Promise<DeliveryOutcome> {
    if (this.mail === undefined)
      return { kind: 'skipped', reason: 'this service sends no mail: ASSAY_SMTP_URL and ASSAY_MAIL_FROM are not set' };
    const { from } = this.mail;
    const transport = this.transport(this.mail.url);
    const close = () => transport.close();
    signal.addEventListener('abort', close, { once: true });
    try {
      const sent = await transport.sendMail({
        from,
        // As an object it is taken for one address, whatever it holds.
        to: { name: '', address: destination },
        messageId: `<${id}@${domainOf(from)}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
        ...emailMessage(messageTexts(content as VerdictNews | Notice)),
      });
      return { kind: 'delivered', detail: String((sent as { response?: unknown }).response ?? 'accepted') };
    } catch (error) {
      return outcomeOf(error);
    } finally {
      signal.removeEventListener('abort', close);
      close();
    }
  }

  /** The library is loaded where the first mail is sent. */
  private transport(url: string): Transporter {
    const { createTransport } = require('nodemailer') as typeof import('nodemailer');
    return createTransport(withLimits(url), { disableFileAccess: true, disableUrlAccess: true });
  }
}

/** The limits are part of the address, as the library reads it; those that it names itself stay. */
function withLimits(text: string): string {
  const url = new URL(text);
  for (const [name, value] of [
    ['connectionTimeout', CONNECT_TIME],
    ['greetingTimeout', CONNECT_TIME],
    ['socketTimeout', SILENCE],
  ] as const)
    if (!url.searchParams.has(name)) url.searchParams.set(name, String(value));
  return url.href;
}

const domainOf = (from: string): string => /@([\w.-]+)>?\s*$/.exec(from)?.[1] ?? 'assay.invalid';

/** A server that refuses for good (5xx) is no longer asked; but a wrong password is the operator's to correct. */
function outcomeOf(error: unknown): DeliveryOutcome {
  const { code, responseCode, response } = error as { code?: string; responseCode?: number; response?: string };
  const reason = `the mail server answered ${response ?? responseCode}`;
  if (code === 'EAUTH') return { kind: 'retry', reason: 'the mail server does not take the user name and password' };
  if (responseCode === undefined)
    return { kind: 'retry', reason: `the mail server cannot be reached (${code ?? 'error'})` };
  return responseCode >= 500 ? { kind: 'failed', reason } : { kind: 'retry', reason };
}
