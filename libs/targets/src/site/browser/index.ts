export { type BrowserConfinement, detectBrowserConfinement } from './browser-confinement';
export { findChromium } from './find-chromium';
export { type BrowserSettings, findUsableBrowser } from './usable-browser';
export { type RecordPagesOptions, recordPages } from './record-pages';
