import { messageOf } from '@assay/kernel';
import { access, constants, mkdir, stat } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { CommandFailed } from '../exit-status';
import { type Format, fileNameOf } from './formats';

/** A format and where it goes: a file, or standard output where none is named. */
export interface Output {
  readonly format: Format;
  readonly file: string | undefined;
}

/**
 * One format goes to a file, or to standard output. Several go to a folder, which is made; so does one, if `output` is
 * a folder already or ends like one. It is asked before the scan, so that no result is lost for want of a place.
 *
 * @throws CommandFailed where several formats have no folder, it cannot be made, or nothing can be written to the place
 */
export async function outputsOf(formats: readonly Format[], output: string | undefined): Promise<Output[]> {
  const distinct = [...new Set(formats.length === 0 ? (['text'] as const) : formats)];
  if (output === undefined) {
    if (distinct.length > 1)
      throw new CommandFailed(`several formats (${distinct.join(', ')}) need a folder to go to: add --output <folder>`);
    return distinct.map((format) => ({ format, file: undefined }));
  }
  const isFolder =
    (await stat(output).catch(noneThere))?.isDirectory() ?? (output.endsWith('/') || output.endsWith(sep));
  if (distinct.length === 1 && !isFolder) {
    await refuseUnwritable(output);
    return distinct.map((format) => ({ format, file: output }));
  }
  try {
    await mkdir(output, { recursive: true });
  } catch (error) {
    throw new CommandFailed(
      `${output} cannot be made: ${messageOf(error)}. It is to be the folder of ${distinct.join(', ')}`,
    );
  }
  const outputs = distinct.map((format) => ({ format, file: join(output, fileNameOf(format)) }));
  for (const { file } of outputs) await refuseUnwritable(file);
  return outputs;
}

/**
 * For work that takes long, whose result would be lost.
 * @throws CommandFailed where a file cannot be written to, or not be made in its folder
 */
export async function refuseUnwritable(file: string): Promise<void> {
  try {
    const found = await stat(file).catch((error: NodeJS.ErrnoException) =>
      error.code === 'ENOENT' ? undefined : Promise.reject(error),
    );
    if (file === '') throw new Error('it has no name');
    if (found?.isDirectory()) throw new Error('it is a folder');
    await access(found ? file : dirname(file), constants.W_OK);
  } catch (error) {
    throw new CommandFailed(`${file} cannot be written: ${messageOf(error)}`);
  }
}

function noneThere(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
  throw new CommandFailed(messageOf(error));
}
