export function Page({ html, code }) {
  setTimeout('refresh()', 1000);
  const total = eval(code);
  return (
    <main>
      <a href="https://example.com" target="_blank">out</a>
      <a href="javascript:void(0)">menu</a>
      <p dangerouslySetInnerHTML={{ __html: html }} />
      <p dangerouslySetInnerHTML={{ __html: html }}>text</p>
      <iframe src="https://example.com" title="Frame" />
      <iframe src="https://example.com" title="Frame" sandbox="allow-scripts allow-same-origin" />
      {total}
    </main>
  );
}
