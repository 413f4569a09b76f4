import type { Misfires } from '../kit/misfires';

export const MISFIRES: Misfires = {
  // A CommonJS module's own `exports`, which is a parameter and no global.
  'suspicious/noGlobalAssign': ({ line }) => /\b(?:exports|module)\s*=(?!=)/.test(line),
};
