import { command } from './command.ts';
import { custom } from './custom.ts';
import { departed } from './departed.ts';
import { details } from './details.ts';
import { driveName } from './drive-name.ts';
import { driveTwice } from './drive-twice.ts';
import { duplicateEntry } from './duplicate-entry.ts';
import { duplicateUser } from './duplicate-user.ts';
import { entryName } from './entry-name.ts';
import { hostName } from './host-name.ts';
import { keyboard } from './keyboard.ts';
import { locale } from './locale.ts';
import { login } from './login.ts';
import { mirrors } from './mirrors.ts';
import { network } from './network.ts';
import { nicName } from './nic-name.ts';
import { nics } from './nics.ts';
import { onePort } from './one-port.ts';
import { password } from './password.ts';
import { placeholder } from './placeholder.ts';
import { profileEffect } from './profile-effect.ts';
import { profilePath } from './profile-path.ts';
import type { Rule } from './rule.ts';
import { secretInCommand } from './secret-in-command.ts';
import { secretReference } from './secret-reference.ts';
import { sudo } from './sudo.ts';
import { timezone } from './timezone.ts';
import { uki } from './uki.ts';
import { userName } from './user-name.ts';

/** Everything that is judged by the configuration alone; what the machine must have is judged when it is planned for. */
export const rules: readonly Rule[] = [
  command,
  custom,
  departed,
  details,
  driveName,
  driveTwice,
  duplicateEntry,
  duplicateUser,
  entryName,
  hostName,
  keyboard,
  locale,
  login,
  mirrors,
  network,
  nicName,
  nics,
  onePort,
  password,
  placeholder,
  profileEffect,
  profilePath,
  secretInCommand,
  secretReference,
  sudo,
  timezone,
  uki,
  userName,
];
