export const Notice = () => (
  <html lang="xx-none">
    <body>Closed today</body>
  </html>
);
