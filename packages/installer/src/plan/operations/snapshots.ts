import type { DiskSettings } from '../../config/settings.ts';
import { snapperSettings } from '../../data/snapshots.ts';
import { findVolume } from '../layout.ts';
import { SNAPSHOTS } from '../partition-content.ts';
import type { Operation } from '../operation.ts';
import type { Layout } from '../plan.ts';
import { defineOperation, hostCommand } from './define-operation.ts';
import { treeFile, writeFiles } from './tree-files.ts';

/** Returns the operation that configures the snapshots of /; an empty list without snapshots. */
export function configureSnapshots({ fileSystem }: DiskSettings = {}, layout: Layout): Operation[] {
  const program = fileSystem?.kind === 'btrfs' ? fileSystem.snapshots : undefined;
  if (program === undefined) return [];
  return [program === 'snapper' ? configureSnapper() : configureTimeshift(layout)];
}

/**
 * Writes the files that `snapper create-config` would write. This command requires a running D-Bus, and would create
 * the subvolume that is already mounted.
 */
function configureSnapper(): Operation {
  const lines = Object.entries(snapperSettings).map(([key, value]) => `${key}="${value}"\n`);
  const files = [
    treeFile('/etc/snapper/configs/root', lines.join(''), 0o640),
    treeFile('/etc/conf.d/snapper', 'SNAPPER_CONFIGS="root"\n'),
  ];
  const folder = `{tree}${SNAPSHOTS}`;
  return defineOperation({
    id: 'snapshots',
    title: 'Configure snapper: snapshots of / without /boot, hourly and around package transactions',
    stage: 'system',
    files,
    commands: [hostCommand('install', '-d', '-m', '0750', '--', folder)],
    verify: [...files, { kind: 'exists', path: folder }],
  });
}

/**
 * Writes the settings that Timeshift's assistant asks for at its first start, and the cron jobs that Timeshift writes
 * when it is started by hand.
 */
function configureTimeshift(layout: Layout): Operation {
  const root = findVolume(layout, '/');
  const settings = {
    backup_device_uuid: root?.content.id ?? '',
    parent_device_uuid: root?.luks?.id ?? '',
    do_first_run: 'false',
    btrfs_mode: 'true',
    include_btrfs_home_for_backup: 'false',
    schedule_monthly: 'false',
    schedule_weekly: 'true',
    schedule_daily: 'true',
    schedule_hourly: 'false',
    schedule_boot: 'true',
    count_monthly: '2',
    count_weekly: '3',
    count_daily: '5',
    count_hourly: '6',
    count_boot: '5',
    exclude: [],
    'exclude-apps': [],
  };
  return writeFiles(
    {
      id: 'snapshots',
      title: 'Configure Timeshift: snapshots of / without /boot, daily, weekly and at each boot',
      stage: 'system',
    },
    treeFile('/etc/timeshift/timeshift.json', `${JSON.stringify(settings, null, 2)}\n`),
    cronJob('timeshift-hourly', '0 * * * * root timeshift --check --scripted'),
    cronJob('timeshift-boot', '@reboot root sleep 10m && timeshift --create --scripted --tags B'),
  );
}

function cronJob(name: string, line: string): ReturnType<typeof treeFile> {
  const header = 'SHELL=/bin/bash\nPATH=/usr/local/bin:/usr/bin\nMAILTO=""\n';
  return treeFile(`/etc/cron.d/${name}`, `${header}\n${line}\n`);
}
