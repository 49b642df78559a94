import type { Operation } from '../operation.ts';
import { treeFile, writeFiles } from './tree-files.ts';

/**
 * Clock and network units that systemd's presets would enable at the first boot, although the configuration
 * controls them.
 */
const configuredUnits = [
  'systemd-timesyncd.service',
  'systemd-networkd.service',
  'systemd-networkd-wait-online.service',
  'systemd-resolved.service',
];

/**
 * Returns the operation that writes a preset, which disables units at the first boot; undefined if there are no units
 * to disable.
 *
 * @param units enabled units
 */
export function writePresets(units: readonly string[]): Operation | undefined {
  const enabled = new Set(units.map((unit) => (unit.includes('.') ? unit : `${unit}.service`)));
  const network = enabled.has('systemd-networkd.service');
  const others = configuredUnits.filter(
    (unit) => !enabled.has(unit) && !(network && unit === 'systemd-networkd-wait-online.service'),
  );
  if (others.length === 0) return undefined;
  return writeFiles(
    {
      id: 'presets',
      title: 'Prevent the first boot from enabling other units',
      stage: 'services',
    },
    treeFile(
      '/etc/systemd/system-preset/10-installation.preset',
      ['# Not selected when this system was installed.', ...others.map((unit) => `disable ${unit}`), ''].join(
        '\n',
      ),
    ),
  );
}
