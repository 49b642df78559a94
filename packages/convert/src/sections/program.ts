import { keyPath } from '@writ/installer/internal';
import type { ConfigEntry } from '../config-entry.ts';
import { discardSetting, moveSetting, omitSetting, isEmpty, type Conversion } from '../conversion.ts';

/** Keys that do not describe the system to install, with the reason to omit them. */
const programSettings: Readonly<Record<string, string>> = {
  version: 'it is the archinstall version that wrote the file',
  config_version: 'it is the archinstall version that wrote the file',
  'archinstall-language': 'it is the language of the archinstall menu',
  archinstall_language: 'it is the language of the archinstall menu',
  script: 'it is the name of the script that was run',
  silent: 'an installation with Writ is always unattended',
  debug: 'it configures archinstall itself',
  verbose: 'it configures archinstall itself',
  dry_run: 'a plan shows every operation without running it',
  'dry-run': 'a plan shows every operation without running it',
  offline: 'it configures archinstall itself',
  no_pkg_lookups: 'it configures archinstall itself',
  save_config: 'it configures archinstall itself',
  __separator__: 'it is an entry of the archinstall menu',
  abort: 'it is an entry of the archinstall menu',
  install: 'it is an entry of the archinstall menu',
  advanced: 'in Writ, it is an option, not a key',
  creds: 'credentials are passed together with the configuration',
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

/** Omits archinstall's own settings and other settings without an equivalent, and converts `swap`. */
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
  if (isEmpty(item) || enabled?.value() === false) {
    discardSetting(conversion, item, 'it is disabled');
    return;
  }
  if (enabled?.value() !== true) {
    omitSetting(conversion, item, 'it is neither true nor false');
    return;
  }
  moveSetting(conversion, enabled, ['x-writ', 'swap'], { value: { kind: 'zram' } });
  const algorithm = item.get('algorithm');
  if (algorithm?.text === 'zstd') discardSetting(conversion, algorithm, 'Writ always uses zstd for zram');
  else if (algorithm !== undefined) omitSetting(conversion, algorithm, 'Writ always uses zstd for zram');
}

/** Keys of `app_config` whose values become settings of `x-writ.features`. */
const applications: Readonly<Record<string, Application>> = {
  bluetooth_config: { key: 'enabled', feature: 'bluetooth' },
  print_service_config: { key: 'enabled', feature: 'printing' },
  power_management_config: {
    key: 'power_management',
    feature: 'power',
    values: ['power-profiles-daemon', 'tuned'],
  },
  firewall_config: { key: 'firewall', feature: 'firewall', values: ['ufw', 'firewalld'] },
};

interface Application {
  /** The key whose value names or enables the application. */
  readonly key: string;
  readonly feature: string;
  /** The values of the key; absent for a key that is true or false. */
  readonly values?: readonly string[];
}

export function convertApplications(conversion: Conversion): void {
  const config = conversion.get('app_config');
  for (const item of config?.inner ?? []) {
    if (conversion.isSettled(item.pointer) || !Object.hasOwn(applications, item.key)) continue;
    convertApplication(conversion, item, applications[item.key]!);
  }
  const fonts = config?.get('fonts_config');
  if (fonts === undefined || isEmpty(fonts)) return;
  const path = ['x-writ', 'features', 'fonts'];
  if (conversion.has(path)) {
    omitSetting(conversion, fonts, 'x-writ.features.fonts is present');
    return;
  }
  conversion.put(path, true);
  conversion.report('nearest-equivalent', fonts, {
    message: `${keyPath(fonts.pointer)} becomes x-writ.features.fonts, which installs fonts for most scripts`,
    hint: 'add other fonts to "packages"',
  });
}

function convertApplication(
  conversion: Conversion,
  item: ConfigEntry,
  { key, feature, values }: Application,
): void {
  const chosen = item.get(key);
  if (values === undefined && chosen?.value() === false) {
    discardSetting(conversion, item, 'it is disabled');
    return;
  }
  const value =
    values === undefined
      ? chosen?.value() === true || undefined
      : values.find((one) => one === chosen?.text?.toLowerCase());
  if (chosen === undefined || value === undefined) omitSetting(conversion, item, 'its value is unknown');
  else moveSetting(conversion, chosen, ['x-writ', 'features', feature], { value });
}
