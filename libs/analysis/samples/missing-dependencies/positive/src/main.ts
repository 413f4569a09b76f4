import react from 'react';
import lodash from 'lodash/fp';

export { z } from 'zod';
export const identity = <T>(value: T): T => <T>value;
export const start = () => lodash(react);
