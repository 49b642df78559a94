import type { Operation } from '../operation.ts';
import { treeFile, writeFiles } from './tree-files.ts';

/**
 * What systemd's own presets enable when a machine starts for the first time, and a configuration decides: the
 * clock, and who sets up the network.
 */
const configuredUnits = [
  'systemd-timesyncd.service',
  'systemd-networkd.service',
  'systemd-networkd-wait-online.service',
  'systemd-resolved.service',
];

/** @param units that are enabled; the first start must not add the others to them. Undefined when there are none */
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
