import type { SampledRule } from '../sampled-rule';
import { MISTAKES } from './mistakes';
import { SECURITY } from './security';

/** Every rule for scripts of a shell, with the smallest scripts that break it and follow it. */
export const SHELL_RULES: readonly SampledRule[] = [...MISTAKES, ...SECURITY];
