import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

interface Mail {
  readonly to: string;
  readonly subject: string | undefined;
  readonly messageId: string | undefined;
}

/** A real SMTP server that keeps what it takes. */
export interface MailServer {
  readonly url: string;
  readonly mails: readonly Mail[];
  close(): Promise<void>;
}

export async function openMailServer(): Promise<MailServer> {
  const mails: Mail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const text = Buffer.concat(parts).toString();
        const header = (name: string) => new RegExp(`^${name}: (.*?)\\r?$`, 'im').exec(text)?.[1];
        const to = envelope.rcptTo[0]!.address;
        mails.push({ to, subject: header('Subject'), messageId: header('Message-ID') });
        done();
      });
    },
  });
  // A client that is killed leaves its connection in the midst of a mail.
  server.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code !== 'ECONNRESET') throw new Error(`the mail server broke: ${code}`);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    mails,
    close: () => new Promise<void>((resolve) => void server.close(resolve)),
  };
}
