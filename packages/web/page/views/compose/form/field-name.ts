import type { Finding } from '../../../api/answers.ts';
import { topKey } from '../../../state/form.ts';
import type { Words } from '../../../words/english.ts';

/** The label of the field that a finding is about; the key in the text if the form has no field for it. */
export function fieldNameOf(finding: Finding, { form, findings }: Words): string {
  const key = topKey(finding);
  if (key === undefined) return findings.wholeConfiguration;
  const [, ...steps] = (finding.pointer ?? '').split('/').slice(1);
  const inner: Readonly<Record<string, string>> = {
    username: form.username,
    '!password': form.password,
    sudo: form.administrator,
    iface: form.interface,
    dhcp: form.addressing,
    ip: form.address,
    gateway: form.gateway,
    dns: form.dns,
    gfx_driver: form.driver,
    greeter_type: form.greeter,
    'authorized-keys': form.sshKeys,
    'file-system': form.fileSystem,
    btrfs: form.fileSystem,
    snapshots: form.snapshots,
    luks: form.encryption,
    '!passphrase': form.passphrase,
    swap: form.swap,
    bluetooth: form.bluetooth,
    printing: form.printing,
    fonts: form.fonts,
    power: form.power,
    firewall: form.firewall,
    desktops: form.furtherDesktops,
  };
  const outer: Readonly<Record<string, string>> = {
    hostname: form.hostname,
    timezone: form.timezone,
    'sys-language': form.locale,
    'sys-encoding': form.locale,
    'keyboard-language': form.keyboard,
    ntp: form.ntp,
    bootloader: form.loader,
    kernels: form.kernels,
    uki: form.uki,
    profile: form.purpose,
    packages: form.packages,
    services: form.services,
    audio_config: form.audio,
    'mirror-region': form.mirrors,
    'additional-repositories': form.repositories,
    network_config: form.network,
    '!root-password': form.rootPassword,
    '!users': form.sectionNames.accounts,
  };
  if (key === 'custom-commands' && steps[0] !== undefined) return form.command(Number(steps[0]) + 1);
  const named = steps.toReversed().find((step) => Object.hasOwn(inner, step));
  return (named === undefined ? undefined : inner[named]) ?? (Object.hasOwn(outer, key) ? outer[key]! : key);
}
