/** Markup by which a page may make its browser contact `host:port` without leaving the page. */
const subresources = (to: string): readonly string[] => [
  `<img src="http://${to}/img" alt="">`,
  `<img srcset="http://${to}/srcset 1x" alt="">`,
  `<picture><source srcset="http://${to}/source"><img src="data:," alt=""></picture>`,
  `<script src="http://${to}/script"></script>`,
  `<script type="module">import "http://${to}/module";</script>`,
  `<link rel="stylesheet" href="http://${to}/stylesheet">`,
  `<style>@import url("http://${to}/import"); body { background: url("http://${to}/css-url") }</style>`,
  `<style>@font-face { font-family: f; src: url("http://${to}/font") } p { font-family: f }</style>`,
  ...['prefetch', 'preconnect', 'dns-prefetch', 'preload', 'modulepreload', 'prerender', 'manifest', 'icon'].map(
    (rel) => `<link rel="${rel}" href="http://${to}/${rel}" as="script">`,
  ),
  `<script type="speculationrules">{"prefetch":[{"urls":["http://${to}/speculated"]}],` +
    `"prerender":[{"urls":["http://${to}/prerendered"]}]}</script>`,
  `<iframe src="http://${to}/iframe" title="f"></iframe>`,
  `<object data="http://${to}/object"></object>`,
  `<embed src="http://${to}/embed">`,
  `<video src="http://${to}/video" poster="http://${to}/poster" autoplay></video>`,
  `<audio src="http://${to}/audio" autoplay></audio>`,
  `<svg><image href="http://${to}/svg-image"/><use href="http://${to}/svg-use#a"/></svg>`,
  `<a id="ping" href="#here" ping="http://${to}/ping">p</a>`,
];

const scripted = (to: string): readonly string[] => [
  `fetch("http://${to}/fetch")`,
  `fetch("http://${to}/no-cors", { mode: "no-cors" })`,
  `fetch("http://${to}/keepalive", { method: "POST", keepalive: true, mode: "no-cors", body: "x" })`,
  `const x = new XMLHttpRequest(); x.open("POST", "http://${to}/xhr"); x.send("x")`,
  `new WebSocket("ws://${to}/websocket")`,
  `new WebSocket("wss://${to}/websocket")`,
  `new EventSource("http://${to}/eventsource")`,
  `navigator.sendBeacon("http://${to}/beacon", "x")`,
  `new Image().src = "http://${to}/image"`,
  `document.getElementById("ping").click()`,
  `open("http://${to}/opened")`,
  `open("http://${to}/no-opener", "_blank", "noopener")`,
  `new Worker(URL.createObjectURL(new Blob(['importScripts("http://${to}/import-scripts")'])))`,
  `new Worker(URL.createObjectURL(new Blob(['fetch("http://${to}/worker-fetch")'])))`,
  `new SharedWorker(URL.createObjectURL(new Blob(['fetch("http://${to}/shared-worker-fetch")'])))`,
  `const w = new WebTransport("https://${to}/webtransport"); w.ready.catch(() => 0)`,
  `const p = new RTCPeerConnection({ iceServers: [{ urls: ["stun:${to}", "turn:${to}?transport=udp", ` +
    `"turn:${to}?transport=tcp"], username: "u", credential: "c" }] }); p.createDataChannel("d"); ` +
    'p.createOffer().then((o) => p.setLocalDescription(o))',
  `navigator.serviceWorker.register("/service-worker.js")`,
];

/** Attempts of a page in a frame: it may leave, while the outer page stays. */
const departures = (to: string): readonly string[] => [
  `<meta http-equiv="refresh" content="0;url=http://${to}/refresh">`,
  `<script>location = "http://${to}/location"</script>`,
  `<form id="f" method="post" action="http://${to}/form"><input ` +
    'name="a"></form><script>document.getElementById("f").submit()</script>',
  `<script>location = "view-source:http://${to}/source"</script>`,
  `<script>location = "data:text/html,<img src=http://${to}/in-data>"</script>`,
  `<script>location = URL.createObjectURL(new Blob(['<img src="http://${to}/in-blob">'], { type: "text/html" ` +
    '}))</script>',
  `<script>location = "file:///etc/passwd"</script>`,
  `<script>location = "chrome://version"</script>`,
  `<script>location = "javascript:fetch('http://${to}/javascript')"</script>`,
  `<iframe srcdoc="<img src='http://${to}/srcdoc'>"></iframe>`,
  `<base href="http://${to}/"><img src="based">`,
];

const attribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/**
 * One page with all attempts at once, for each notation of the host. `redirecting` is a path of its own site that
 * redirects there. Its button without a name shows that the page was analysed nevertheless.
 */
export const trapPage = (hosts: readonly string[], redirecting: readonly string[]): string =>
  [
    '<!doctype html><html lang="en"><head><title>Traps</title></head><body><button></button>',
    ...hosts.flatMap(subresources),
    ...redirecting.map((path) => `<img src="${path}" alt=""><iframe src="${path}" title="r"></iframe>`),
    ...hosts
      .slice(0, 1)
      .flatMap(departures)
      .map((inner) => `<iframe title="d" srcdoc="${attribute(inner)}"></iframe>`),
    '<script>for (const attempt of [',
    ...hosts.flatMap(scripted).map((code) => `() => { ${code.replaceAll('</', '<\\/')} },`),
    ']) try { Promise.resolve(attempt()).catch(() => 0); } catch {}</script>',
    '</body></html>',
  ].join('\n');

/** A service worker of the page that forwards every request to the forbidden host. */
export const trapServiceWorker = (to: string): string =>
  'self.addEventListener("install", (e) => { self.skipWaiting(); ' +
  `e.waitUntil(fetch("http://${to}/service-worker", { mode: "no-cors" }).catch(() => 0)); }); try { ` +
  `importScripts("http://${to}/sw-import"); } catch {}`;
