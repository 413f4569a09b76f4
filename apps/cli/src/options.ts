import { catalogue, didYouMean } from '@assay/analysis';
import { describeMissing } from '@assay/runtime';
import type { Protection } from '@assay/sandbox';
import type { Limit } from '@assay/scanning';
import { InvalidArgumentError, Option } from 'commander';
import { CommandFailed } from './exit-status';

/** @throws CommandFailed if the catalogue has no such tool */
export function checkTool(id: string): void {
  const ids = catalogue.map((tool) => tool.id);
  if (!ids.includes(id)) throw new CommandFailed(`unknown tool: ${id}.${didYouMean(id, ids)} assay tools lists them`);
}

/** An option that takes names with commas between them, and may be given several times. */
export function list(flags: string, description: string, choices?: readonly string[]): Option {
  const option = new Option(flags, choices ? `${description}: ${choices.join(', ')}` : description);
  return option.argParser((text: string, before: readonly string[] | undefined) => {
    const names = text.split(',').filter((name) => name !== '');
    for (const name of names)
      if (choices && !choices.includes(name))
        throw new InvalidArgumentError(`${name} is none of ${choices.join(', ')}`);
    return [...(before ?? []), ...names];
  });
}

export function wholeNumber({ min, max }: Limit): (value: string) => number {
  return (value) => {
    if (!/^\d+$/.test(value) || Number(value) < min || Number(value) > max)
      throw new InvalidArgumentError(`it must be a whole number from ${min} to ${max}`);
    return Number(value);
  };
}

export const warnUnprotected = (missing: readonly Protection[]): void =>
  void process.stderr.write(
    `warning: engines are not confined on this machine, so analyse only code that you trust:\n` +
      `${describeMissing(missing)}\ndocs/confinement.md says what to allow.\n`,
  );
