/** The machines of a test, and the template for their configurations. */
import { readFileSync } from 'node:fs';
import type { MirrorServer } from '@writ/mirror';
import { canaries } from '../../installation.ts';
import type { BootService } from './service.ts';

/** A machine. */
export interface Unit {
  readonly number: number;
  readonly firmware: 'uefi' | 'bios';
  readonly labels: Readonly<Record<string, string>>;
  readonly mac: string;
  /** Serial number of its disk. */
  readonly serial: string;
  readonly hostname: string;
}

const variables = {
  mac: { type: 'mac' },
  unit: { type: 'integer' },
  serial: { type: 'text' },
  hostname: { type: 'hostname' },
  loader: { type: 'enum', values: ['systemd-bootctl', 'grub-install'] },
} as const;

/** Adds a configuration for each machine, from a template and a table. */
export async function addConfigurations(
  { send }: BootService,
  mirror: MirrorServer,
  selector: object,
  units: readonly Unit[],
): Promise<void> {
  const example = new URL('../../../examples/install/minimal.json', import.meta.url);
  const configuration = {
    ...(JSON.parse(readFileSync(example, 'utf8')) as object),
    bootloader: '{{loader}}',
    harddrives: ['serial={{serial}}'],
    hostname: '{{hostname}}',
    '!root-password': canaries.root,
    '!users': { username: 'ada', '!password': canaries.user, sudo: true },
    'mirror-region': { Test: { [mirror.address]: true } },
  };
  const { mac, unit, ...used } = variables;
  const isByMac = JSON.stringify(selector).includes('{{mac}}');
  const template = { variables: { ...used, ...(isByMac ? { mac } : { unit }) }, configuration };
  const table = units.map(({ number, firmware, mac: card, serial, hostname }) => ({
    serial,
    hostname,
    loader: firmware === 'uefi' ? 'systemd-bootctl' : 'grub-install',
    ...(isByMac ? { mac: card } : { unit: number }),
  }));
  await send('POST', '/api/node-configurations/rows', {
    template: JSON.stringify(template),
    table: JSON.stringify(table),
    selector,
  });
}
