/** What each option means, in the words of `writ COMMAND --help`; docs/command.md says more. */
export const meanings: Readonly<Record<string, string>> = {
  '--creds': 'a second configuration, merged over the first: keeps secrets in a file of their own',
  '--advanced': 'sys-language and sys-encoding count',
  '--strict': 'warnings count as errors',
  '--format': 'for people (text) or for programs (json)',
  '--accept-loss':
    'a key whose orders about disks, encryption or credentials may be lost; may be given again',
  '--target': 'the image to make, or the disk; replaces harddrives; a second one holds /home',
  '--firmware':
    'what the machine starts with; unless given uefi for an image, for a disk what its machine was started with',
  '--image-size': 'how large the sparse image is; 8G unless given',
  '--facts': 'the machine that is planned for, as writ facts wrote it there; here: this one',
  '--seed': 'what UUIDs derive from; unless given, the configuration without its secrets',
  '--command-limit': 'how long one custom command may take; 10m unless given',
  '--yes': 'consent to what the plan says',
  '--wipe': 'consent to overwriting a file that Writ did not make',
  '--plan-sha256': 'refuse every plan but the one with this digest',
  '--lock':
    'install exactly the packages of this file, which an installation leaves in /var/log/writ, or refuse',
  '--dry-run': 'check and plan, write nothing',
  '--resume': 'go on where the last run onto this target stopped',
  '--rerun-command': 'with --resume: a custom command that had started may be started again',
  '--mirror': 'replaces the mirrors of the configuration; holds $repo and $arch',
  '--min-rate':
    'bytes a second over a minute, below which a mirror is left for the next one; 50kB unless given',
  '--events': 'every event as a line of JSON',
  '--quiet': 'no progress; of controllers no line at the start',
  '--port': 'where to listen on the loopback',
  '--allow-devices': 'targets may be block devices',
  '--new-token': 'replace the token in the state folder; addresses and pages of before no longer work',
  '--link': 'print a new address of the service that runs, for one page',
  '--prefix': 'the module or folder that holds the controllers; may be given again',
  '--host': 'where to listen; localhost:8080 unless given',
  '--workers': 'how many processes serve; one that dies is replaced',
  '--openapi': 'describe what is served at /openapi.json, and for people at /reference',
  '--unhandled-rejections':
    'what becomes of a promise that nothing handles: log, or throw, which ends the process; log unless given',
  '--version': 'print the version of writ',
};

/** One line for each option that a usage text names, in its order. */
export function explainOptions(usage: string): string {
  const names = [...new Set(usage.match(/--[a-z][a-z0-9-]*/g) ?? [])];
  const width = Math.max(0, ...names.map((name) => name.length));
  return names.map((name) => `  ${name.padEnd(width)}  ${meanings[name] ?? ''}\n`).join('');
}
