import type { Command } from 'commander';

interface CommandEntry {
  readonly name: string;
  readonly description: string;
  readonly load: () => Command;
}

/** In the order in which `assay --help` lists them. */
export const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'scan',
    description: 'analyse a target here and now; no server is needed',
    load: () => (require('./scan') as typeof import('./scan')).scanCommand(),
  },
  {
    name: 'fix',
    description: 'apply safe fixes to files of this machine',
    load: () => (require('./fix') as typeof import('./fix')).fixCommand(),
  },
  {
    name: 'compare',
    description: 'what is new and what is gone between two results of scan --format json',
    load: () => (require('./compare') as typeof import('./compare')).compareCommand(),
  },
  {
    name: 'sbom',
    description: 'list the packages of a target, as CycloneDX or SPDX',
    load: () => (require('./sbom') as typeof import('./sbom')).sbomCommand(),
  },
  {
    name: 'init',
    description: 'write an assay.yml for a repository: what is decided about its scans',
    load: () => (require('./init') as typeof import('./init')).initCommand(),
  },
  {
    name: 'serve',
    description: 'run the service: HTTP API, projections and sessions, in one process or with its roles apart',
    load: () => (require('./serve') as typeof import('./serve')).serveCommand(),
  },
  {
    name: 'tools',
    description: 'list the analysis tools, or show one with its rules and examples',
    load: () => (require('./tools') as typeof import('./tools')).toolsCommand(),
  },
  {
    name: 'advisories',
    description: 'bring, list and import the databases of known holes in packages',
    load: () => (require('./advisories') as typeof import('./advisories')).advisoriesCommand(),
  },
  {
    name: 'audit',
    description: 'check what the events say; a running service may go on',
    load: () => (require('./audit') as typeof import('./audit')).auditCommand(),
  },
  {
    name: 'why',
    description: 'why a charge, refund, balance, top-up, finding or verdict is as it is, in words',
    load: () => (require('./why') as typeof import('./why')).whyCommand(),
  },
  {
    name: 'rebuild',
    description: 'rebuild a read model from the events; the service must be stopped',
    load: () => (require('./rebuild') as typeof import('./rebuild')).rebuildCommand(),
  },
  {
    name: 'reactors',
    description: 'the events that reactors could not handle and have set aside, and how to try them again',
    load: () => (require('./reactors') as typeof import('./reactors')).reactorsCommand(),
  },
  {
    name: 'backup',
    description: 'copy the events to a file, and audit the copy; a running service may go on',
    load: () => (require('./backup') as typeof import('./backup')).backupCommand(),
  },
  {
    name: 'restore',
    description: 'put a backup of the events in the place of what is there; the service must be stopped',
    load: () => (require('./restore') as typeof import('./restore')).restoreCommand(),
  },
  {
    name: 'scavenge',
    description: 'remove from the disk what was deleted; the service must be stopped',
    load: () => (require('./scavenge') as typeof import('./scavenge')).scavengeCommand(),
  },
  {
    name: 'org',
    description: 'administer the organizations of a store; the service must be stopped',
    load: () => (require('./org') as typeof import('./org')).orgCommand(),
  },
  {
    name: 'key',
    description: 'administer the API keys of a store; the service must be stopped',
    load: () => (require('./key') as typeof import('./key')).keyCommand(),
  },
  {
    name: 'clock',
    description: 'show the clock beside the newest recorded time, or confirm it; the service must be stopped',
    load: () => (require('./clock') as typeof import('./clock')).clockCommand(),
  },
  {
    name: 'doctor',
    description: 'what is configured, installed and protected here; status 3 where a service could not start',
    load: () => (require('./doctor') as typeof import('./doctor')).doctorCommand(),
  },
];
