/** What to do about each finding, and what those mean that are not found by the check. */
import type { Severity } from '@writ/diagnostics';
import type { RuleName } from '../../src/config/codes.ts';
import type { RefusalRule } from '../../src/refusal.ts';

export const remedies: Readonly<Record<RuleName, string>> = {
  'too-large': 'Fetch large files with a custom command instead of holding them in the configuration.',
  'wrong-encoding': 'Save the file as UTF-8.',
  'not-utf8': 'Save the file as UTF-8; the finding says which byte is none.',
  'byte-order-mark': 'Nothing has to be done; an editor saves without the mark as "UTF-8 without BOM".',
  'too-deep': 'Look for a bracket that is repeated: no key needs more than five levels.',
  'empty-file': 'Write an object; `writ schema` says what may stand in it.',
  'not-an-object': 'Put the keys between `{` and `}`.',
  'too-many-faults':
    'Mend what is listed, then check again. A file with so many faults is often no JSON at all.',
  'second-object': 'Keep one object, or give the second as a file of its own with `--creds`.',
  'text-after-object': 'Remove what stands behind the last brace.',
  'trailing-comma': 'Remove the comma.',
  'missing-comma': 'Put a comma where the finding points.',
  'extra-comma': 'Remove one of the commas.',
  'missing-colon': 'Write `"key": value`.',
  'missing-value': 'Write the value, or remove the key.',
  'value-without-key': 'Write the key before the value.',
  'missing-quote': 'Add the quotation mark; everything up to the end of the line was read as text.',
  'inner-quote': String.raw`Write \" for a quotation mark inside a text.`,
  'wrong-quotes': 'Replace the quotation marks by straight double ones.',
  'unquoted-key': 'Put the key between double quotation marks.',
  'wrong-value': 'Put texts between double quotation marks; write `true`, `false` and `null` in lower case.',
  'wrong-number': 'Write the number without leading zeros, plus signs or a trailing dot.',
  'control-character': String.raw`Write it as \t, \n or \u0001.`,
  'line-break': String.raw`Write \n, or close the text on its line.`,
  'wrong-escape': String.raw`Write \\ for a backslash.`,
  'missing-bracket': 'Close the bracket; the finding says which one was opened where.',
  'extra-bracket': 'Remove the bracket.',
  'wrong-bracket': 'Use braces for keys with values and square brackets for lists.',
  comment: 'Remove it, or keep it as the value of a key that begins with `x-`.',
  'odd-blank': 'Replace it by a space; such blanks come with text that was copied from a page.',
  'unexpected-text': 'Remove it.',
  'too-many-findings': 'Mend what is listed, often one mistake that repeats, then check again.',
  'duplicate-key': 'Keep one of the two: programs differ in which of them counts.',
  'not-allowed': 'Choose one of the values that the finding lists.',
  'wrong-type': 'Write the value in the form that the finding shows.',
  'missing-key': 'Add the key.',
  'no-credentials': 'Add `!root-password` or `!users`, or give a second file that holds one with `--creds`.',
  'wrong-address':
    'Write the whole address, up to where the package manager puts its own: `https://…/$repo/os/$arch`.',
  'empty-value': 'Write what belongs there, or remove the entry.',
  'too-many-drives': 'Keep at most two drives. Others can be set up with custom commands.',
  'unknown-key': 'Correct the name, or remove the key: it does nothing. Keys of your own begin with `x-`.',
  'other-era': 'Run `writ convert`, or remove the key.',
  'orders-of-another-era': 'Run `writ convert`, or remove the keys.',
  'credentials-file': 'Give the file with `--creds` beside a configuration.',
  'null-is-absent': 'Remove the key.',
  'empty-is-absent': 'Remove the key, or write what is meant.',
  'uki-needs-efi-loader': 'Set `uki` to false, or choose another `bootloader`.',
  'nobody-can-log-in': 'Give root or a user a password.',
  'user-name': 'Choose a name that begins with a lower-case letter and that the base system does not have.',
  'duplicate-user': 'Give one of them another name.',
  'host-name': 'Use letters, digits and hyphens, at most 63 in a label and 64 in all.',
  timezone: 'Write a name as `timedatectl list-timezones` shows it.',
  keyboard: 'Write a name as `localectl list-keymaps` shows it; names of graphical layouts differ.',
  locale: 'Write a language as /usr/share/i18n/SUPPORTED lists it.',
  'unknown-region': 'Correct the name, or give addresses of servers.',
  'no-address-left': 'Set one address to true, or remove the region.',
  'details-against-main': 'Write the `main` that the details belong to, or remove `main`.',
  'custom-without-entries': 'Add an entry to `custom`, or set one to enabled.',
  'manual-without-nics': 'Add `nics`, or choose `nm`.',
  'nic-address':
    'Correct the address: `ip` has a prefix length, `gateway` lies in its subnet or is link-local.',
  'duplicate-nic': 'Merge the two entries.',
  'drive-twice': 'Name each drive once.',
  'password-hash':
    'Copy the hash whole, as `openssl passwd -6` prints it. A plain password must not begin like a hash.',
  'nic-name': 'Write the name that `ip link` shows.',
  'drive-name': 'Write a path such as `/dev/disk/by-id/…`, or `serial=`, `wwn=` or `model=` with a value.',
  'entry-name': 'Write one name an entry, without options.',
  'wrong-secret': 'Correct the secret in the file of credentials.',
  command: 'Split the command, or have it fetch what it needs.',
  unprintable: 'Remove the character. Only custom commands may hold line breaks and tabs.',
  'profile-address': 'Pin the address with `#sha256=`, or name a file.',
  'duplicate-entry': 'Remove one of them.',
  'one-port': 'Enable one of the servers, or give one another port with a custom command.',
  'left-the-distribution':
    'Write the replacement. It can be installed only from a mirror that still has it; `writ install` looks before it writes.',
  placeholder: 'Write what belongs there.',
  'sudo-without-password': 'Add `!password`: sudo asks for it.',
  'profile-path': 'Name its packages and services in `packages` and `services`.',
  'lock-mark': 'Leave the password out: an account without one is locked.',
  'secret-in-command':
    'Have the command read it from a file, or set the password with `!users` or `!root-password`.',
  'secret-not-given': 'Add the secret to the file that `--creds` names.',
  'no-effect': 'Remove the key, or add what it needs.',
  era: 'Nothing has to be done.',
  converted: 'Nothing has to be done.',
  needless: 'Nothing has to be done.',
  'no-equal': 'Decide whether the installation may do without it; a custom command can often do it.',
  'order-lost':
    'Say the same with keys of this format where it can be said. To convert without it, give the `--accept-loss` that the finding names: then it is a warning.',
  'nearest-equal': 'Look whether the nearest is what you want.',
  replaced: 'Nothing has to be done.',
  'encrypted-credentials': 'Open the file with the program that encrypted it and save it without encryption.',
};

