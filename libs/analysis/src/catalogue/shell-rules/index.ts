import type { DockerfileRule } from '../dockerfile-rules/rule';
import { MISTAKES } from './mistakes';
import { SECURITY } from './security';

/** Every rule for scripts of a shell, with the smallest scripts that break it and follow it. */
export const SHELL_RULES: readonly DockerfileRule[] = [...MISTAKES, ...SECURITY];
