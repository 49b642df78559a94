import { defined } from '@writ/diagnostics/internal';
import type { AccountExtension as WrittenAccount, InstallerConfig } from '../schema/types.gen.ts';
import type { AccountExtension, Features, Settings } from './settings.ts';

/**
 * The settings of `x-writ`. Defaults are absent, so that a file in which they are written has the same plan as a file
 * without them.
 */
export function toExtensionSettings({
  'x-writ': { features, swap } = {},
}: InstallerConfig): Pick<Settings, 'features' | 'swap'> {
  return {
    ...defined({ features: nonEmpty(toFeatures(features)) }),
    ...(swap?.kind === 'zram'
      ? { swap: { kind: swap.kind, ...defined({ size: toMebibytes(swap.size) }) } }
      : {}),
  };
}

/** Returns the settings of an account, or undefined if all are defaults. */
export function toAccountExtension(written: WrittenAccount | undefined): AccountExtension | undefined {
  if (written === undefined) return undefined;
  const { shell, groups = [], 'full-name': fullName = '', 'home-mode': homeMode = '0700' } = written;
  const keys = written['authorized-keys'] ?? [];
  return nonEmpty({
    ...(fullName === '' ? {} : { fullName }),
    ...(groups.length === 0 ? {} : { groups: [...new Set(groups)] }),
    ...(shell === undefined || shell === '/bin/bash' ? {} : { shell }),
    ...(homeMode === '0700' ? {} : { homeMode }),
    ...(keys.length === 0 ? {} : { authorizedKeys: [...new Set(keys)] }),
  });
}

function toFeatures(written: NonNullable<InstallerConfig['x-writ']>['features'] = {}): Features {
  const { bluetooth, printing, fonts, power = 'none', firewall = 'none' } = written;
  return {
    ...(bluetooth === true ? { bluetooth } : {}),
    ...(printing === true ? { printing } : {}),
    ...(fonts === true ? { fonts } : {}),
    ...(power === 'none' ? {} : { power }),
    ...(firewall === 'none' ? {} : { firewall }),
  };
}

const MEBIBYTES: Readonly<Record<string, number>> = { MiB: 1, GiB: 1024, TiB: 1024 * 1024 };

/** Converts a size such as `2GiB` to mebibytes. */
function toMebibytes(size: string | undefined): number | undefined {
  return size === undefined ? undefined : Number.parseInt(size, 10) * (MEBIBYTES[size.slice(-3)] ?? 1);
}

function nonEmpty<T extends object>(value: T): T | undefined {
  return Object.keys(value).length === 0 ? undefined : value;
}
