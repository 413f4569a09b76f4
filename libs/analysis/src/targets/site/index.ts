export { detectBrowserConfinement, findChromium } from './browser';
export { type ObservedPage, type ObservedSite, type SiteObservation, observeSite } from './observe-site';
