import { start } from './server.js';
import { stop } from './server.js';
import {} from './effects.js';
import styles from 'style-loader!./app.css';
import config from '/home/ada/app/config.js';
import { name as name } from './names.js';

const plugin = require(`./plugins/${name}`);

export let running = false;
export const toggle = () => {
  running = !running;
};

import late from './late.js';

define(['jquery'], ($) => $);

export default (...args) => start(stop, styles, config, plugin, late, args);