export interface Refusal {
  readonly meaning: string;
  readonly fix: string;
  /** Absent: an error. */
  readonly severity?: Severity;
}

export const refusals: Readonly<Record<RefusalRule, Refusal>> = {
  'not-root': {
    meaning:
      'An ordinary user was to write to a disk, or has too few subordinate ids to give files their owners.',
    fix: 'Run as root, or have an administrator run the command in the finding.',
  },
  'architecture-unsupported': {
    meaning: 'The distribution is for x86-64, and the machine is none.',
    fix: 'Use another machine.',
  },
  'tool-missing': {
    meaning: 'A program that the plan starts is not on this machine.',
    fix: 'Install the packages that the finding names.',
  },
  'secret-missing': {
    meaning: 'A secret that the configuration names is given by no file.',
    fix: 'Give it in the file of `--creds`.',
  },
  'wrong-option': { meaning: 'The value of an option is none.', fix: 'Write it as the finding shows.' },
  'cache-unusable': {
    meaning: 'The package cache cannot be used.',
    fix: 'Name another folder in `WRIT_CACHE`.',
  },
  'system-error': {
    meaning: 'The operating system refused something that must be possible.',
    fix: 'Mend what the message names.',
  },
  'profile-unreadable': {
    meaning: 'The file or address of `profile.path` cannot be read, or is not the pinned one.',
    fix: 'Mend what the message names.',
  },
  'profile-python': {
    meaning: 'A Python file holds what cannot be told without running it.',
    fix: 'Write the JSON that the finding shows.',
  },
  'keyboard-console-only': {
    meaning: 'The keyboard layout is one of the console alone; graphical sessions begin with us.',
    fix: 'Run `localectl set-x11-keymap` in the installed system.',
    severity: 'note',
  },
  'login-not-kept': {
    meaning: 'What a mirror asks for is used for the installation and not kept in the system.',
    fix: 'Add it to /etc/pacman.d/mirrorlist there.',
    severity: 'note',
  },
  'loader-needs-uefi': {
    meaning: 'The boot loader starts from UEFI firmware, and the target has BIOS.',
    fix: 'Choose `grub-install`, or start the machine with UEFI.',
  },
  'firmware-32-bit': {
    meaning: 'The firmware starts 32-bit programs, and the boot loaders are 64-bit ones.',
    fix: 'Use another machine.',
  },
  'bios-sectors': {
    meaning: 'BIOS firmware does not start from disks with sectors of 4096 bytes.',
    fix: 'Choose another disk, or start the machine with UEFI.',
  },
  'removable-path': {
    meaning: 'The firmware cannot be told what to start, so that it starts what lies at the removable path.',
    fix: 'Nothing has to be done; other kernels are started by hand.',
    severity: 'note',
  },
  'facts-unusable': {
    meaning: 'A file of `--facts` is not what `writ facts` writes.',
    fix: 'Record the machine again.',
  },
  'facts-elsewhere': {
    meaning: 'A plan for a disk, made from `--facts` of another machine, was to be carried out on this one.',
    fix: 'Install on the machine itself, without `--facts`.',
  },
  'iso-network': {
    meaning: 'There is no running network to copy: an image, no live medium, or one without network files.',
    fix: 'Choose `nm`, `manual` or `none`.',
  },
  'kernel-lacks': {
    meaning:
      'The kernel that runs has no module for a file system of the disk. After an upgrade of the kernel its modules are gone until the machine is restarted.',
    fix: 'Restart the machine, or start it from another system.',
  },
  'no-target': {
    meaning: 'Nothing says where to install to.',
    fix: 'Give `--target`, or `harddrives` in the configuration.',
  },
  'target-kind': {
    meaning: 'The target is no whole disk and no name of an image.',
    fix: 'Name a disk, or a file that ends in .img or .raw.',
  },
  'target-not-ours': {
    meaning: 'A file that Writ did not make would be overwritten.',
    fix: 'Choose another name, or give `--wipe`.',
  },
  'target-in-use': {
    meaning: 'Something uses the target or a part of it.',
    fix: 'Unmount or end what the finding names.',
  },
  'target-folder': {
    meaning: 'The folder of the image does not exist, or cannot be written.',
    fix: 'Make it, or choose another.',
  },
  'target-too-small': {
    meaning: 'The target does not hold what is to be installed.',
    fix: 'Choose a larger disk, or give `--image-size`.',
  },
  'target-unknown': {
    meaning: 'The machine has no such disk.',
    fix: 'Name one of those that the finding lists.',
  },
  'no-room': {
    meaning: 'A folder has too little room for packages or image.',
    fix: 'Make room, or choose another place. For a disk, `--yes` allows packages to be downloaded onto the new file system instead.',
  },
  'late-download': {
    meaning:
      'The package cache is small, as on a live system in little memory. Packages that do not fit are downloaded onto the new file system, after the disk has been emptied. A mirror that fails then leaves an unfinished disk.',
    fix: 'Give `--yes`, or name a folder with more room in `WRIT_CACHE`.',
    severity: 'note',
  },
  'target-ambiguous': {
    meaning: 'Several disks have that mark.',
    fix: 'Name it by serial number or by path.',
  },
  'target-twice': { meaning: 'Both drives are the same one.', fix: 'Name two, or name it once.' },
  'target-read-only': {
    meaning: 'The disk cannot be written.',
    fix: 'Look for a switch on it, or run `blockdev --setrw`.',
  },
  'targets-mixed': { meaning: 'One target is an image and the other a disk.', fix: 'Name two of a kind.' },
  'mirror-unusable': {
    meaning: 'No mirror answers as a mirror must.',
    fix: 'Look at the network, or name another mirror with `--mirror`.',
  },
  'mirror-key': {
    meaning: 'What the mirror sent is not signed with a key that is trusted.',
    fix: 'Install the package archlinux-keyring, or choose another mirror. A mirror on this machine: build it as the user who installs.',
  },
  'package-unknown': {
    meaning: 'No repository of the mirrors has the package.',
    fix: 'Correct the name, or enable the repository that has it. [Packages of the AUR](mirrors.md#packages-of-the-aur) cannot be installed.',
  },
  'packages-unresolvable': {
    meaning: 'The packages cannot be installed together.',
    fix: 'Remove one of those that the finding names.',
  },
  'unit-unknown': {
    meaning: 'No package of the plan brings the service.',
    fix: 'Correct the name, or add its package to `packages`.',
  },
  'program-missing': {
    meaning: 'No package of the plan brings a program that is started in the new system.',
    fix: 'Choose a mirror with complete repositories.',
  },
  'download-failed': {
    meaning: 'A package could not be downloaded, or is not what was signed.',
    fix: 'Run again, or name another mirror with `--mirror`.',
  },
  'clock-wrong': {
    meaning: "This machine's clock is hours away from the mirrors', so that no signature could be judged.",
    fix: 'Set the clock, such as with `timedatectl set-ntp true`.',
  },
  'lock-unusable': {
    meaning: 'A package lock is not what an installation leaves behind.',
    fix: 'Take `/var/log/writ/packages.lock.json` of an installed system.',
  },
  'lock-differs': {
    meaning: 'What would be installed is not exactly what the package lock names.',
    fix: 'Name a mirror that keeps the packages of that day with `--mirror`, or install without `--lock`.',
  },
  'plan-changed': {
    meaning: 'The plan is not the one whose digest was given.',
    fix: 'Look at the plan again.',
  },
  'no-consent': {
    meaning: 'Nobody has agreed to what the plan takes from the target.',
    fix: 'Look at `writ plan`, then give `--yes`; for a disk that is not empty `--wipe` or `--plan-sha256` as well.',
  },
  'cannot-resume': {
    meaning: 'Configuration, plan or target are not those of the run that stopped.',
    fix: 'Give the same ones, or begin anew without `--resume`.',
  },
};

