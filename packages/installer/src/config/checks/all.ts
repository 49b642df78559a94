import { checkAccounts } from './accounts.ts';
import { checkAuthorizedKeys } from './authorized-keys.ts';
import { checkAurPackages } from './aur-packages.ts';
import { checkCommands } from './command.ts';
import { checkCustomProfile } from './custom-profile.ts';
import { checkRemovedNames } from './removed-names.ts';
import { checkProfileDetails } from './profile-details.ts';
import { checkDisk } from './disk.ts';
import { checkDriveNames } from './drive-name.ts';
import { checkDuplicateDrives } from './duplicate-drive.ts';
import { checkDuplicateEntries } from './duplicate-entry.ts';
import { checkDuplicateUsers } from './duplicate-user.ts';
import { checkEntryNames } from './entry-name.ts';
import { checkFirewall } from './firewall.ts';
import { checkHostName } from './host-name.ts';
import { checkKeyboard } from './keyboard.ts';
import { checkKeptContent } from './kept-content.ts';
import { checkLocale } from './locale.ts';
import { checkLogin } from './login.ts';
import { checkRepositories } from './repositories.ts';
import { checkMounted } from './mounted.ts';
import { checkMirrors } from './mirrors.ts';
import { checkNetwork } from './network.ts';
import { checkNicNames } from './nic-name.ts';
import { checkNics } from './nics.ts';
import { checkPorts } from './port-conflict.ts';
import { checkPasswords } from './password.ts';
import { checkPassphrase } from './passphrase.ts';
import { checkPartitions } from './partitions.ts';
import { checkPlaceholders } from './placeholder.ts';
import { checkProfileEffect } from './profile-effect.ts';
import { checkProfilePath } from './profile-path.ts';
import type { Check } from './check.ts';
import { checkSecretsInCommands } from './secret-in-command.ts';
import { checkSecretReferences } from './secret-reference.ts';
import { checkSudo } from './sudo.ts';
import { checkTimezone } from './timezone.ts';
import { checkUki } from './uki.ts';
import { checkVirtualInterfaces } from './virtual-interfaces.ts';
import { checkUserNames } from './user-name.ts';

/**
 * The checks that need only the configuration and its credentials. Other checks compare the configuration with
 * a machine.
 */
export const checks: readonly Check[] = [
  checkAccounts,
  checkAuthorizedKeys,
  checkAurPackages,
  checkCommands,
  checkCustomProfile,
  checkRemovedNames,
  checkRepositories,
  checkProfileDetails,
  checkDisk,
  checkDriveNames,
  checkDuplicateDrives,
  checkDuplicateEntries,
  checkDuplicateUsers,
  checkEntryNames,
  checkFirewall,
  checkHostName,
  checkKeptContent,
  checkKeyboard,
  checkLocale,
  checkLogin,
  checkMirrors,
  checkMounted,
  checkNetwork,
  checkNicNames,
  checkNics,
  checkPorts,
  checkPasswords,
  checkPassphrase,
  checkPartitions,
  checkPlaceholders,
  checkProfileEffect,
  checkProfilePath,
  checkSecretsInCommands,
  checkSecretReferences,
  checkSudo,
  checkTimezone,
  checkUki,
  checkUserNames,
  checkVirtualInterfaces,
];
