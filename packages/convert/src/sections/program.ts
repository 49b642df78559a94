import type { ConfigEntry } from '../config-entry.ts';
import { discard, omit, isEmpty, type Conversion } from '../conversion.ts';

/** What told archinstall how to run. */
const programSettings: Readonly<Record<string, string>> = {
  version: 'it names the version that wrote the file',
  config_version: 'it names the version that wrote the file',
  'archinstall-language': 'it is the language of the menu',
  archinstall_language: 'it is the language of the menu',
  script: 'it names the script that was run',
  silent: 'Writ never asks questions',
  debug: 'it is about the program that wrote the file',
  verbose: 'it is about the program that wrote the file',
  dry_run: 'writ install --dry-run does it',
  'dry-run': 'writ install --dry-run does it',
  offline: 'it is about the program that wrote the file',
  no_pkg_lookups: 'it is about the program that wrote the file',
  save_config: 'it is about the program that wrote the file',
  __separator__: 'it is a line of the menu',
  abort: 'it is a line of the menu',
  install: 'it is a line of the menu',
  advanced: 'the commands of Writ take it as --advanced',
  creds: 'the commands of Writ take it as --creds',
  skip_ntp: 'Writ waits for no clock',
  'skip-ntp': 'Writ waits for no clock',
  skip_wkd: 'it is about the program that wrote the file',
  skip_boot: 'it is about the program that wrote the file',
  'skip-version-check': 'it is about the program that wrote the file',
  skip_version_check: 'it is about the program that wrote the file',
  bug_report_url: 'it is about the program that wrote the file',
  'parallel downloads': 'Writ decides itself how much it downloads at a time',
  parallel_downloads: 'Writ decides itself how much it downloads at a time',
};

/** Keys about the program that wrote the file, and what else says nothing about the installed system. */
export function convertProgramSettings(conversion: Conversion): void {
  for (const item of conversion.top) {
    const reason = Object.hasOwn(programSettings, item.key) ? programSettings[item.key] : undefined;
    if (reason !== undefined) discard(conversion, item, reason);
  }
  const plugin = conversion.get('plugin');
  if (plugin !== undefined)
    omit(conversion, plugin, 'Writ runs no code of others', 'say the same with "custom-commands"');
  const pacman = conversion.get('pacman_config');
  const parallel = pacman?.get('parallel_downloads');
  if (parallel !== undefined) discard(conversion, parallel, programSettings['parallel_downloads']!);
  const color = pacman?.get('color');
  if (color !== undefined)
    omit(conversion, color, 'no key sets it', 'a custom command can set Color in /etc/pacman.conf');
  const key = conversion.get('auth_config')?.get('u2f_config');
  if (key !== undefined) omit(conversion, key, 'no key sets up logging in with a security key');
  convertSwap(conversion);
}

function convertSwap(conversion: Conversion): void {
  const item = conversion.get('swap');
  if (item === undefined) return;
  const enabled = item.kind === 'object' ? item.get('enabled') : item;
  if (isEmpty(item) || enabled?.value() === false)
    discard(conversion, item, 'nothing is asked for, and Writ sets up no swap');
  else
    omit(
      conversion,
      item,
      'Writ sets up no swap',
      'for the same: the package "zram-generator", and a custom command that writes [zram0] to /etc/systemd/zram-generator.conf',
    );
}

/** What `app_config` asks for, and the packages and services that hold the same. */
const applications: Readonly<Record<string, { readonly packages: string; readonly services: string }>> = {
  bluetooth_config: { packages: '"bluez", "bluez-utils"', services: '"bluetooth"' },
  print_service_config: {
    packages: '"cups", "system-config-printer", "cups-pk-helper", "ghostscript"',
    services: '"cups"',
  },
  power_management_config: {
    packages: '"power-profiles-daemon" or "tuned", "tuned-ppd"',
    services: '"power-profiles-daemon" or "tuned"',
  },
  firewall_config: { packages: '"ufw" or "firewalld"', services: '"ufw" or "firewalld"' },
  fonts_config: {
    packages: '"noto-fonts", "noto-fonts-emoji", "noto-fonts-cjk", "ttf-liberation" or "ttf-dejavu"',
    services: '',
  },
};

export function convertApplications(conversion: Conversion): void {
  for (const item of conversion.get('app_config')?.inner ?? []) {
    if (conversion.isSettled(item.pointer) || !Object.hasOwn(applications, item.key)) continue;
    convertApplication(conversion, item);
  }
}

function convertApplication(conversion: Conversion, item: ConfigEntry): void {
  const { packages, services } = applications[item.key]!;
  if (item.get('enabled')?.value() === false) {
    discard(conversion, item, 'nothing is asked for');
    return;
  }
  const also = services === '' ? '' : ` and ${services} to "services"`;
  omit(conversion, item, 'no key says it', `for the same, add ${packages} to "packages"${also}`);
}
