/** Users and groups of every installed system. useradd creates a group of the user's name, and rejects these. */
export const baseAccounts: ReadonlySet<string> = new Set(
  (
    'adm alpm audio bin clock daemon dbus disk floppy ftp games http input kmem kvm locate lock log lp mail mem ' +
    'network nobody optical polkitd power proc render rfkill root scanner sgx smmsp storage sys systemd-coredump ' +
    'systemd-journal systemd-journal-remote systemd-network systemd-oom systemd-resolve systemd-timesync tss tty ' +
    'users utmp uucp uuidd video wheel'
  ).split(' '),
);
