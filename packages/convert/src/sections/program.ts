import type { ConfigEntry } from '../config-entry.ts';
import { discardSetting, omitSetting, isEmpty, type Conversion } from '../conversion.ts';

/** Keys that configure archinstall itself, with the reason to omit them. */
const programSettings: Readonly<Record<string, string>> = {
  version: 'it is the version that wrote the file',
  config_version: 'it is the version that wrote the file',
  'archinstall-language': 'it is the language of the archinstall menu',
  archinstall_language: 'it is the language of the archinstall menu',
  script: 'it is the name of the script that was run',
  silent: 'Writ never asks questions',
  debug: 'it configures archinstall itself',
  verbose: 'it configures archinstall itself',
  dry_run: 'use writ install --dry-run',
  'dry-run': 'use writ install --dry-run',
  offline: 'it configures archinstall itself',
  no_pkg_lookups: 'it configures archinstall itself',
  save_config: 'it configures archinstall itself',
  __separator__: 'it is an entry of the archinstall menu',
  abort: 'it is an entry of the archinstall menu',
  install: 'it is an entry of the archinstall menu',
  advanced: 'it is the option --advanced',
  creds: 'it is the option --creds',
  skip_ntp: 'Writ does not wait for the clock',
  'skip-ntp': 'Writ does not wait for the clock',
  skip_wkd: 'it configures archinstall itself',
  skip_boot: 'it configures archinstall itself',
  'skip-version-check': 'it configures archinstall itself',
  skip_version_check: 'it configures archinstall itself',
  bug_report_url: 'it configures archinstall itself',
  'parallel downloads': 'Writ chooses the number of parallel downloads',
  parallel_downloads: 'Writ chooses the number of parallel downloads',
};

/** Omits archinstall's own settings, and other settings without an equivalent. */
export function convertProgramSettings(conversion: Conversion): void {
  for (const item of conversion.top) {
    const reason = Object.hasOwn(programSettings, item.key) ? programSettings[item.key] : undefined;
    if (reason !== undefined) discardSetting(conversion, item, reason);
  }
  const plugin = conversion.get('plugin');
  if (plugin !== undefined)
    omitSetting(conversion, plugin, 'Writ does not run plugins', 'use "custom-commands"');
  const pacman = conversion.get('pacman_config');
  const parallel = pacman?.get('parallel_downloads');
  if (parallel !== undefined) discardSetting(conversion, parallel, programSettings['parallel_downloads']!);
  const color = pacman?.get('color');
  if (color !== undefined)
    omitSetting(
      conversion,
      color,
      'it cannot be configured',
      'set Color in /etc/pacman.conf with a custom command',
    );
  const key = conversion.get('auth_config')?.get('u2f_config');
  if (key !== undefined) omitSetting(conversion, key, 'login with a security key cannot be configured');
  convertSwap(conversion);
}

function convertSwap(conversion: Conversion): void {
  const item = conversion.get('swap');
  if (item === undefined) return;
  const enabled = item.kind === 'object' ? item.get('enabled') : item;
  if (isEmpty(item) || enabled?.value() === false)
    discardSetting(conversion, item, 'it is disabled, and Writ does not set up swap');
  else
    omitSetting(
      conversion,
      item,
      'Writ does not set up swap',
      'add the package "zram-generator" and a custom command that writes [zram0] to /etc/systemd/zram-generator.conf',
    );
}

/** Applications in `app_config`, with the packages and services to add instead. */
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
    discardSetting(conversion, item, 'it is disabled');
    return;
  }
  const also = services === '' ? '' : ` and ${services} to "services"`;
  omitSetting(conversion, item, 'this format has no such key', `add ${packages} to "packages"${also}`);
}
