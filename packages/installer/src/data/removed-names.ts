/** A name that was removed from the distribution, or was never in it. */
export interface RemovedName {
  /** The reason, worded to follow the name. */
  readonly why: string;
  /** The first month without the name, if known. */
  readonly since?: string;
  readonly instead?: string;
}

export const removedPackages: Readonly<Record<string, RemovedName>> = {
  'arc-gtk-theme': {
    why: 'is no longer in the repositories',
    since: '2025-04',
    instead: 'materia-gtk-theme',
  },
  cutefish: { why: 'was never in the official repositories' },
  leafpad: { why: 'is no longer in the repositories', instead: 'l3afpad' },
  'libva-mesa-driver': { why: 'is part of mesa now', instead: 'mesa' },
  nvidia: { why: 'is no longer in the repositories', since: '2025-12', instead: 'nvidia-open' },
  'nvidia-dkms': { why: 'is no longer in the repositories', since: '2025-12', instead: 'nvidia-open-dkms' },
  'nvidia-lts': { why: 'is no longer in the repositories', since: '2025-12', instead: 'nvidia-lts-open' },
  'plasma-wayland-session': {
    why: 'is part of plasma-workspace now',
    since: '2024-03',
    instead: 'plasma-workspace',
  },
  'xf86-video-vmware': { why: 'is no longer in the repositories', since: '2025-06', instead: 'mesa' },
};

/** Profiles that the format still allows, because custom mirrors may provide their packages. */
export const removedProfiles: Readonly<Record<string, RemovedName>> = {
  cutefish: { why: 'was never in the official repositories' },
};

export const removedDrivers: Readonly<Record<string, RemovedName>> = {
  'Nvidia (proprietary)': {
    why: 'needs nvidia-dkms, which is no longer in the repositories',
    since: '2025-12',
    instead: 'Nvidia (open kernel module for newer GPUs, Turing+)',
  },
};
