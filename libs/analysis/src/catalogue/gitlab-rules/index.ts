import { type Condition, absent, all, any, is, matches, not, present, secrets } from '../infrastructure/condition';
import { type InfrastructureRule, rule } from '../infrastructure/rule';

/** The subjects of rules: a line of a script, a job, variables, an image or service, an include. */
export const LINE = 'Line';
export const JOB = 'Job';
export const VARIABLES = 'Variables';
export const IMAGE = 'Image';
export const INCLUDE = 'Include';

/** An example as a whole file. A text that is already a whole file stays as it is. */
export function exampleText(rule: InfrastructureRule, side: 'bad' | 'good'): string {
  const text = rule[side];
  return rule.on === LINE ? `test:\n  script:\n    - ${JSON.stringify(text)}\n` : `${text}\n`;
}

/** Variables whose text the author of a merge request or branch writes. */
const OTHERS = String.raw`\$\{?(?:CI_COMMIT_(?:MESSAGE|TITLE|DESCRIPTION|REF_NAME|BRANCH|TAG|TAG_MESSAGE|AUTHOR)|CI_MERGE_REQUEST_(?:TITLE|DESCRIPTION|SOURCE_BRANCH_NAME|LABELS)|CI_EXTERNAL_PULL_REQUEST_SOURCE_BRANCH_NAME|CI_BUILD_REF_NAME)\b`;
/** Databases and other services that a job starts for its own tests. */
const OF_SERVICES = 'POSTGRES|PG|MYSQL|MARIADB|MONGO|MONGODB|RABBITMQ|REDIS|MSSQL|SA|SQL|ELASTIC|ELASTICSEARCH|OPENSEARCH|MINIO|KEYCLOAK|LDAP|DB|DATABASE|TEST|TESTING|E2E|DUMMY|FAKE';
const SECRET_NAME = new RegExp(`^(?!(?:${OF_SERVICES})_|\\w*(?:_FILE|_PATH|_NAME|_URL|_ID|PUBLIC_KEY|_VERSION)$)\\w*(?:PASSWORD|PASSWD|PASSPHRASE|SECRET|TOKEN|API_?KEY|PRIVATE_KEY|ACCESS_KEY|SECRET_KEY|CREDENTIALS)$`, 'i');

const runs = (pattern: RegExp): Condition => matches('text', pattern);

