import { SECRET_PATTERNS } from './secrets';
import type { ToolDefinition } from './tool';

/** Credentials by their fixed beginnings that the engine of the secrets tools knows by itself, and this one does not. */
const KNOWN_CREDENTIALS = {
  'aws-access-key': { name: 'AWS access key', regex: '\\b(?:AKIA|ASIA)[0-9A-Z]{16}\\b' },
  'github-token': { name: 'GitHub token', regex: '\\bgh[opsu]_[0-9A-Za-z]{36}\\b|\\bgithub_pat_[0-9A-Za-z_]{60,90}' },
  'gitlab-token': { name: 'GitLab token', regex: '\\bglpat-[0-9A-Za-z_-]{20}' },
  'npm-token': { name: 'npm token', regex: '\\bnpm_[0-9A-Za-z]{36}\\b' },
  'slack-token': { name: 'Slack token', regex: '\\bxox[abprs]-[0-9A-Za-z-]{20,200}' },
  'sendgrid-key': { name: 'SendGrid key', regex: '\\bSG\\.[0-9A-Za-z_-]{22}\\.[0-9A-Za-z_-]{43}' },
  'private-key': { name: 'private key', regex: '-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----' },
};

const secret = (title: string): ToolDefinition['rules'][string] => ({
  severity: 'high', cwe: 'CWE-798', weakness: 'leaked-secret', title,
  fix: 'Revoke it first: whoever can pull the image has it. Give secrets to the container when it starts, and to the build as build secrets (RUN --mount=type=secret).',
});

export const imageConfigTools: readonly ToolDefinition[] = [{
  id: 'image-config',
  name: 'Image configuration',
  description: 'Finds what makes a container image dangerous to run: root, secrets in its environment, labels and history, risky ports, downloads that nobody checked.',
  category: 'security',
  billing: 'security',
  engine: 'image-config',
  targets: ['image'],
  reads: 'records',
  files: ['image.json'],
  advice: 'Mend the Dockerfile and build the image again.',
  rules: {
    'runs-as-root': { severity: 'medium', cwe: 'CWE-250', title: 'Containers of the image run as root', fix: 'Make an account in the Dockerfile and name it with USER, by its number.' },
    'secret-in-environment': secret('The environment of the image holds a secret'),
    'secret-in-history': secret('The history of the image holds a secret'),
    'secret-in-label': secret('A label of the image holds a secret'),
    'password-in-history': { severity: 'high', cwe: 'CWE-798', title: 'A password is set in the history of the image', fix: 'Lock the account, or set its password when the container starts.' },
    'fetches-and-runs': { severity: 'high', cwe: 'CWE-494', title: 'The build fetched a program and ran it unseen', fix: 'Fetch a fixed version, check its checksum, then run it.' },
    'remote-add': { severity: 'medium', cwe: 'CWE-494', title: 'The build added a file from the network', fix: 'Give ADD the checksum that the file must have: ADD --checksum=sha256:….' },
    'verification-off': { severity: 'high', cwe: 'CWE-295', title: 'The checking of certificates or signatures is off', fix: 'Add the missing certificate or key to the image instead.' },
    'passwordless-sudo': { severity: 'medium', cwe: 'CWE-250', title: 'An account becomes root without a password', fix: 'Do what needs root in the build, and run as an account without sudo.' },
    'installs-sudo': { severity: 'low', cwe: 'CWE-250', title: 'sudo is in the image', fix: 'Do what needs root before USER; a container needs no sudo.' },
    'world-writable': { severity: 'medium', cwe: 'CWE-732', title: 'The build lets everybody write to files', fix: 'Give the files to the account that runs: COPY --chown, or chown and chmod u+w.' },
    'exposed-ssh': { severity: 'medium', cwe: 'CWE-1125', title: 'The image offers SSH', fix: 'Use docker exec or kubectl exec: a container needs no server to log in to.' },
    'unencrypted-port': { severity: 'high', cwe: 'CWE-319', title: 'The image offers a service without encryption', fix: 'Offer it over TLS, or not at all.' },
    'management-port': { severity: 'medium', cwe: 'CWE-1125', title: 'The image offers a port by which machines are managed or debugged', fix: 'Remove it from EXPOSE, and see to it that nothing listens there.' },
    'system-volume': { severity: 'high', cwe: 'CWE-250', title: 'The image asks for a folder or socket of the system', fix: 'Remove the volume: whoever can write there has the machine.' },
    'moving-base': { severity: 'low', cwe: 'CWE-1357', title: 'The image was built on a moving base', fix: 'Name the base by its version and its digest: FROM debian:12.8@sha256:….' },
    'debug-mode': { severity: 'low', cwe: 'CWE-489', title: 'The image has settings for development' },
    'old-image': { severity: 'low', cwe: 'CWE-1104', title: 'The image was built more than a year ago', fix: 'Build it again, on the base as it is today.' },
    'package-cache-kept': { severity: 'info', title: 'The build keeps what only installing needs', fix: 'Remove it in the same RUN, or mount a cache: RUN --mount=type=cache.' },
    'many-layers': { severity: 'info', title: 'The image has very many layers', fix: 'Join commands that belong together, or copy the result into a fresh stage.' },
    'no-healthcheck': { severity: 'info', title: 'The image has no health check', fix: 'Add HEALTHCHECK, unless whatever runs the container has a check of its own.' },
  },
  settings: { patterns: { ...SECRET_PATTERNS, ...KNOWN_CREDENTIALS } },
}];

