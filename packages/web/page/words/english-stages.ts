/** The name of a stage of an installation, and what happens in it. */
export interface StageWords {
  readonly name: string;
  readonly meaning: string;
}

/** The stages in English, by their names in plans and events. */
export const englishStages: Readonly<Record<string, StageWords>> = {
  preflight: {
    name: 'Check',
    meaning: 'Checks that the mirrors respond and have every package. Nothing is written yet.',
  },
  download: { name: 'Download', meaning: 'Downloads every package and verifies its signature.' },
  early: {
    name: 'Early commands',
    meaning: 'Runs your own commands on the installing system. Nothing is written to the target yet.',
  },
  disk: {
    name: 'Disk',
    meaning: 'Creates the partitions and their file systems. Their old content is lost.',
  },
  tree: { name: 'Folders', meaning: 'Creates the empty folders of the new system.' },
  packages: { name: 'Packages', meaning: 'Unpacks the packages into the new system.' },
  system: { name: 'Settings', meaning: 'Writes the settings: language, time zone, network and others.' },
  loader: { name: 'Boot loader', meaning: 'Installs the program that starts the system.' },
  users: { name: 'Accounts', meaning: 'Creates the accounts and sets their passwords.' },
  profile: { name: 'Profile', meaning: 'Configures the selected desktop or server software.' },
  services: { name: 'Services', meaning: 'Enables the services that start at boot.' },
  commands: { name: 'Commands', meaning: 'Runs your own commands in the new system.' },
  verify: { name: 'Verify', meaning: 'Verifies that the system is complete.' },
  image: { name: 'Image file', meaning: 'Writes the finished system into the image.' },
  device: { name: 'Finish', meaning: 'Writes everything to the disk and releases it.' },
  error: { name: 'Error commands', meaning: 'Runs your own commands after a failure.' },
};
