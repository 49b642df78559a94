import { readFileSync } from 'node:fs';
import { hasErrors, Secret, type Diagnostic } from '@writ/diagnostics';
import { defined } from '@writ/diagnostics/internal';
import { checkConfiguration } from '../config/check.ts';
import type { ConfigFile } from '../config/config-file.ts';
import type { Settings } from '../config/settings.ts';
import type { Facts } from '../facts/facts.ts';
import type { MachineName } from '../facts/fake-machines/machines.ts';
import { parseFacts } from '../facts/parse-facts.ts';
import type { TargetFacts } from '../facts/target.ts';
import { chooseTargets } from '../target/choose-targets.ts';
import { resolvePlanFacts } from '../run/machine/plan-facts.ts';
import { checkFit } from './check-fit.ts';
import type { Plan } from './plan.ts';
import type { SoftwareFacts } from './plan-software.ts';
import { createPlan, type PlanFacts, type PlanOptions } from './create-plan.ts';

/** Secrets that must never be printed, in realistic formats. */
export const canaries = {
  root: 'canary-root-"pass\\word',
  user: 'canary user % pässword',
  hash: '$6$canarysalt$canaryhashcanaryhash',
} as const;

/** Returns sample settings with several kernels, users, all kinds of passwords, and a custom command. */
export function sampleSettings(changes: Partial<Settings> = {}): Settings {
  return {
    hostname: 'sample',
    timezone: 'Europe/Berlin',
    keyboard: 'de-latin1',
    locale: 'de_DE.UTF-8',
    bootloader: 'systemd-bootctl',
    uki: false,
    kernels: ['linux', 'linux-lts'],
    repositories: [],
    mirrors: [
      {
        region: 'Here',
        servers: [{ address: 'http://127.0.0.1:7879/$repo/os/$arch' }],
      },
    ],
    drives: [],
    rootPassword: { kind: 'plain', value: new Secret(canaries.root) },
    users: [
      { name: 'ada', password: { kind: 'plain', value: new Secret(canaries.user) }, sudo: true },
      { name: 'eve', password: { kind: 'hash', value: new Secret(canaries.hash) }, sudo: false },
      { name: 'locked-out', sudo: false },
    ],
    packages: ['openssh', 'base'],
    services: ['sshd'],
    customCommands: ['echo "installed by {tree}" > /etc/motd'],
    ntp: true,
    network: { type: 'none' },
    ...changes,
  };
}

export const sampleFacts: PlanFacts = {
  target: { kind: 'image', path: '/images/sample.img' },
  losses: [
    { target: '/images/sample.img', description: 'No data will be lost: the file does not exist yet.' },
  ],
};

/** Returns the recorded facts of a machine in fixtures/machines. */
export function machineFixture(name: MachineName): Facts {
  const file = new URL(`../../fixtures/machines/${name}.json`, import.meta.url);
  const { facts, findings } = parseFacts(`${name}.json`, readFileSync(file));
  if (facts === undefined) throw new Error(`${name}.json: ${findings[0]?.message}`);
  return facts;
}

export interface PlannedCase extends PlanOptions {
  /** The name or facts of a recorded machine; required if a target is a disk. */
  readonly machine?: MachineName | Facts;
  /** Targets that replace the `harddrives` of the configuration (default: an image). */
  readonly targets?: readonly string[];
  readonly advanced?: boolean;
  readonly creds?: ConfigFile;
  /** The profile at `profile.path`. */
  readonly definition?: SoftwareFacts['definition'];
}

/**
 * Plans a configuration like `writ plan`, but without inspecting this machine: it assumes that
 * image files do not exist.
 */
export async function planFor(
  config: object,
  { machine, targets, advanced = false, creds, definition, ...options }: PlannedCase = {},
): Promise<{ readonly plan?: Plan; readonly findings: readonly Diagnostic[] }> {
  const text = JSON.stringify(config, null, 2);
  const { settings, findings, locate } = checkConfiguration({
    config: { file: 'config.json', text },
    ...defined({ creds }),
    advanced,
  });
  if (settings === undefined) return { findings };
  const configured = settings.drives.length === 0 ? ['/images/disk.img'] : settings.drives;
  const names = targets ?? configured;
  const choice = await chooseTargets(names, {
    wipe: false,
    facts: () => {
      if (machine === undefined) throw new Error('a machine is required if a target is a disk');
      return Promise.resolve(typeof machine === 'string' ? machineFixture(machine) : machine);
    },
    observe: (name) => Promise.resolve(absentImage(name)),
  });
  const facts = resolvePlanFacts(choice, names.length, definition);
  const fit = facts === undefined ? [] : checkFit(settings, facts, options);
  const all = [...findings, ...[...choice.findings, ...fit].map(locate)];
  if (facts === undefined || hasErrors(all)) return { findings: all };
  return { plan: createPlan({ ...settings, drives: names }, facts, options), findings: all };
}

/** A configuration with only the keys that a plan requires. */
export const minimalConfiguration = {
  bootloader: 'systemd-bootctl',
  kernels: ['linux'],
  'mirror-region': { Here: ['http://127.0.0.1:7879/$repo/os/$arch'] },
  '!root-password': 'a password',
} as const;

/** Disks of recorded machines. */
export const laptopDisk = { machine: 'uefi-laptop', targets: ['/dev/nvme0n1'] } as const;
export const serverDisk = { machine: 'bios-server', targets: ['serial=ZC11A0B1'] } as const;

/**
 * Plans the minimal configuration with changes.
 *
 * @throws Error with the findings if there is no plan
 */
export async function planMinimal(changes: object, options?: PlannedCase): Promise<Plan> {
  const { plan, findings } = await planFor({ ...minimalConfiguration, ...changes }, options);
  if (plan === undefined) throw new Error(findings.map(({ message }) => message).join('; '));
  return plan;
}

/**
 * Returns the content of a file that a plan writes.
 *
 * @throws Error if it writes no such file
 */
export function contentOf(plan: Plan, path: string): string {
  const files = plan.operations.flatMap((one) => one.files);
  const file = files.find((one) => one.kind === 'file' && one.path === `{tree}${path}`);
  if (file?.kind !== 'file') throw new Error(`the plan does not write ${path}`);
  return file.content;
}

function absentImage(path: string): TargetFacts {
  return {
    name: path,
    path,
    kind: 'absent',
    users: [],
    folderWritable: true,
    free: 2 ** 40,
    staging: 'absent',
  };
}
