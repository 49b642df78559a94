/** What has left the distribution, or never was in it. */
export interface Departed {
  /** In words, behind the name. */
  readonly why: string;
  readonly instead?: string;
}

export const departedPackages: Readonly<Record<string, Departed>> = {
  'arc-gtk-theme': { why: 'has left the repositories', instead: 'materia-gtk-theme' },
  cutefish: { why: 'never was in the official repositories' },
  leafpad: { why: 'has left the repositories', instead: 'l3afpad' },
  'libva-mesa-driver': { why: 'is part of mesa now', instead: 'mesa' },
  'nvidia-dkms': { why: 'has left the repositories', instead: 'nvidia-open-dkms' },
  'plasma-wayland-session': { why: 'is part of plasma-workspace now', instead: 'plasma-workspace' },
  'xf86-video-vmware': { why: 'has left the repositories', instead: 'mesa' },
};

/** Allowed by the format all the same: a mirror of one's own may have them. */
export const departedProfiles: Readonly<Record<string, Departed>> = {
  cutefish: { why: 'never was in the official repositories' },
};

export const departedDrivers: Readonly<Record<string, Departed>> = {
  'Nvidia (proprietary)': {
    why: 'needs nvidia-dkms, which has left the repositories',
    instead: 'Nvidia (open kernel module for newer GPUs, Turing+)',
  },
};
