/** Absolute paths whose segments need no escape sequences in fstab. */
const path = /^\/(?:[A-Za-z0-9._@-]+(?:\/[A-Za-z0-9._@-]+)*)?$/;

/** Folders at and below which nothing can be mounted, and the reasons. */
const reserved: Readonly<Record<string, string>> = {
  '/bin': 'is a link to /usr/bin',
  '/boot': 'contains only the files of the boot loader',
  '/dev': 'contains a kernel file system',
  '/etc': 'is needed before other file systems are mounted',
  '/lib': 'is a link to /usr/lib',
  '/lib64': 'is a link to /usr/lib',
  '/proc': 'contains a kernel file system',
  '/run': 'contains files only while the system runs',
  '/sbin': 'is a link to /usr/bin',
  '/sys': 'contains a kernel file system',
  '/usr': 'is needed before other file systems are mounted',
  '/var/lock': 'is a link to /run/lock',
  '/var/mail': 'is a link to /var/spool/mail',
  '/var/run': 'is a link to /run',
};

/** Folders whose files have owners and permissions, which vfat cannot store. */
const owned: ReadonlySet<string> = new Set(['/home', '/opt', '/root', '/tmp', '/var']);

/** True for an absolute path that fstab can contain without escape sequences. */
export function isPath(mount: string): boolean {
  return path.test(mount) && !/\/\.\.?(?:\/|$)/.test(mount);
}

/** True for a path at which a subvolume can be mounted. */
export function isMountPoint(mount: string): boolean {
  return isPath(mount) && describeReserved(mount) === undefined;
}

/** Returns the reason why nothing can be mounted at a path; undefined if there is none. */
export function describeReserved(mount: string): string | undefined {
  const folder = Object.keys(reserved).find((one) => isIn(mount, one));
  if (folder !== undefined) return `${folder} ${reserved[folder]}`;
  return mount.startsWith('/tmp/') ? 'the installation empties /tmp' : undefined;
}

/** True if the files of a folder have owners and permissions, which vfat cannot store. */
export function needsOwners(mount: string): boolean {
  return owned.has(mount) || mount.startsWith('/var/') || mount.startsWith('/home/');
}

/** True for a folder and for paths in it. */
export function isIn(mount: string, folder: string): boolean {
  return mount === folder || mount.startsWith(`${folder}/`);
}
