import type { SampledRule } from '../sampled-rule';

const BASH = '#!/bin/bash\n';

/** Scripts that let others in. */
export const SECURITY: readonly SampledRule[] = [
  {
    id: 'open-download-run',
    severity: 'high',
    cwe: 'CWE-494',
    weakness: 'download-piped-to-shell',
    title: 'Download that is run, over a way that is open',
    fix: 'Use https, and compare the digest before it is run.',
    bad: `${BASH}curl -fsSL http://get.example.org/install.sh | sh\n`,
    good: `${BASH}curl -fsSLo install.sh https://get.example.org/1.2.3/install.sh\nsha256sum -c install.sha256 && sh install.sh\n`,
  },
  {
    id: 'download-run-at-once',
    severity: 'low',
    cwe: 'CWE-494',
    weakness: 'download-piped-to-shell',
    title: 'Download that is run at once',
    fix: 'Download a fixed version to a file, check its digest or signature, then run it; or install a package.',
    bad: `${BASH}bash <(curl -fsSL https://get.example.org/install.sh)\n`,
    good: `${BASH}curl -fsSL https://get.example.org/list.txt | sort\n`,
  },
  {
    id: 'certificate-not-checked',
    severity: 'medium',
    cwe: 'CWE-295',
    title: 'Certificate that nobody checks',
    fix: 'Remove the option; where the certificate is one of your own, name it by `--cacert`.',
    bad: `${BASH}curl -fsSLk https://files.example.org/data.tar -o data.tar\n`,
    good: `${BASH}curl -fsSL https://files.example.org/data.tar -o data.tar\ncurl -k https://localhost:8443/health\n`,
  },
  {
    id: 'writable-by-all',
    severity: 'medium',
    cwe: 'CWE-732',
    title: 'Folder of the system that everybody may change',
    fix: 'Give it to the user or group that writes there: `chown`, and `chmod 750`.',
    bad: `${BASH}chmod -R 777 /var/www\n`,
    good: `${BASH}chown -R www-data /var/www\nchmod -R u+w /var/www\n`,
  },
  {
    id: 'predictable-temporary-file',
    severity: 'low',
    cwe: 'CWE-377',
    title: 'Temporary file with a name that others foresee',
    fix: 'Use `mktemp`.',
    bad: `${BASH}ls > /tmp/list.$$\n`,
    good: `${BASH}list=$(mktemp)\nls > "$list"\n`,
  },
  {
    id: 'password-in-command',
    severity: 'medium',
    cwe: 'CWE-798',
    title: 'Password in a command',
    fix: 'Read it from a file or a variable that the repository does not have, and change it: everybody who reads the script knows it.',
    bad: `${BASH}sshpass -p Wr7kQx2mVt ssh deploy@app.example.org ./deploy\n`,
    good: `${BASH}sshpass -f /run/secrets/deploy ssh deploy@app.example.org ./deploy\n`,
  },
  {
    id: 'evaluated-input',
    severity: 'low',
    cwe: 'CWE-78',
    title: 'Input that is run as commands',
    fix: 'Run `"$@"`, which leaves the words as they are, or choose by `case`.',
    bad: `${BASH}read -r line\neval "$line"\n`,
    good: `${BASH}"$@"\n`,
  },
];
