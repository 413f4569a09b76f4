import { absent, all, any, is, isnt, matches, not, present } from '../infrastructure/condition';
import { type InfrastructureRule, rule } from '../infrastructure/rule';
import { COMMANDS, PLAIN_HTTP, REQUIREMENT, TASK, runs } from './rule';

const PACKAGED = /\.(?:tar(?:\.\w+)?|tgz|tbz2?|txz|zip|gz|bz2|xz|deb|rpm|apk|jar|war|bin|run|sh|py|phar|AppImage|exe|msi)(?:[?#].*)?$/i;
const NO_SUM = all(absent('checksum'), absent('sha256sum'));
/** A download from an address that nothing protects, without a sum of it. */
const OVER_HTTP = all(any(matches('url', PLAIN_HTTP), matches('src', PLAIN_HTTP), matches('repository_url', PLAIN_HTTP)), NO_SUM);
const OF_PROGRAM = any(matches('url', PACKAGED), matches('src', PACKAGED), present('repository_url'));

const UNCHECKED = any(is('validate_certs', false, 'no', 'off', '0'), is('tls_verify', false, 'no'), is('verify_ssl', false, 'no'), is('ssl_verify', false, 'no'), is('validate_ssl_cert', false, 'no'), is('sslverify', false, 'no', '0'));
/** The machine itself, or a host that a variable names. */
const OWN_HOST = /^https?:\/\/(?:\$\{x\}|localhost|127\.|\[?::1|0\.0\.0\.0)/;

/** Rules about downloads: whether they are encrypted and verified. */
export const downloads: readonly InfrastructureRule[] = [
  rule('download-over-http', ['get_url', 'unarchive', 'win_get_url', 'maven_artifact'], 'medium', 'CWE-494', ['Download that anybody on the way can change', 'Nothing protects what comes over HTTP, and nothing is compared with it.', 'Use HTTPS, and give a `checksum`.'], all(OVER_HTTP, not(OF_PROGRAM)), [
    'ansible.builtin.get_url:\n  url: http://downloads.example.com/rules.txt\n  dest: /etc/app/rules.txt\n  mode: "0644"',
    'ansible.builtin.get_url:\n  url: https://downloads.example.com/rules.txt\n  dest: /etc/app/rules.txt\n  checksum: sha256:2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae\n  mode: "0644"',
  ]),
  rule(
    'program-over-http',
    ['get_url', 'unarchive', 'win_get_url', 'maven_artifact'],
    'high',
    'CWE-494',
    ['Program that anybody on the way can replace', 'It comes over HTTP, nothing is compared with it, and it runs on every host of the play, mostly as root.', 'Use HTTPS, and give a `checksum`.'],
    all(OVER_HTTP, OF_PROGRAM),
    [
      'ansible.builtin.get_url:\n  url: http://downloads.example.com/app-1.2.tar.gz\n  dest: /opt/app.tar.gz\n  mode: "0644"',
      'ansible.builtin.get_url:\n  url: https://downloads.example.com/app-1.2.tar.gz\n  dest: /opt/app.tar.gz\n  checksum: sha256:2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae\n  mode: "0644"',
    ],
  ),
  rule(
    'download-without-checksum',
    'get_url',
    'low',
    'CWE-494',
    ['Program that is downloaded without a checksum', 'Whoever changes the file on its server changes what runs here.', 'Give its `checksum`: `sha256:…`.'],
    all(matches('url', PACKAGED), not(matches('url', PLAIN_HTTP)), absent('checksum'), absent('sha256sum'), absent('url_username')),
    ['get_url:\n  url: https://downloads.example.com/app-1.2.tar.gz\n  dest: /opt/app.tar.gz\n  mode: "0644"', 'get_url:\n  url: https://downloads.example.com/app-1.2.tar.gz\n  dest: /opt/app.tar.gz\n  checksum: sha256:2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae\n  mode: "0644"'],
  ),
  rule(
    'package-over-http',
    ['apt', 'yum', 'dnf', 'package', 'zypper'],
    'medium',
    'CWE-494',
    ['Package that anybody on the way can change', 'A package of an address is installed without a signature that is asked for.', 'Use HTTPS, or a repository that is signed.'],
    any(matches('deb', PLAIN_HTTP), matches('name', PLAIN_HTTP), matches('pkg', PLAIN_HTTP)),
    ['ansible.builtin.apt:\n  deb: http://packages.example.com/app_1.2_amd64.deb', 'ansible.builtin.apt:\n  deb: https://packages.example.com/app_1.2_amd64.deb'],
  ),
  rule(
    'signing-key-over-http',
    ['rpm_key', 'apt_key', 'get_url'],
    'high',
    'CWE-494',
    ['Key of packages that anybody on the way can replace', 'Who puts in a key of their own signs whatever is installed as root.', 'Use HTTPS, or keep the key in the repository.'],
    any(matches('key', PLAIN_HTTP), all(matches('url', PLAIN_HTTP), NO_SUM, any(absent('dest'), matches('dest', /^\/etc\/apt\/(?:keyrings|trusted\.gpg\.d)\/|^\/usr\/share\/keyrings\/|^\/etc\/pki\/rpm-gpg\//)))),
    ['ansible.builtin.rpm_key:\n  key: http://packages.example.com/key.asc', 'ansible.builtin.rpm_key:\n  key: https://packages.example.com/key.asc'],
  ),
  rule('tls-checks-off', TASK, 'medium', 'CWE-295', ['Checks of certificates turned off', 'Whoever is on the way can answer in the other’s name, and gets what is sent.', 'Give the authority’s certificate with `ca_path`.'], all(UNCHECKED, not(matches('url', OWN_HOST))), [
    'ansible.builtin.uri:\n  url: https://api.example.com/\n  validate_certs: false',
    'ansible.builtin.uri:\n  url: https://api.example.com/\n  ca_path: /etc/ssl/example.pem',
  ]),
  rule('tls-checks-off-for-own-host', TASK, 'low', 'CWE-295', ['Checks of certificates turned off for a host of one’s own', 'Whoever is on the network can answer in the host’s name.', 'Give the authority’s certificate with `ca_path`.'], all(UNCHECKED, matches('url', OWN_HOST)), [
    'ansible.builtin.uri:\n  url: "https://{{ ansible_host }}:6443/healthz"\n  validate_certs: false',
    'ansible.builtin.uri:\n  url: "https://{{ ansible_host }}:6443/healthz"\n  ca_path: /etc/ssl/example.pem',
  ]),
  rule(
    'tls-checks-off-by-environment',
    [TASK, 'Play'],
    'medium',
    'CWE-295',
    ['Checks of certificates or host keys turned off by the environment', 'Every program that runs there takes whoever answers.', 'Give the programs the authority’s certificate, and the host keys.'],
    any(is('environment.PYTHONHTTPSVERIFY', '0'), is('environment.NODE_TLS_REJECT_UNAUTHORIZED', '0'), is('environment.GIT_SSL_NO_VERIFY', 'true', '1'), is('environment.ANSIBLE_HOST_KEY_CHECKING', 'false', '0'), is('environment.VAULT_SKIP_VERIFY', 'true', '1')),
    ['ansible.builtin.command: npm ci\nenvironment:\n  NODE_TLS_REJECT_UNAUTHORIZED: "0"', 'ansible.builtin.command: npm ci\nenvironment:\n  NODE_EXTRA_CA_CERTS: /etc/ssl/example.pem'],
  ),
  rule(
    'tls-checks-off-in-command',
    COMMANDS,
    'medium',
    'CWE-295',
    ['Command that checks no certificate', 'Whoever is on the way can answer in the other’s name.', 'Give the authority’s certificate: `--cacert`.'],
    runs(/(?:^|[\s;&|(])(?:curl\s(?:[^|;&\n]*\s)?(?:-[a-zA-Z]*k[a-zA-Z]*|--insecure)(?=\s|$)|wget\s[^|;&\n]*--no-check-certificate|git\s[^|;&\n]*http\.sslVerify[= ]false|(?:apt(?:-get)?|yum|dnf)\s[^|;&\n]*--(?:no-check-certificate|setopt=sslverify=(?:false|0)))/),
    ['ansible.builtin.shell: curl -sk https://api.example.com/state', 'ansible.builtin.shell: curl -s --cacert /etc/ssl/example.pem https://api.example.com/state'],
  ),
  rule(
    'download-run-as-script',
    COMMANDS,
    'low',
    'CWE-494',
    ['Download run as a script', 'What runs is whatever the address gives at that moment.', 'Download a fixed version with `get_url` and its `checksum`, then run it.'],
    runs(/\b(?:curl|wget)\b[^|;&\n]{0,300}\|\s*(?:sudo\s+(?:-\S+\s+)*)?(?:env\s+(?:\w+=\S+\s+)*)?(?:ba|z|da|k)?sh\b|\b(?:ba|z|da)?sh\s+(?:-c\s+)?["']?(?:<\(|\$\()\s*(?:curl|wget)\b/),
    ['ansible.builtin.shell: curl -fsSL https://get.example.com | sh', 'ansible.builtin.command: /opt/install.sh'],
  ),
  rule(
    'package-signature-off',
    ['apt', 'yum', 'dnf', 'dnf5', 'zypper', 'package', 'pacman'],
    'medium',
    'CWE-347',
    ['Packages installed without a check of their signature', 'A mirror, or whoever is on the way, decides what is installed as root.', 'Import the key of the repository, and leave the option out.'],
    any(is('allow_unauthenticated', true, 'yes', 'on'), is('disable_gpg_check', true, 'yes', 'on'), is('force', true, 'yes', 'on'), matches('dpkg_options', /no-debsig|force-all/), matches('extra_args', /--no-gpg-checks?|--nogpgcheck|--allow-unauthenticated/)),
    ['ansible.builtin.apt:\n  name: app\n  allow_unauthenticated: true', 'ansible.builtin.apt:\n  name: app'],
  ),
  rule(
    'repository-signature-off',
    ['yum_repository', 'zypper_repository', 'apt_repository', 'deb822_repository'],
    'medium',
    'CWE-347',
    ['Repository whose packages nobody signs', 'The repository’s server, or whoever is on the way, decides what is installed as root.', 'Name the repository’s key: `gpgkey`, `signed_by`.'],
    any(is('gpgcheck', false, 'no', 'off', '0'), is('disable_gpg_check', true, 'yes', 'on'), matches('repo', /\[[^\]]*\b(?:trusted|allow-insecure)=yes/), is('trusted', true, 'yes'), is('allow_insecure', true, 'yes')),
    ['ansible.builtin.yum_repository:\n  name: app\n  description: App\n  baseurl: https://packages.example.com/el9\n  gpgcheck: false', 'ansible.builtin.yum_repository:\n  name: app\n  description: App\n  baseurl: https://packages.example.com/el9\n  gpgcheck: true\n  gpgkey: https://packages.example.com/key'],
  ),
  rule(
    'signature-off-in-command',
    COMMANDS,
    'medium',
    'CWE-347',
    ['Command that installs packages without a check of their signature', 'A mirror, or whoever is on the way, decides what is installed as root.', 'Import the repository’s key, and leave the option out.'],
    runs(/(?:^|[\s;&|])(?:apt(?:-get)?\s[^|;&\n]*--(?:allow-unauthenticated|force-yes)|(?:yum|dnf|zypper)\s[^|;&\n]*--(?:nogpgcheck|no-gpg-checks))/),
    ['ansible.builtin.shell: yum install -y --nogpgcheck app', 'ansible.builtin.shell: yum install -y app'],
  ),
  rule('git-over-plain-protocol', 'git', 'medium', 'CWE-319', ['Repository that anybody on the way can change', 'Neither HTTP nor the git protocol protects what is cloned.', 'Use HTTPS or SSH.'], any(matches('repo', PLAIN_HTTP), matches('repo', /^git:\/\//)), [
    'ansible.builtin.git:\n  repo: git://git.example.com/app.git\n  dest: /opt/app\n  version: v1.2.0',
    'ansible.builtin.git:\n  repo: https://git.example.com/app.git\n  dest: /opt/app\n  version: v1.2.0',
  ]),
  rule('git-without-version', 'git', 'low', 'CWE-1357', ['Clone of whatever a branch has', 'What is deployed changes without a change of the playbook.', 'Name a tag or a commit in `version`.'], all(isnt('clone', false, 'no'), any(absent('version'), is('version', 'HEAD', 'master', 'main', 'develop', 'trunk'))), [
    'ansible.builtin.git:\n  repo: https://git.example.com/app.git\n  dest: /opt/app',
    'ansible.builtin.git:\n  repo: https://git.example.com/app.git\n  dest: /opt/app\n  version: v1.2.0',
  ]),
  rule('git-takes-any-host-key', 'git', 'low', 'CWE-322', ['Host key of a git server taken without a look', 'Whoever is on the way can answer in the server’s name.', 'Put the key into `known_hosts`, or take `accept_newhostkey` at least.'], is('accept_hostkey', true, 'yes', 'on'), [
    'ansible.builtin.git:\n  repo: git@git.example.com:app.git\n  dest: /opt/app\n  version: v1.2.0\n  accept_hostkey: true',
    'ansible.builtin.git:\n  repo: git@git.example.com:app.git\n  dest: /opt/app\n  version: v1.2.0',
  ]),
  rule(
    'package-latest',
    ['apt', 'yum', 'dnf', 'package', 'pip', 'npm', 'gem', 'zypper', 'apk', 'homebrew', 'snap'],
    'info',
    'CWE-1357',
    ['Package of whatever version is the newest', 'A run of the same playbook installs something else tomorrow.', 'Name a version, or use `state: present`.'],
    is('state', 'latest'),
    ['ansible.builtin.pip:\n  name: app\n  state: latest', 'ansible.builtin.pip:\n  name: app==1.2.0'],
    { optional: true },
  ),
  rule(
    'unpinned-requirement',
    REQUIREMENT,
    'info',
    'CWE-1357',
    ['Role or collection without a version', 'What runs as root is whatever its owner published last.', 'Name a `version`.'],
    all(absent('version'), not(matches('source', /^(?:\.|\/|file:)/)), not(matches('src', /^(?:\.|\/|file:)/))),
    ['collections:\n  - name: community.general', 'collections:\n  - name: community.general\n    version: 9.1.0'],
    { optional: true },
  ),
  rule('requirement-over-http', REQUIREMENT, 'medium', 'CWE-494', ['Role or collection that anybody on the way can change', 'What it has runs as root on all hosts.', 'Use HTTPS.'], any(matches('src', PLAIN_HTTP), matches('source', PLAIN_HTTP), matches('name', PLAIN_HTTP), matches('src', /^git:\/\//)), [
    'roles:\n  - name: app\n    src: http://git.example.com/app.git\n    version: v1.2.0',
    'roles:\n  - name: app\n    src: https://git.example.com/app.git\n    version: v1.2.0',
  ]),
  rule(
    'package-index-unchecked',
    ['pip', 'npm', 'gem'],
    'medium',
    'CWE-494',
    ['Packages from an index that nobody checks', 'Whoever is on the way decides what is installed.', 'Use HTTPS, with the authority’s certificate.'],
    any(matches('extra_args', /--(?:extra-)?index-url[= ]http:\/\/(?!localhost|127\.)|--trusted-host/), matches('registry', PLAIN_HTTP), matches('repository', PLAIN_HTTP)),
    ['ansible.builtin.pip:\n  name: app==1.2.0\n  extra_args: --trusted-host pypi.example.com', 'ansible.builtin.pip:\n  name: app==1.2.0\n  extra_args: --index-url https://pypi.example.com/simple'],
  ),
  rule('download-run-by-cron', 'cron', 'low', 'CWE-494', ['Download that cron runs as a script', 'What runs is whatever the address gives at that moment.', 'Install a fixed version, and run that.'], matches('job', /\b(?:curl|wget)\b[^|;&\n]{0,300}\|\s*(?:sudo\s+)?(?:ba|z|da)?sh\b/), [
    'ansible.builtin.cron:\n  name: update\n  job: curl -s https://get.example.com/update | sh',
    'ansible.builtin.cron:\n  name: update\n  job: /opt/app/update',
  ]),
  rule('login-over-http', ['uri', 'get_url', 'win_uri'], 'medium', 'CWE-319', ['Password sent over HTTP', 'Whoever is on the way reads it.', 'Use HTTPS.'], all(matches('url', PLAIN_HTTP), any(present('url_username'), present('url_password'), present('user'), present('password'))), [
    'ansible.builtin.uri:\n  url: http://api.example.org/state\n  url_username: app\n  url_password: "{{ vault_api_password }}"\nno_log: true',
    'ansible.builtin.uri:\n  url: https://api.example.org/state\n  url_username: app\n  url_password: "{{ vault_api_password }}"\nno_log: true',
  ]),
  rule('ssh-key-over-http', 'authorized_key', 'high', 'CWE-494', ['Key for logins that comes over HTTP', 'Whoever is on the way puts in a key of their own, and logs in.', 'Use HTTPS, or keep the key in the repository.'], matches('key', PLAIN_HTTP), [
    'ansible.posix.authorized_key:\n  user: deploy\n  key: http://keys.example.org/deploy.pub',
    'ansible.posix.authorized_key:\n  user: deploy\n  key: https://keys.example.org/deploy.pub',
  ]),
  rule(
    'old-way-of-keys',
    'apt_key',
    'info',
    'CWE-477',
    ['Key that may sign for every repository', '`apt-key` is gone from Debian 12: its keys sign for whatever repository there is.', 'Use `deb822_repository` with `signed_by`.'],
    any(present('url'), present('id'), present('keyserver'), present('data'), present('file')),
    ['ansible.builtin.apt_key:\n  url: https://packages.example.com/key.asc', 'ansible.builtin.deb822_repository:\n  name: app\n  uris: https://packages.example.com\n  suites: stable\n  signed_by: https://packages.example.com/key.asc'],
    { optional: true },
  ),
  rule(
    'image-registry-without-tls',
    ['docker_image', 'docker_login', 'podman_image', 'podman_container'],
    'low',
    'CWE-319',
    ['Registry of images that is spoken to without TLS', 'Whoever is on the way changes images, and reads the login.', 'Use HTTPS.'],
    any(matches('registry_url', PLAIN_HTTP), matches('registry', PLAIN_HTTP)),
    ['community.docker.docker_login:\n  registry_url: http://registry.example.org\n  username: app\n  password: "{{ vault_registry_password }}"', 'community.docker.docker_login:\n  registry_url: https://registry.example.org\n  username: app\n  password: "{{ vault_registry_password }}"'],
  ),
];
