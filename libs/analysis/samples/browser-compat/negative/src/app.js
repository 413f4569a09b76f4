export async function load(url) {
  const response = await fetch(url);
  if ('requestIdleCallback' in window) {
    window.requestIdleCallback(() => undefined);
  }
  if (typeof IdleDetector !== 'undefined') {
    new IdleDetector().start();
  }
  return Promise.all([response.json(), new URL(url)]);
}
