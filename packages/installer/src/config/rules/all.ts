import { departed } from './departed.ts';
import { duplicateUser } from './duplicate-user.ts';
import { hostName } from './host-name.ts';
import { driveTwice, duplicateEntry, onePort } from './lists.ts';
import { keyboard, locale, timezone } from './locality.ts';
import { login } from './login.ts';
import { mirrors } from './mirrors.ts';
import { network, nics } from './network.ts';
import { password } from './password.ts';
import { placeholder } from './placeholder.ts';
import { profile, profileEffect } from './profile.ts';
import type { Rule } from './rule.ts';
import { sudo } from './sudo.ts';
import { uki } from './uki.ts';
import { userName } from './user-name.ts';

/** Everything that is judged by the configuration alone; what the machine must have is judged when it is planned for. */
export const rules: readonly Rule[] = [
  departed,
  driveTwice,
  duplicateEntry,
  duplicateUser,
  hostName,
  keyboard,
  locale,
  login,
  mirrors,
  network,
  nics,
  onePort,
  password,
  placeholder,
  profile,
  profileEffect,
  sudo,
  timezone,
  uki,
  userName,
];
