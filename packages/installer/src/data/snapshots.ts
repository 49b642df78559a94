import type { FeatureDefinition } from './features.ts';

/** The programs that create snapshots of /, with the package that creates them around transactions. */
export const snapshotPrograms: Readonly<Record<'snapper' | 'timeshift', FeatureDefinition>> = {
  snapper: {
    packages: ['snapper', 'snap-pac'],
    services: ['snapper-timeline.timer', 'snapper-cleanup.timer'],
  },
  // Timeshift writes its schedule to /etc/cron.d.
  timeshift: { packages: ['timeshift', 'cronie'], services: ['cronie.service'] },
};

/** Settings of snapper for /, with its default limits except that weekly to yearly snapshots are not retained. */
export const snapperSettings: Readonly<Record<string, string>> = {
  SUBVOLUME: '/',
  FSTYPE: 'btrfs',
  QGROUP: '',
  SPACE_LIMIT: '0.5',
  FREE_LIMIT: '0.2',
  ALLOW_USERS: '',
  ALLOW_GROUPS: '',
  SYNC_ACL: 'no',
  BACKGROUND_COMPARISON: 'yes',
  NUMBER_CLEANUP: 'yes',
  NUMBER_MIN_AGE: '1800',
  NUMBER_LIMIT: '50',
  NUMBER_LIMIT_IMPORTANT: '10',
  TIMELINE_CREATE: 'yes',
  TIMELINE_CLEANUP: 'yes',
  TIMELINE_MIN_AGE: '1800',
  TIMELINE_LIMIT_HOURLY: '10',
  TIMELINE_LIMIT_DAILY: '10',
  TIMELINE_LIMIT_WEEKLY: '0',
  TIMELINE_LIMIT_MONTHLY: '0',
  TIMELINE_LIMIT_YEARLY: '0',
  EMPTY_PRE_POST_CLEANUP: 'yes',
  EMPTY_PRE_POST_MIN_AGE: '1800',
};
