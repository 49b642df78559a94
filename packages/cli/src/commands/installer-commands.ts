import type { Command } from '../command-line/command.ts';

const planOptions =
  'CONFIG [--creds FILE] [--advanced] [--strict] [--target T]... [--facts FILE|here] [--firmware uefi|bios] [--image-size 8G] [--seed HEX] [--command-limit 10m]';

/** From a configuration to an installed system: all that the single executable holds. */
export const installerCommands: Readonly<Record<string, Command>> = {
  check: {
    summary: 'list everything that is wrong with a configuration',
    usage: 'CONFIG [--creds FILE] [--advanced] [--strict] [--facts FILE|here] [--format text|json]',
    load: () => import('../check/run.ts'),
  },
  plan: {
    summary: 'show what an installation would do, in order',
    usage: `${planOptions} [--format text|json]`,
    load: () => import('../install/plan.ts'),
  },
  install: {
    summary: 'install onto a disk or into an image',
    usage: `${planOptions} [--yes] [--wipe] [--plan-sha256 HEX] [--lock FILE] [--format text|json] [--dry-run] [--resume] [--rerun-command] [--mirror URL] [--min-rate R] [--events FILE|-] [--quiet]`,
    load: () => import('../install/install.ts'),
  },
  convert: {
    summary: 'write what a configuration of another era says in this format',
    usage: 'OLD.json [--creds FILE] [-o FILE] [--accept-loss KEY]... [--format text|json]',
    load: () => import('../convert/run.ts'),
  },
  schema: {
    summary: 'print the JSON Schema of a configuration, or explain one key',
    usage: '[explain KEY]',
    load: () => import('../schema/run.ts'),
  },
  facts: {
    summary: 'print what an installation has to know about this machine, for --facts on another one',
    usage: '',
    load: () => import('../facts/run.ts'),
  },
};
