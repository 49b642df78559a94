import type { RuleName as ConversionRule } from '../../packages/convert/src/finding-codes.ts';
import type { RuleName as ConfigRule } from '../../packages/installer/src/config/finding-codes.ts';
import type { RefusalRule } from '../../packages/installer/src/finding-codes.ts';
import type { TemplateRule } from '../../packages/installer/src/templates/finding-codes.ts';

/** Fixes for findings about configurations, by rule. Findings about routes have their hints in the code. */
export const fixes: Readonly<Record<ConfigRule | ConversionRule | RefusalRule | TemplateRule, string>> = {
  'too-large':
    'Check the file name: no configuration file is this large. To add large files to the system, download them in a custom command during the installation.',
  'wrong-encoding': 'Save the file as UTF-8, or convert it with `iconv -f UTF-16 -t UTF-8`.',
  'not-utf8':
    'Save the file as UTF-8, or convert it from its encoding, for example with `iconv -f ISO-8859-1 -t UTF-8`. The finding shows the first invalid byte.',
  'byte-order-mark':
    'No action is needed. To remove the mark, save the file as UTF-8 without a byte-order mark.',
  'too-deep':
    'Remove redundant brackets. The brackets of a configuration are nested at most six levels deep.',
  'empty-file':
    'Write a JSON object. `writ schema` prints the JSON Schema of a configuration, which lists its keys.',
  'not-an-object':
    'Enclose the keys and their values in `{` and `}`. If the file is encrypted, decrypt it first.',
  'too-many-faults':
    'Correct the listed errors, then check again. If the file is not JSON, pass a JSON file.',
  'second-object':
    'Put all keys into one object. If the second object contains the credentials, move it to a separate file and pass that file with `--creds`.',
  'text-after-object': 'Remove the text after the object, or the brace that closes the object too early.',
  'trailing-comma': 'Remove the comma.',
  'missing-comma': 'Add the missing comma, or replace the semicolon with a comma.',
  'extra-comma': 'Remove the comma, or add the entry before it.',
  'missing-colon': 'Write `"key": value`.',
  'missing-value': 'Add the value, or remove the key.',
  'value-without-key': 'Add a key before the value, or remove the brackets around the value.',
  'missing-quote': 'Add the missing quote.',
  'inner-quote': 'Write `\\"` for a quote inside a string.',
  'wrong-quotes': 'Replace the single or typographic quotes with straight double quotes (`"`).',
  'unquoted-key': 'Put the key in double quotes.',
  'wrong-value':
    'Put strings in double quotes, write `true`, `false` and `null` in lower case, and replace placeholders with values.',
  'wrong-number':
    'Write the number without a plus sign, leading zeros or underscores, and with digits on both sides of a decimal point.',
  'control-character':
    'Remove the character. In a custom command, write a tab as `\\t`; most other values must not contain control characters at all.',
  'line-break':
    'Write the string on one line. In a custom command, write a line break as `\\n`; most other values must not contain line breaks at all.',
  'wrong-escape': 'Write `\\\\` for a backslash, or one of the escape sequences that the finding lists.',
  'missing-bracket':
    'Add the bracket that the finding names. For a missing closing bracket, the finding also shows the opening bracket.',
  'extra-bracket': 'Remove the closing bracket, or add the missing opening bracket.',
  'wrong-bracket': 'Use braces for keys with values, and square brackets for lists.',
  comment:
    'Remove the comment. In a configuration, you can write notes as values of keys that begin with `x-`.',
  'invalid-whitespace':
    'Replace the character with a space. Other whitespace, such as no-break spaces, often comes from a copied web page.',
  'unexpected-text': 'Remove the text, or write it as an entry, such as `"key": value` in an object.',
  'too-many-findings': 'Fix the reported problems, which often have a common cause, then check again.',
  'duplicate-key': 'Remove one of the two keys, because JSON parsers differ in which one they use.',
  'not-allowed':
    'Write a value that the finding lists. In a list of names in a profile definition, write one valid name per entry.',
  'wrong-type': 'Use a value of the type given in the finding.',
  'missing-key': 'Add the key with a value other than `null`.',
  'no-credentials':
    'Add one of the two keys, or use `--creds` to pass a credentials file that contains one of them.',
  'wrong-address':
    "Write the whole address with the package manager's variables, such as `https://…/$repo/os/$arch`, without whitespace, `?` or `#`. A port is at most 65535.",
  'empty-value': 'Write a value, or remove the entry or the key.',
  'too-many-drives':
    'List at most two drives: one for the system, and one for /home. Set up other drives on the installed system.',
  'unknown-key':
    'Correct the name, or remove the key, which has no effect. In a configuration, a key that begins with `x-` is treated as a comment and is not reported.',
  'legacy-key':
    'Run the `writ convert` command that the finding shows, or remove the keys, which have no effect.',
  'critical-legacy-key':
    'Run the `writ convert` command that the finding shows, or replace or remove the keys. The conversion lists the settings that it cannot convert.',
  'template-file':
    'Check the template together with its table: `writ batch check TEMPLATE TABLE`, which also writes the configuration of each row with `--output`.',
  'credentials-file': 'Pass the file with `--creds`, together with the configuration to which it belongs.',
  'null-is-absent':
    'No action is needed: the system is the same as without the key. To avoid the note, remove the key.',
  'empty-is-absent':
    'Remove the key, or write its value. The finding describes the effect of the empty string.',
  'unknown-extension': 'Correct the name, or remove the key.',
  'wrong-format': 'Write a value as the finding describes. `writ schema explain KEY` explains the key.',
  'uki-needs-efi-loader': 'Set `uki` to false, or set `bootloader` to `systemd-bootctl` or `efistub`.',
  'no-login': 'Set a password for root or for a user.',
  'user-name':
    'Choose another name: at most 32 lower-case letters, digits, `_` and `-`, beginning with a letter or `_`.',
  'duplicate-user': 'Remove or rename one of the users.',
  'host-name':
    'Use letters, digits and hyphens, with dots between labels. A label has at most 63 characters and does not begin or end with a hyphen; the whole name has at most 64 characters.',
  timezone: 'Write a name that `timedatectl list-timezones` prints.',
  keyboard:
    'Write a name that `localectl list-keymaps` prints. Layouts of graphical sessions (XKB) have different names.',
  locale: 'Write a language and an encoding that /usr/share/i18n/SUPPORTED lists together.',
  'unknown-region': 'Correct the name, or list the addresses of servers.',
  'no-enabled-address': 'Set one address to true, or remove the region.',
  'details-against-main':
    'Set `profile.main` to the main profile that the finding names, or change or remove `profile.details`.',
  'custom-without-entries': 'Add an entry to `profile.custom`, or enable an existing entry.',
  'manual-without-nics':
    'Add interfaces to `network_config.nics`, or set `network_config.type` to `nm` for NetworkManager.',
  'nic-address':
    'Correct the address as the finding describes: `ip` requires a prefix length, `gateway` must be another address in the same subnet or a link-local address, and `"dhcp": false` requires `ip`.',
  'duplicate-nic': 'Merge the two entries, or correct one of the names.',
  'duplicate-drive': 'Remove one of the two entries, or specify another drive.',
  'password-hash':
    'Copy the whole hash that `openssl passwd -6` or `mkpasswd` prints, or write the password in plain text on one line. Plain text must not begin like a hash, for example with `$6$`.',
  'nic-name':
    'Write a name that `ip link` prints, or a pattern such as `enp*`. A name without wildcards has at most 15 characters.',
  'drive-name':
    'Write the path of a whole drive, such as `/dev/disk/by-id/…`, or `serial=`, `wwn=` or `model=` followed by a value. The name of an image file ends in `.img` or `.raw`.',
  'entry-name': 'Write one valid name per entry. Options of the package manager are not supported.',
  'wrong-secret': 'Correct the secret in the credentials file as the finding describes.',
  command: 'Remove the null character. Split a command that is too long, or have it download a script.',
  unprintable:
    'Remove the character. Line breaks and tabs are allowed only in custom commands and in the packages and services of a custom profile.',
  'profile-address':
    'Write the path of a file, or an https address without a user name or password, followed by `#sha256=` and the digest that `sha256sum` prints.',
  hibernate: 'Choose a swap file, or a swap partition that is not encrypted, or remove `hibernate`.',
  'prepared-folder':
    'Remove the setting, or choose the layout `whole` or `partitions`. Create swap space on a disk after the first start.',
  'public-key':
    'Copy the line from the file of the public key, such as `~/.ssh/id_ed25519.pub`. If the configuration contains a private key, remove it, and replace the key pair if others could read it.',
  'swap-file': 'Choose `zram` or `partition`, or another file system for /.',
  'swap-size': 'Add a size such as `"size": "4GiB"`, or choose `zram`, which does not require a size.',
  'home-size':
    'Set `size` or `root-size` in `x-writ.disk.home` to `rest`, and the other one to a sufficient size. The default of `root-size` is `rest`.',
  'btrfs-settings': 'Set `x-writ.disk.file-system` to `btrfs`, or remove the settings.',
  subvolume:
    'Correct the name or the mount point, or remove the subvolume. Without the key `subvolumes`, Writ creates the subvolumes `@` (mounted at /), `@home`, `@log` and `@pkg`.',
  partitions:
    'Correct the list, or the setting that conflicts with it, as the finding describes. The [examples](../guide/installer/partitions.md) show complete lists.',
  passphrase: 'Write a passphrase of this length, not its hash.',
  'repository-name':
    'Correct the name, or remove the repository. `additional-repositories` enables the repositories multilib and testing.',
  'repository-key':
    'Add the fingerprint that the repository publishes on its website. If the address of the key contains a secret, download the key and write the address of the file.',
  'unsigned-repository':
    'If the repository is signed, remove `signatures` and add the fingerprint of its key.',
  'aur-packages':
    'Remove the list. After the first start, build the packages with `makepkg`. To install them with Writ, add them to a repository of your own with `repo-add --sign`, and list it in `x-writ.repositories`.',
  snapshots:
    'Remove `subvolumes`, or correct the list as the finding describes. Without the list, Writ creates suitable subvolumes.',
  'virtual-interface':
    'Set `network_config.type` to `manual`, and add an entry with the name of the bond or VLAN to `nics`. The network cards of a bond have no entries.',
  'unknown-account': 'Correct the name, add the user to `!users`, or remove the account.',
  'duplicate-entry': 'Remove one of the entries, or correct a wrong name.',
  'port-conflict':
    'Enable only one of the servers. If a custom command changes the port of one of them, ignore the warning.',
  'removed-from-distribution':
    'Use the replacement that the finding names, or remove the entry. A removed package can be installed only from a mirror that still provides it.',
  placeholder: 'Replace the placeholder with the actual value.',
  'sudo-without-password':
    'Add `!password` to the user, or remove `sudo`. An account without a password is locked, and sudo prompts for the password.',
  'profile-path':
    "Remove `profile.path`, and list the profile's packages and services in `packages` and `services`.",
  'lock-mark': 'Remove the password: an account without a password is locked.',
  'firewall-blocks-ssh':
    'Add the custom command `ufw allow ssh`, or set `x-writ.features.firewall` to `firewalld`, which allows SSH connections by default.',
  'passphrase-keys':
    'Use only letters and digits that are on the same keys in both layouts, for example a passphrase of several words.',
  'secret-in-command':
    'Have the command read the secret from a file, set the password with `!users` or `!root-password`, or move the whole command to the credentials and refer to it with `$secret`.',
  'secret-not-found':
    'Add the secret to the credentials file, or correct its name in `$secret`. An installation without the secret is refused.',
  'no-effect': 'Remove the key, or add the setting or option on which it depends.',
  'source-format':
    'No action is needed. The finding lists up to six of the keys that identify the format, if there are any.',
  'assumed-default': 'Verify the value, or write another one in the converted file.',
  converted: 'No action is needed.',
  needless: 'No action is needed.',
  'no-equivalent': 'Decide whether the system needs the setting. A custom command can often replace it.',
  'setting-lost':
    'Change the setting to one that has an equivalent, or pass the `--accept-loss` option that the finding shows. With this option, the finding is a warning.',
  'nearest-equivalent': 'Check that the nearest equivalent is acceptable.',
  replaced: 'No action is needed.',
  'encrypted-credentials':
    'Open the file in archinstall with `--creds` and `--creds-decryption-key` and save it unencrypted, or write `!root-password` and `!users` again.',
  'not-root':
    'Run the command as root. If only subordinate IDs are missing, an administrator can instead run the command that the finding shows.',
  'architecture-unsupported': 'Use a machine with an x86-64 processor.',
  'tool-missing': 'Install the packages that the finding lists.',
  'secret-missing': 'Add the secret to the credentials file that you pass with `--creds`.',
  'wrong-option': 'Correct the option as the finding describes.',
  'cache-unusable': 'Fix the problem that the finding describes, or set `WRIT_CACHE` to another folder.',
  'system-error': 'Fix the problem that the finding describes, then run the command again.',
  'profile-unreadable': 'Correct the path, the file or the digest as the finding describes.',
  'profile-python':
    'Correct the profile as the finding describes, or write it as JSON. Install `python3` if it is missing.',
  'keyboard-console-only':
    'To set a graphical layout, run `localectl set-x11-keymap` on the installed system.',
  'login-not-kept':
    "To use the login on the installed system, add it to the server's URL in /etc/pacman.d/mirrorlist: https://USER:PASSWORD@HOST/….",
  'boot-not-encrypted': 'No action is needed. Files below /boot contain no user data.',
  'shared-volume-key':
    'Run `cryptsetup reencrypt` on each copy; until then, all copies share one volume key. Alternatively, use the image only once.',
  'loader-needs-uefi':
    'Boot the machine in UEFI mode, or set `bootloader` to `grub-install` and `uki` to false. For an image, you can also omit `--firmware bios`.',
  'secure-boot':
    'Disable Secure Boot in the firmware before the first start; `writ facts` prints its state. To enable it later, sign the boot loader and the kernels with keys of your own, for example with `sbctl` on the installed system.',
  'firmware-32-bit':
    'Use another machine, or boot this one in BIOS mode and set `bootloader` to `grub-install`.',
  'bios-sectors': 'Choose another disk for the system, or boot the machine in UEFI mode.',
  'removable-path':
    'No action is needed for the first kernel in `kernels`. Start any other kernel manually, for example from the UEFI shell.',
  'facts-unusable': 'Run `writ facts` on the machine again, and pass its output unchanged.',
  'facts-elsewhere': 'Run the command on that machine, or omit `--facts` to install on this one.',
  'iso-network': 'Set `network_config.type` to `nm`, `manual` or `none`.',
  'kernel-lacks':
    'If the kernel package was upgraded since the last boot, the modules of the running kernel no longer exist: reboot the machine. Otherwise, boot the machine into another system, such as the Arch Linux live medium.',
  'no-target': 'Pass `--target`, or set `harddrives` in the configuration.',
  'target-kind':
    'Specify a whole disk, or a file name that ends in `.img` or `.raw`, is not too long, and contains no `@@`, `?` or backslash.',
  'target-not-ours':
    'Choose another name, or move the file or folder elsewhere. `--wipe` allows Writ to overwrite a readable file.',
  'target-in-use':
    'Stop the process that the finding names or, for example, unmount the file system. Alternatively, choose another target.',
  'target-folder':
    'Create the folder for the image, or choose another one. For the state, set `WRIT_STATE` to another folder.',
  'target-too-small':
    'Choose a larger disk, or pass a larger `--image-size`. If `x-writ.disk.home.root-size` limits the partition for /, increase it.',
  'target-unknown': 'Choose one of the disks that the finding lists.',
  'no-room':
    'Free some space, set `WRIT_CACHE` to another folder, or create the image in another folder. For a disk, `--yes` allows packages to be downloaded to the new file system after the disk has been wiped.',
  'late-download':
    'To download all packages before the first write, set `WRIT_CACHE` to a folder with at least 4 GiB of free space. Otherwise, pass `--yes`; if the mirror then fails, the disk is left without a complete system.',
  'target-ambiguous':
    'Specify a path below /dev/disk/by-id, or a serial number or WWN that only one disk has.',
  'target-twice': 'Specify two different targets, or specify this one only once.',
  'target-read-only': 'Check the drive for a write-protect switch, or run `blockdev --setrw`.',
  'home-twice': 'Remove the partition or the subvolume for /home, or install without a second drive.',
  'kept-partition':
    'Write the UUID that `writ facts` or `lsblk -o PARTUUID` prints. For a file system that the new system cannot mount, remove `kind`, so that the partition remains unused.',
  'partitions-unsuitable':
    'Add or remove the partition that the finding names, or install with other firmware or other targets.',
  'folder-unsuitable':
    'Mount other file systems: on UEFI machines, an EFI system partition at /boot; on BIOS machines, ext4 at /boot or /. Mount outer file systems first, and unmount those that the new system cannot use.',
  'folder-not-empty': 'Create a new file system and mount it, or remove the files.',
  'kept-copy':
    'Detach the other disk, or change its UUIDs, for example with `sfdisk --part-uuid` and `tune2fs -U random`.',
  'host-commands':
    'Remove `x-writ.commands`, write the commands in `custom-commands`, or install with `writ install`.',
  'early-command-failed':
    'Read the output of the command in the log, fix the problem, then run the same command again. All early commands then run again.',
  'hibernate-unsuitable': 'Choose a swap partition, or remove `x-writ.swap.hibernate`.',
  'hibernate-small': 'Choose a larger swap file or swap partition, at least as large as the memory.',
  'file-system-unsuitable': 'Choose another file system, or install onto a disk.',
  'raid-unsuitable': 'Specify two disks with the same sector size, or remove `x-writ.disk.raid`.',
  'targets-mixed': 'Specify two images or two disks.',
  'mirror-unusable':
    'Check the network and the addresses of the mirrors, or pass another mirror with `--mirror`. If the mirrors lack an additional repository, remove `additional-repositories`.',
  'mirror-key':
    'Install or update the archlinux-keyring package, or pass another mirror with `--mirror`. Rebuild a local mirror as the user who runs the installation.',
  'package-unknown':
    'Correct the name, enable the repository with `additional-repositories`, or remove the package. Writ cannot install [AUR packages](../guide/installer/mirrors.md#aur-packages).',
  'packages-unresolvable':
    'Remove one of the packages that the finding lists, or pass another mirror with `--mirror`.',
  'unit-unknown': 'Correct the name, or add the package of the service to `packages`.',
  'program-missing':
    'Add the package that the finding names to `packages`, or use `--mirror` to pass a mirror with complete repositories.',
  'download-failed':
    'Follow the hint of the finding: free some space for the package cache, update the archlinux-keyring package, run the command again, or pass another mirror with `--mirror`.',
  'clock-wrong':
    "Set the clock, for example with `timedatectl set-ntp true`. If the mirror's clock is wrong, pass another mirror with `--mirror`.",
  'lock-unusable': 'Use the file `/var/log/writ/packages.lock.json` of an installed system.',
  'lock-differs':
    'Use the lock of this configuration, pass an archive of the locked versions with `--mirror`, or install without `--lock`.',
  'plan-changed': 'Review the plan again, then confirm its current digest.',
  'no-consent':
    'Review the output of `writ plan`, then pass `--yes`. For a disk with content, also pass `--wipe` or the digest with `--plan-sha256`.',
  'cannot-resume':
    'Use the configuration and options of the interrupted run, or start over without `--resume`.',
  'template-keys':
    'Write `{"variables": {…}, "configuration": {…}}`. A configuration without variables needs no template; check it with `writ check`.',
  'variable-declaration':
    'Name the variable with lower-case letters, digits and underscores, and declare one of the types `hostname`, `ip`, `prefix`, `mac`, `enum`, `integer` and `text` with only the members of that type. The name of a secret begins with `!`.',
  'unknown-variable':
    'Declare the variable in `variables`, or correct its name. Write no spaces inside the braces.',
  'unused-variable':
    'Use the variable in a string of the configuration, in a custom command as `$WRIT_VAR_NAME`, or in the target or the labels of the rows (`--target` and `--label`); or remove it and its column.',
  'variable-place':
    'In a custom command, read the environment variable `WRIT_VAR_NAME` instead. For other keys, profiles, mirrors or repositories, write a template for each of them.',
  'secret-variable':
    'Begin the name of the variable and of its column with `!`, and use it only as the value of a key that begins with `!`. Pass the secrets of custom commands in the credentials.',
  'table-format':
    'Save the table as CSV with a header line, or as a JSON list of objects. In CSV, put cells that contain the separator or a quote in double quotes.',
  'table-columns': 'Add the missing column, remove the superfluous one, or correct its name.',
  'table-value':
    'Write a value of the declared type into the cell, or change the declaration in the template.',
  'row-target':
    'Use variables in the target whose values differ between the rows, such as `{{hostname}}.img`, and write a name that is allowed for an image or a disk.',
  'row-labels':
    'Correct the labels, or start the workers of a machine with these labels: `writ worker --label NAME=VALUE`. All workers of a machine need the labels, because any of them may run the installation.',
  'repeated-value':
    'Correct the cell in one of the two rows. If the machines share the value on purpose, declare the variable with the type `text`.',
  'row-selector':
    'Use a variable in the selector whose values differ between the rows, such as `{{mac}}`, and correct the cell. A selector consists of `mac`, `uuid`, `serial` and `labels`.',
  'pattern-length':
    'Use fewer variables in the target, the label or the selector, or variables with shorter values, such as a host name.',
};
