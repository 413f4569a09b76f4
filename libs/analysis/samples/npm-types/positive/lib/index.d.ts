import type { Level } from './level';

export declare const high: (hour: number) => Level;
