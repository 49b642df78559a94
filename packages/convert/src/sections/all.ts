import type { Conversion } from '../conversion.ts';
import { convertAudio } from './audio.ts';
import { convertBootLoader } from './boot.ts';
import { convertDiskLayout } from './disk-layout.ts';
import { convertDrives } from './disks.ts';
import { copyUnchanged } from './unchanged.ts';
import { convertLocale } from './locale.ts';
import { convertMirrors } from './mirrors.ts';
import { convertNetwork } from './network.ts';
import { convertProfile } from './profile.ts';
import { convertApplications, convertProgramSettings } from './program.ts';
import { convertRepositories } from './repositories.ts';
import { convertCredentials } from './users.ts';
import { convertCommands } from './commands.ts';

/**
 * The functions that convert the sections of a configuration, in order. Unchanged keys are written first, so that a
 * legacy key never overrides them.
 */
export const sections: readonly ((conversion: Conversion) => void)[] = [
  copyUnchanged,
  convertBootLoader,
  convertDrives,
  convertDiskLayout,
  convertMirrors,
  convertRepositories,
  convertLocale,
  convertNetwork,
  convertProfile,
  convertAudio,
  convertCredentials,
  convertCommands,
  convertApplications,
  convertProgramSettings,
];
