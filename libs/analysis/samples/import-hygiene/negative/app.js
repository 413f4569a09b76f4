import { start, stop } from './server.js';
import './effects.js';
import styles from './app.css';
import config, { path } from '../config.js';
import { name as customer } from './names.js';

const plugin = require('./plugins/main');
const lazy = () => import(`./pages/${customer}.js`);

let running = false;
export const isRunning = () => (running = !running);
export const define = (what) => what;

define(['jquery']);

export default function main(...args) {
  return start(stop, styles, config, plugin, lazy, path, args);
}