/** Programs that Debian, Alpine, Fedora and their kin install setuid or setgid, where they install them; `usr/bin` stands for all four folders of programs. */
const USUAL_SET_ID = [
  ...['bsd-write', 'chage', 'chfn', 'chsh', 'crontab', 'dotlockfile', 'doas', 'expiry', 'fusermount', 'fusermount3', 'gpasswd', 'locate', 'lockfile', 'mlocate', 'mount', 'newgidmap', 'newgrp', 'newuidmap',
    'ntfs-3g', 'passwd', 'ping', 'ping6', 'pkexec', 'plocate', 'screen', 'sg', 'ssh-agent', 'su', 'sudo', 'traceroute6', 'umount', 'wall', 'write',
    'at', 'bbsuid', 'exim4', 'mount.cifs', 'mount.nfs', 'pam_extrausers_chkpwd', 'pam_timestamp_check', 'postdrop', 'postqueue', 'pppd', 'suexec', 'unix_chkpwd', 'userhelper', 'usernetctl'].map((name) => `usr/bin/${name}`),
  'usr/lib/dbus-1.0/dbus-daemon-launch-helper', 'usr/libexec/dbus-daemon-launch-helper', 'usr/libexec/dbus-1/dbus-daemon-launch-helper',
  'usr/lib/openssh/ssh-keysign', 'usr/lib/ssh/ssh-keysign', 'usr/libexec/openssh/ssh-keysign',
  'usr/lib/policykit-1/polkit-agent-helper-1', 'usr/lib/polkit-1/polkit-agent-helper-1', 'usr/libexec/polkit-agent-helper-1',
  'usr/lib/x86_64-linux-gnu/utempter/utempter', 'usr/lib/aarch64-linux-gnu/utempter/utempter', 'usr/libexec/utempter/utempter',
  'usr/lib/eject/dmcrypt-get-device', 'usr/lib/xorg/Xorg.wrap',
];

