import { loop } from './loop.js';

export const again = () => loop();
