import type { INestApplicationContext } from '@nestjs/common';
import { Command } from 'commander';
import { openForReading } from '../administration';
import { type Explanation, explanationText } from './told-events';

export interface WhyOptions {
  readonly json?: boolean;
  readonly all?: boolean;
  readonly dataDir?: string;
}

interface Topic {
  readonly name: string;
  readonly description: string;
  /** How the argument is written in the usage, and what it may be. */
  readonly argument: readonly [name: string, description: string];
  readonly explain: (id: string, app: INestApplicationContext, options: WhyOptions) => Promise<Explanation>;
}

/** A topic of `assay why`, whose answer is a few sentences and the events that they rest on. */
export const topicCommand = ({ name, description, argument: [usage, meaning], explain }: Topic): Command =>
  new Command(name)
    .description(description)
    .argument(usage, meaning)
    .option('--all', 'each event, however many there are')
    .option('--json', 'as JSON')
    .option('--data-dir <directory>', 'where the embedded stores are')
    .action(async (id: string | undefined, options: WhyOptions) => {
      const { app, close } = await openForReading(options.dataDir);
      try {
        const explanation = await explain(id ?? '', app, options);
        process.stdout.write(options.json ? `${JSON.stringify(explanation, null, 2)}\n` : explanationText(explanation));
      } finally {
        await close();
      }
    });