/** What only a plan or an installation can find about a key: it takes a machine, a file, or mirrors. */
export const foundLater: Readonly<Record<string, readonly RefusalRule[]>> = {
  bootloader: ['loader-needs-uefi', 'firmware-32-bit', 'bios-sectors', 'removable-path'],
  harddrives: [
    'no-target',
    'target-kind',
    'target-not-ours',
    'target-in-use',
    'target-folder',
    'target-too-small',
    'target-unknown',
    'target-ambiguous',
    'target-twice',
    'target-read-only',
    'targets-mixed',
    'late-download',
    'no-consent',
  ],
  'keyboard-language': ['keyboard-console-only'],
  kernels: ['package-unknown'],
  'mirror-region': ['login-not-kept', 'mirror-unusable', 'mirror-key', 'download-failed'],
  'network_config.type': ['iso-network'],
  packages: ['package-unknown', 'packages-unresolvable'],
  'profile.path': ['profile-unreadable', 'profile-python'],
  'profile.details': ['package-unknown'],
  'profile.gfx_driver': ['package-unknown'],
  'profile.custom.packages': ['package-unknown', 'packages-unresolvable'],
  'profile.custom.services': ['unit-unknown'],
  services: ['unit-unknown'],
  '!root-password.$secret': ['secret-missing'],
  '!users.!password.$secret': ['secret-missing'],
};
