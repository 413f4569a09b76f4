/** Prints what a script says of itself if `--help` is asked for. @returns whether that was so */
export function isHelpAsked(text: string): boolean {
  const isAsked = process.argv.includes('--help');
  if (isAsked) process.stdout.write(text);
  return isAsked;
}
