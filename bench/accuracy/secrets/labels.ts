import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** A line that mentions a password, token or key with a value. It has no value here, only its place. */
export interface LabelledLine {
  readonly file: string;
  readonly line: number;
  /** Whether a reviewer would ask to replace the value, or whether it is used anywhere. */
  readonly secret: boolean;
}

export interface LabelledRepository {
  /** `owner/name` */
  readonly repository: string;
  readonly commit: string;
  readonly language: string;
  /** The rules were not looked at with the lines of an `unseen` repository before they were measured. */
  readonly half: 'seen' | 'unseen';
  readonly lines: readonly LabelledLine[];
}

const FOLDER = join(__dirname, 'labels');

export const labelledRepositories = (): LabelledRepository[] =>
  readdirSync(FOLDER)
    .sort()
    .map((file) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as LabelledRepository);

/** The folder of a repository below the folder of all: `owner+name`. */
export const folderOf = ({ repository }: LabelledRepository): string => repository.replace('/', '+');
