import { BUILD_RULES } from './dockerfile-rules/build';
import { CHECK_RULES } from './dockerfile-rules/checks';
import { COMMAND_RULES } from './dockerfile-rules/commands';
import { HABIT_RULES } from './dockerfile-rules/habits';
import { type SampledRule, rulesById } from './sampled-rule';
import { SECURITY_RULES } from './dockerfile-rules/security';
import { SOURCE_TARGETS, type ToolDefinition } from './tool';

const dockerfileLint: ToolDefinition = {
  id: 'dockerfile-lint',
  name: 'Dockerfile',
  description: 'Dockerfiles that do not build, build something else every time, or carry what an image does not need.',
  category: 'standards',
  billing: 'linting',
  engine: 'dockerfilelint',
  targets: SOURCE_TARGETS,
  files: ['**/{Dockerfile,Containerfile,dockerfile}', '**/{Dockerfile,Containerfile}.*', '**/*.{Dockerfile,dockerfile}'],
  advice: 'Follow the best practices for writing Dockerfiles.',
  rules: {
    add_dest_invalid: { severity: 'medium', title: 'Several files added to something that is no folder', fix: 'End the destination with `/`.' },
    add_src_invalid: { severity: 'medium', title: 'File outside the build context', fix: 'Move it into the context, or build from a folder above; ADD cannot reach outside.' },
    'apkadd-missing-virtual': { severity: 'info', title: 'Build packages of apk without a group', fix: 'Use `--virtual`, and delete the group in the same instruction.' },
    'apkadd-missing_nocache_or_updaterm': { severity: 'info', title: 'Package index of apk left in the image', weakness: 'package-cache-left', fix: 'Use `apk add --no-cache`.' },
    'apt-get-dist-upgrade': { severity: 'low', title: 'apt-get dist-upgrade in an image', fix: 'Build from a newer base image.' },
    'apt-get-update_require_install': { severity: 'medium', title: 'apt-get update without an install', weakness: 'apt-get-update-alone', fix: 'Put `update` and `install` in one RUN: the cached index gets old otherwise.' },
    'apt-get-upgrade': { severity: 'low', title: 'apt-get upgrade in an image', fix: 'Build from a newer base image.' },
    'apt-get_missing_param': { severity: 'medium', title: 'apt-get that waits for an answer', weakness: 'apt-get-asks', fix: 'Add `-y`.' },
    'apt-get_missing_rm': { severity: 'info', title: 'Package index of apt left in the image', weakness: 'package-index-left', fix: 'Remove /var/lib/apt/lists/* in the same RUN.' },
    'apt-get_recommends': { severity: 'info', title: 'Recommended packages installed too', weakness: 'apt-get-recommends', fix: 'Add `--no-install-recommends`.' },
    'deprecated_in_1.13': { severity: 'low', title: 'Deprecated instruction', fix: 'Use `LABEL org.opencontainers.image.authors=…`.' },
    expose_host_port: { severity: 'medium', title: 'Host port in EXPOSE', fix: 'Name the container’s port only, and map it when the container is started.' },
    extra_args: { severity: 'medium', title: 'Too many arguments', fix: 'Remove what is too much, or put it in quotes.' },
    from_first: { severity: 'high', title: 'Instruction before FROM', fix: 'Begin with FROM; only ARG may come before it.' },
    healthcheck_options_missing_args: { severity: 'medium', title: 'HEALTHCHECK option without a value', fix: 'Write the value behind the option: --interval=30s.' },
    invalid_command: { severity: 'high', title: 'Unknown instruction', fix: 'Check the spelling, and end each line that the next one continues with a backslash; the image does not build.' },
    invalid_format: { severity: 'medium', title: 'Arguments in the wrong form', fix: 'Write the arguments as the reference of Dockerfiles has them.' },
    invalid_port: { severity: 'medium', title: 'Invalid port', fix: 'Use a number from 1 to 65535, with /tcp or /udp.' },
    invalid_workdir: { severity: 'medium', title: 'Space in WORKDIR', fix: 'Quote the path.' },
    label_invalid: { severity: 'low', title: 'Label without an equals sign', fix: 'Write `key=value`.' },
    latest_tag: { severity: 'low', title: 'Base image with the tag latest', cwe: 'CWE-1357', weakness: 'unpinned-image', fix: 'Name a version, better a digest.' },
    missing_args: { severity: 'medium', title: 'Arguments missing', fix: 'Write the arguments, or remove the instruction.' },
    missing_tag: { severity: 'low', title: 'Base image without a version', cwe: 'CWE-1357', weakness: 'unpinned-image', fix: 'Name a version, better a digest.' },
    required_params: { severity: 'high', title: 'Instruction without arguments', fix: 'Write the arguments, or remove the instruction.' },
    sudo_usage: { severity: 'low', title: 'sudo in an image', cwe: 'CWE-250', fix: 'Run as root before the USER instruction, or use gosu.' },
    uppercase_commands: { severity: 'info', title: 'Instruction in lower case', fix: 'Write instructions in capitals.' },
  },
};

export const dockerfileTools: readonly ToolDefinition[] = [dockerfileLint];

/** The rules of the tool for builds. */
export const BUILDING: readonly SampledRule[] = [...BUILD_RULES, ...CHECK_RULES, ...COMMAND_RULES, ...HABIT_RULES];

const FILES = ['**/{Dockerfile,Containerfile,dockerfile}', '**/{Dockerfile,Containerfile}[.-]*', '**/*.{Dockerfile,dockerfile}'];

/** Tools with rules of our own. The row of each rule has its examples. */
export const ownDockerfileTools: readonly ToolDefinition[] = [
  {
    id: 'dockerfile-security',
    name: 'Dockerfile security',
    description: 'Secrets that stay in layers and in the history of an image, downloads that nobody checks, and rights that a container does not need.',
    category: 'security',
    billing: 'security',
    engine: 'dockerfile',
    targets: SOURCE_TARGETS,
    files: FILES,
    advice: 'Keep out of the image what only the build needs, and check what comes from elsewhere.',
    rules: rulesById(SECURITY_RULES),
  },
  {
    id: 'dockerfile-build',
    name: 'Dockerfile builds',
    description: 'Instructions and commands of a Dockerfile that fail, do nothing, do something else than they say, or leave in the image what nobody needs.',
    category: 'quality',
    billing: 'quality',
    engine: 'dockerfile',
    targets: SOURCE_TARGETS,
    files: FILES,
    advice: 'Follow the reference of Dockerfiles.',
    rules: rulesById(BUILDING),
  },
];

/** Matters of taste, which `recommended` leaves out. */
export const OPTIONAL_DOCKERFILE_RULES: readonly string[] = BUILDING.filter(({ optional }) => optional).map(({ id }) => `dockerfile-build/${id}`);
