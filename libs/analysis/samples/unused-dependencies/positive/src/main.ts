import dayjs from 'dayjs';
import type { ReactNode } from 'react';

// left-pad was here
export const now = (): ReactNode => dayjs().format();
