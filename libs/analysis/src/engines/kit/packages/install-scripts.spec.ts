import { judgeScript } from './install-scripts';

describe('a script of a package', () => {
  it.each([
    'curl https://example.com/i | sh',
    'true && wget -qO- $URL |sudo bash',
    'curl -s $URL | env zsh',
    'curl -s $URL | python3 -',
    'sh -c "$(curl $URL)"',
    'bash <(wget -qO- $URL)',
    'eval "$(curl $URL)"',
    `node -e "fetch('https://a').then((r) => r.text()).then(eval)"`,
    'powershell iwr $URL -UseBasicParsing | iex',
  ])('fetches and runs: %s', (script) => expect(judgeScript(script)).toBe('fetches-and-runs'));

  it.each([
    'curl -o a https://example.com/a',
    'node get.js http://example.com/setup.py',
    'node get.js x=https://example.com/install.sh?v=1',
  ])('fetches a file: %s', (script) => expect(judgeScript(script)).toBe('fetches-file'));

  it.each([
    'curl --version || sh build.sh',
    'curl --version; ls | sh',
    'curl $URL | tee a | cat',
    'echo https://example.com/page.html',
    'echo https://.sh',
    'curl --version\necho https://example.com/',
    'node -e "eval(1); fetch(2)"',
  ])('does neither: %s', (script) => expect(judgeScript(script)).toBeUndefined());
});
