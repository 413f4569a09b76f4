export function Page({ text, code, evaluate }) {
  setTimeout(() => refresh(), 1000);
  const total = evaluate.eval(JSON.parse(code));
  return (
    <main>
      <a href="https://example.com" target="_blank" rel="noreferrer">out</a>
      <a href="/javascript">menu</a>
      <p>{text}</p>
      <iframe src="https://example.com" title="Frame" sandbox="allow-scripts" />
      <script src="/polyfill.js" async />
      {total}
    </main>
  );
}