/** Every rule for pipelines of GitLab. */
export const gitlabRules: readonly InfrastructureRule[] = [
  rule('secret-in-pipeline-variable', VARIABLES, 'high', 'CWE-798', ['Secret written in the pipeline', 'Everybody who reads the repository reads it.', 'Keep it in the project’s settings as a masked and protected variable, or in a vault.'], secrets('own', SECRET_NAME, 8), [
    'variables:\n  DEPLOY_TOKEN: kRt7-example-pw',
    'variables:\n  DEPLOY_HOST: app.example.com',
  ]),
  rule(
    'secret-in-pipeline-command',
    LINE,
    'high',
    'CWE-798',
    ['Secret written in a command', 'Everybody who reads the repository, or the log of the job, reads it.', 'Keep it in the project’s settings as a masked and protected variable.'],
    runs(
      /\bdocker\s+login\b[^|;&\n]*\s(?:-p|--password)[ =]["']?(?![$<"'])[^\s"'$<]{8,}|(?:^|\s)--(?:auth-token|api-key|api-token|access-token|private-token)[ =]["']?(?![$<"'{-])[^\s"'$<{]{12,}|\b(?:https?|git|ssh):\/\/[^\s:/@$]{1,100}:(?!(?:password|secret|token|x+|\*+)@)[^\s$@{/<]{8,200}@|(?:PRIVATE|JOB|DEPLOY)-TOKEN:\s*(?![$<])[\w-]{12,}/i,
    ),
    ['docker login -u ci -p kRt7-example-pw registry.example.com', 'echo "$REGISTRY_PASSWORD" | docker login -u ci --password-stdin registry.example.com'],
  ),
  rule(
    'pipeline-script-injection',
    LINE,
    'high',
    'CWE-78',
    ['Text that others write is run as a command', 'Whoever names a branch or writes a commit’s message runs commands in the job, with its tokens.', 'Hand it over as an argument: `sh -c \'app "$1"\' - "$CI_COMMIT_BRANCH"`.'],
    runs(new RegExp(String.raw`(?:^|[\s;&|(])(?:eval\s[^;&|\n]*|(?:ba|z|da)?sh\s+(?:-\w+\s+)*-\w*c\s+"[^"\n]*|ssh\s(?:[^"\n;|&]*\s)?"[^"\n]*|(?:python3?|perl|ruby|node)\s+-\w*[ce]\s+"[^"\n]*)${OTHERS}`)),
    ['bash -c "deploy --message \'$CI_COMMIT_MESSAGE\'"', 'deploy --message "$CI_COMMIT_MESSAGE"'],
    { weakness: 'script-injection' },
  ),
  rule('pipeline-debug-trace', VARIABLES, 'medium', 'CWE-532', ['Log that shows every variable', 'With it the job’s log has all variables that the job gets, secrets among them.', 'Remove it, and set it for one run by hand.'], is('own.CI_DEBUG_TRACE', true, 'true', '1'), [
    'variables:\n  CI_DEBUG_TRACE: "true"',
    'variables:\n  GIT_DEPTH: "10"',
  ]),
  rule(
    'pipeline-prints-secret',
    LINE,
    'medium',
    'CWE-532',
    ['Secret written to the log', 'GitLab masks a value only where it is asked to and can: not in another encoding, nor a part.', 'Do not print it.'],
    runs(/^\s*(?:echo|printf)\s+(?:-\w+\s+)?(?:["'][^"'|>\n]*)?\$\{?\w*(?:PASSWORD|SECRET|_TOKEN|API_KEY|PRIVATE_KEY|SECRET_KEY)\b\}?[^|>\n]*$/),
    ['echo "$DEPLOY_TOKEN"', 'echo "$DEPLOY_TOKEN" | app login --token-stdin'],
  ),
  rule('pipeline-prints-environment', LINE, 'low', 'CWE-532', ['All variables written to the log', 'Those that are not masked, and parts of those that are, are read by whoever reads the log.', 'Print the variables that you want to see.'], runs(/^\s*(?:printenv|env|export\s+-p|set)\s*(?:\|\s*sort\s*)?$/), [
    'printenv',
    'echo "$CI_COMMIT_SHA"',
  ]),
  rule('password-in-arguments', LINE, 'low', 'CWE-214', ['Password among the arguments of a command', 'Arguments are shown to every process of the machine.', 'Use `--password-stdin`.'], runs(/\bdocker\s+login\b[^|;&\n]*\s(?:-p|--password)[ =]["']?\$/), [
    'docker login -u "$CI_REGISTRY_USER" -p "$CI_REGISTRY_PASSWORD" "$CI_REGISTRY"',
    'echo "$CI_REGISTRY_PASSWORD" | docker login -u "$CI_REGISTRY_USER" --password-stdin "$CI_REGISTRY"',
  ]),
  rule('include-over-http', INCLUDE, 'high', 'CWE-829', ['Pipeline that anybody on the way can change', 'What is included runs with the project’s tokens and secrets.', 'Use HTTPS and `integrity`, or a project of your own with `ref`.'], matches('remote', /^http:\/\//), [
    'include:\n  - remote: http://ci.example.com/build.yml',
    'include:\n  - local: ci/build.yml',
  ]),
  rule(
    'include-without-integrity',
    INCLUDE,
    'low',
    'CWE-829',
    ['Pipeline of another address that may change', 'What is included runs with the project’s tokens and secrets.', 'Add `integrity`, or name a tag or commit in the address.'],
    all(matches('remote', /^https:\/\//), absent('integrity'), not(matches('remote', /\/(?:[0-9a-f]{40}|v?\d+\.\d+[\w.-]*)\//))),
    ['include:\n  - remote: https://ci.example.com/build.yml', 'include:\n  - remote: https://ci.example.com/build.yml\n    integrity: sha256-2jmj7l5rSw0yVb/vlWAYkK/YBwk2hZ1JHPhmNKd3Z0E='],
  ),
  rule(
    'unpinned-project-include',
    INCLUDE,
    'low',
    'CWE-829',
    ['Pipeline of another project that may change', 'Whoever may push to that project’s branch changes what runs here, with this project’s secrets.', 'Name a tag or a commit in `ref`.'],
    all(present('project'), any(absent('ref'), is('ref', 'main', 'master', 'HEAD', 'develop'))),
    ['include:\n  - project: group/ci\n    file: build.yml', 'include:\n  - project: group/ci\n    ref: v1.4.0\n    file: build.yml'],
  ),
  rule('unpinned-component', INCLUDE, 'low', 'CWE-829', ['Component that may change', 'Whoever owns it changes what runs here, with this project’s secrets.', 'Name a version or a commit after the `@`.'], matches('component', /@(?:~latest|main|master|HEAD)$/), [
    'include:\n  - component: gitlab.example.com/group/scan/job@main',
    'include:\n  - component: gitlab.example.com/group/scan/job@1.4.0',
  ]),
  rule(
    'unpinned-pipeline-image',
    IMAGE,
    'low',
    'CWE-1357',
    ['Image without a fixed version', 'What the job runs in changes without a change of the pipeline.', 'Name a version, better a digest.'],
    all(matches('name', /^(?:[^\s@$]*\/)?[^\s:@/$]+(?::latest)?$/), not(matches('name', /^(?:scratch|docker:(?:dind|stable|git))$/))),
    ['build:\n  image: node:latest\n  script: [npm ci]', 'build:\n  image: node:22.9.0\n  script: [npm ci]'],
    { weakness: 'unpinned-image' },
  ),
  rule('docker-in-docker', IMAGE, 'info', 'CWE-250', ['Container engine in a job', 'It needs a runner whose jobs are root on its host.', 'Build images with BuildKit without root, Buildah or Kaniko.'], matches('name', /^(?:[\w.-]+(?::\d+)?\/)*docker:(?:[\w.-]*-)?dind(?:-rootless)?(?:@|$)/), [
    'build:\n  image: docker:27.3.1\n  services: [docker:27.3.1-dind]\n  script: [docker build .]',
    'build:\n  image: quay.io/buildah/stable:v1.37\n  script: [buildah build .]',
  ]),
  rule('docker-without-tls', VARIABLES, 'low', 'CWE-319', ['Container engine that takes commands without a login', 'Whatever the job runs, and others in its network, become root where the engine runs.', 'Leave `DOCKER_TLS_CERTDIR` as it is: `/certs`.'], is('own.DOCKER_TLS_CERTDIR', ''), [
    'variables:\n  DOCKER_TLS_CERTDIR: ""',
    'variables:\n  DOCKER_TLS_CERTDIR: /certs',
  ]),
  rule('privileged-in-pipeline', LINE, 'low', 'CWE-250', ['Privileged container started by a job', 'It has every capability and device of its host.', 'Add the one capability that is needed.'], runs(/\b(?:docker|podman)\s+(?:container\s+)?(?:run|create)\b[^;&|\n]*\s--privileged(?:=true)?(?=\s|$)/), [
    'docker run --privileged example/app:1.2',
    'docker run --cap-add NET_ADMIN example/app:1.2',
  ]),
  rule(
    'tls-checks-off-in-pipeline',
    VARIABLES,
    'medium',
    'CWE-295',
    ['Checks of certificates turned off', 'Whoever is on the way can answer in the other’s name, and gets the job’s tokens.', 'Give the runner the authority’s certificate.'],
    any(is('own.GIT_SSL_NO_VERIFY', true, 'true', '1'), is('own.NODE_TLS_REJECT_UNAUTHORIZED', '0'), is('own.PYTHONHTTPSVERIFY', '0'), is('own.VAULT_SKIP_VERIFY', true, 'true', '1')),
    ['variables:\n  GIT_SSL_NO_VERIFY: "true"', 'variables:\n  GIT_DEPTH: "10"'],
  ),
  rule(
    'tls-checks-off-in-script',
    LINE,
    'medium',
    'CWE-295',
    ['Command that checks no certificate', 'Whoever is on the way can answer in the other’s name, and gets what is sent.', 'Give the authority’s certificate: `--cacert`.'],
    runs(/(?:^|[\s;&|(])(?:curl\s(?:[^|;&\n]*\s)?(?:-[a-zA-Z]*k[a-zA-Z]*|--insecure)(?=\s|$)|wget\s[^|;&\n]*--no-check-certificate|git\s[^|;&\n]*http\.sslVerify[= ]["']?false)|\bexport\s+(?:GIT_SSL_NO_VERIFY=(?:true|1)|NODE_TLS_REJECT_UNAUTHORIZED=0)/),
    ['curl -sk https://api.example.com/deploy', 'curl -s --cacert ca.pem https://api.example.com/deploy'],
  ),
  rule(
    'pipeline-runs-download',
    LINE,
    'low',
    'CWE-494',
    ['Download run as a script', 'What runs, with the job’s secrets, is whatever the address gives at that moment.', 'Download a fixed version, compare its checksum, then run it.'],
    runs(/\b(?:curl|wget)\b[^|;&\n]{0,300}\|\s*(?:sudo\s+(?:-\S+\s+)*)?(?:(?:ba|z|da|k)?sh|python3?|perl|ruby|node)\b(?!\s+-(?:m|c|e)\b)|\b(?:ba|z|da)?sh\s+(?:-c\s+)?["']?(?:<\(|\$\()\s*(?:curl|wget)\b/),
    ['curl -fsSL https://get.example.com | sh', 'sh install.sh'],
    { weakness: 'download-piped-to-shell' },
  ),
  rule('host-key-off-in-pipeline', LINE, 'low', 'CWE-322', ['Host key that a command does not check', 'Whoever is on the way can answer in the host’s name, and gets what is deployed.', 'Put the key into a variable of the project, and from there into `known_hosts`.'], runs(/StrictHostKeyChecking[= ]["']?no\b/), [
    'ssh -o StrictHostKeyChecking=no deploy@app.example.com deploy',
    'ssh deploy@app.example.com deploy',
  ]),
  rule(
    'credentials-in-artifacts',
    JOB,
    'medium',
    'CWE-538',
    ['Credentials among the artifacts of a job', 'Whoever may read the job downloads them.', 'Leave the file out.'],
    matches('artifacts.paths', /^(?:\.\/)?(?:.*\/)?(?:\.npmrc|\.netrc|\.ssh\/?|\.aws\/?|\.docker\/?(?:config\.json)?|id_(?:rsa|ed25519)|kubeconfig|.*\.kubeconfig|\.git\/config)$/),
    ['build:\n  script: [make]\n  artifacts:\n    paths: [dist, .npmrc]', 'build:\n  script: [make]\n  artifacts:\n    paths: [dist]'],
  ),
  rule(
    'secret-encoded-in-log',
    LINE,
    'medium',
    'CWE-532',
    ['Secret written to the log in another form', 'GitLab masks the value as it is, not its base64 or a part of it.', 'Do not print it.'],
    runs(/^\s*(?:echo|printf)\s+(?:-\w+\s+)?["']?\$\{?\w*(?:PASSWORD|SECRET|_TOKEN|API_KEY|PRIVATE_KEY|SECRET_KEY)\b\}?["']?\s*\|\s*(?:base64(?!\s+(?:-d|-D|--decode))|rev|xxd|hexdump|od|fold)(?:\s[^|>]*)?$/),
    ['echo "$DEPLOY_TOKEN" | base64', 'echo "$DEPLOY_TOKEN" | app login --token-stdin'],
  ),
  rule(
    'pipeline-package-checks-off',
    LINE,
    'medium',
    'CWE-347',
    ['Packages installed without a check of where they come from', 'A mirror, or whoever is on the way, decides what runs with the job’s secrets.', 'Import the key or the certificate, and leave the option out.'],
    runs(/(?:^|[\s;&|(])(?:apt(?:-get)?\s[^|;&\n]*--(?:allow-unauthenticated|force-yes)|(?:yum|dnf)\s[^|;&\n]*--nogpgcheck|apk\s[^|;&\n]*--allow-untrusted(?![^|;&\n]*\s\.?\/)|pip3?\s[^|;&\n]*--trusted-host(?![= ](?:localhost|127\.))|(?:npm|yarn)\s+config\s+set\s+strict-ssl[= ]false)/),
    ['apt-get install -y --allow-unauthenticated app', 'apt-get install -y app'],
  ),
  rule(
    'download-over-http-in-pipeline',
    LINE,
    'low',
    'CWE-494',
    ['Program that comes over HTTP', 'Whoever is on the way changes what runs with the job’s secrets.', 'Use HTTPS, and compare the checksum.'],
    runs(/(?:^|[\s;&|(])(?:curl|wget)\s[^|;&\n]*\bhttp:\/\/(?!localhost|127\.|\$|[\w-]+(?::\d+)?(?:\/|\s|$)|[\w.-]+\.(?:local|internal|test|example)(?:[:/\s]|$))[^\s"']+\.(?:sh|tgz|tar(?:\.\w+)?|zip|deb|rpm|jar|bin|exe|gz)\b/),
    ['wget http://downloads.example.com/app-1.2.tar.gz', 'wget https://downloads.example.com/app-1.2.tar.gz'],
  ),
  rule(
    'engine-socket-in-pipeline',
    LINE,
    'low',
    'CWE-250',
    ['Socket of the container engine given to a container', 'Whatever runs in it is root on the runner.', 'Build images with a tool that needs no engine.'],
    runs(/\b(?:docker|podman)\s+(?:container\s+)?(?:run|create)\b[^;&|\n]*\s(?:-v|--volume)[= ]["']?\/(?:var\/)?run\/docker\.sock/),
    ['docker run -v /var/run/docker.sock:/var/run/docker.sock example/app:1.2', 'docker run example/app:1.2'],
  ),
  rule(
    'docker-over-plain-tcp',
    VARIABLES,
    'low',
    'CWE-319',
    ['Container engine that is spoken to without TLS', 'Whoever is in the network of the job gives the engine commands, and it is root on its host.', 'Use port 2376 with certificates, as the image does by itself.'],
    all(matches('own.DOCKER_HOST', /^tcp:\/\/(?!localhost|127\.)[^:/\s]+:2375\b/), not(is('own.DOCKER_TLS_CERTDIR', ''))),
    ['variables:\n  DOCKER_HOST: tcp://docker:2375', 'variables:\n  DOCKER_HOST: tcp://docker:2376'],
  ),
  rule('host-key-taken-in-pipeline', LINE, 'info', 'CWE-322', ['Host key taken from the network at each run', 'Whoever answers is written into `known_hosts`, and gets what is deployed.', 'Keep the key in a variable of the project.'], runs(/\bssh-keyscan\b[^|;&\n]*>>?\s*\S*known_hosts/), [
    'ssh-keyscan app.example.com >> ~/.ssh/known_hosts',
    'echo "$SSH_KNOWN_HOSTS" >> ~/.ssh/known_hosts',
  ]),
  rule('files-for-everybody-in-pipeline', LINE, 'info', 'CWE-732', ['Command that lets everybody change files', 'On a runner that jobs share, another job changes what this one runs.', 'Give the rights to the owner alone.'], runs(/(?:^|[\s;&|])chmod\s+(?:-\w+\s+)*(?:0?777|a\+rwx|ugo\+rwx)(?=\s)/), [
    'chmod -R 777 build',
    'chmod -R 755 build',
  ]),
  rule('everything-in-artifacts', JOB, 'low', 'CWE-538', ['Every file that Git does not know among the artifacts', 'What a job leaves behind, such as `.env` and files of logins, is there to download.', 'Name the files in `paths`.'], is('artifacts.untracked', true), [
    'build:\n  script: [make]\n  artifacts:\n    untracked: true',
    'build:\n  script: [make]\n  artifacts:\n    paths: [dist]',
  ]),
  rule('scan-that-may-fail', JOB, 'info', 'CWE-693', ['Scan for secrets whose result counts for nothing', 'The pipeline goes on whatever it finds.', 'Remove `allow_failure`, and leave out what is known.'], all(is('allow_failure', true), matches('script', /\b(?:gitleaks|trufflehog|detect-secrets)\b/)), [
    'secrets:\n  script: [gitleaks detect]\n  allow_failure: true',
    'secrets:\n  script: [gitleaks detect]',
  ]),
  rule('cache-of-unprotected-branches', JOB, 'low', 'CWE-829', ['Cache that protected and other branches share', 'Whoever may push a branch changes what a job of the protected branch runs.', 'Remove `unprotect`.'], is('cache.unprotect', true), [
    'build:\n  script: [make]\n  cache:\n    key: deps\n    unprotect: true\n    paths: [vendor]',
    'build:\n  script: [make]\n  cache:\n    key: deps\n    paths: [vendor]',
  ]),
  rule(
    'input-in-pipeline-command',
    LINE,
    'low',
    'CWE-78',
    ['Input of a pipeline that is run as a command', 'Whoever includes or starts the pipeline runs commands in the job.', 'Hand it over in `variables`, and quote that.'],
    runs(/(?:^|[\s;&|(])(?:eval\s[^;&|\n]*|(?:ba|z|da)?sh\s+(?:-\w+\s+)*-\w*c\s+["'][^\n]*)\$\[\[\s*inputs\./),
    ['bash -c "deploy $[[ inputs.target ]]"', 'deploy "$TARGET"'],
  ),
  rule('variables-handed-down', JOB, 'info', 'CWE-200', ['Variables of whoever started it handed to another pipeline', 'Values that somebody gave by hand, secrets among them, go to the other project.', 'Name the variables that it needs.'], is('trigger.forward.pipeline_variables', true), [
    'deploy:\n  trigger:\n    project: group/deploy\n    forward:\n      pipeline_variables: true',
    'deploy:\n  trigger:\n    project: group/deploy',
  ]),
];