export const imageFilesystemTools: readonly ToolDefinition[] = [{
  id: 'image-filesystem',
  name: 'Image file system',
  description: 'Finds files in a container image that give power or secrets away: unusual setuid programs, files that everybody may write to, keys and credentials, also in removed layers.',
  category: 'security',
  billing: 'security',
  engine: 'image-filesystem',
  targets: ['image'],
  reads: 'records',
  files: ['entries.json'],
  advice: 'Mend the Dockerfile and build the image again: what a later layer removes is still in it.',
  rules: {
    'setuid-interpreter': { severity: 'critical', cwe: 'CWE-250', title: 'A program that runs any command is setuid', fix: 'Remove the bit: chmod u-s.' },
    'setuid-writable': { severity: 'critical', cwe: 'CWE-732', title: 'Everybody may rewrite a setuid program', fix: 'Remove the bit or the permission: chmod u-s,o-w.' },
    'setuid-file': { severity: 'medium', cwe: 'CWE-250', title: 'An unusual program is setuid', fix: 'Remove the bit, chmod u-s, or the program, unless the image needs just this.' },
    'setgid-file': { severity: 'low', cwe: 'CWE-250', title: 'An unusual program is setgid', fix: 'Remove the bit, chmod g-s, unless the image needs just this.' },
    'world-writable-file': { severity: 'medium', cwe: 'CWE-732', title: 'Everybody may write to a file', fix: 'Remove the permission: chmod o-w.' },
    'world-writable-folder': { severity: 'medium', cwe: 'CWE-732', title: 'Everybody may write to a folder', fix: 'Remove the permission, chmod o-w, or let nobody remove what is another’s: chmod +t.' },
    'private-key': { severity: 'high', cwe: 'CWE-321', weakness: 'leaked-secret', title: 'A private key is in the image', fix: 'Make a new key, replace the old one wherever it is trusted, and mount it when the container starts.' },
    'ssh-host-key': { severity: 'medium', cwe: 'CWE-321', title: 'The host keys of an SSH server are in the image', fix: 'Remove them, and make them when the container starts: ssh-keygen -A.' },
    'key-store': { severity: 'medium', cwe: 'CWE-522', title: 'A store of keys is in the image', fix: 'Mount it when the container starts.' },
    'credentials-file': { severity: 'high', cwe: 'CWE-522', title: 'A file of credentials is in the image', fix: 'Revoke them, then use a build secret (RUN --mount=type=secret) or mount the file when the container starts.' },
    'environment-file': { severity: 'medium', cwe: 'CWE-538', title: 'A file of settings for one environment is in the image', fix: 'Name it in .dockerignore, and set the variables when the container starts.' },
    'version-control-data': { severity: 'medium', cwe: 'CWE-527', title: 'The history of a repository is in the image', fix: 'Name .git in .dockerignore.' },
    'shell-history': { severity: 'low', cwe: 'CWE-538', title: 'The history of a shell is in the image', fix: 'Remove it in the layer that makes it.' },
    'empty-password': { severity: 'critical', cwe: 'CWE-258', title: 'An account needs no password', fix: 'Lock it: passwd -l.' },
    'weak-password-hash': { severity: 'high', cwe: 'CWE-916', title: 'A password is stored as a hash that is guessed quickly', fix: 'Lock the account, passwd -l, and change the password wherever else it is used.' },
    'account-password': { severity: 'medium', cwe: 'CWE-259', title: 'An account has a password', fix: 'Lock it, passwd -l, or set the password when the container starts.' },
    'several-root-accounts': { severity: 'high', cwe: 'CWE-269', title: 'Another account is root', fix: 'Give it a user id of its own.' },
    'passwordless-sudo': { severity: 'medium', cwe: 'CWE-250', title: 'An account becomes root without a password', fix: 'Do what needs root in the build, and run as an account without sudo.' },
    'docker-socket': { severity: 'high', cwe: 'CWE-250', title: 'The socket of Docker is named in the image', fix: 'Remove it: whoever reaches that socket is root on the machine.' },
    'package-cache': { severity: 'info', title: 'What only installing packages needs is in the image', fix: 'Remove it in the same RUN that installs, or mount a cache: RUN --mount=type=cache.' },
  },
  settings: { usual: USUAL_SET_ID },
}];
