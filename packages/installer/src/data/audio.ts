import type { Settings } from '../config/settings.ts';

/** A sound server. */
export interface AudioServer {
  readonly packages: readonly string[];
  /** Units of users' sessions, enabled for every user. */
  readonly userUnits: readonly string[];
}

export const audioServers: Readonly<Record<NonNullable<Settings['audio']>, AudioServer>> = {
  pipewire: {
    packages: [
      'pipewire',
      'pipewire-alsa',
      'pipewire-jack',
      'pipewire-pulse',
      'gst-plugin-pipewire',
      'libpulse',
      'wireplumber',
    ],
    userUnits: ['pipewire-pulse.service'],
  },
  pulseaudio: { packages: ['pulseaudio'], userUnits: [] },
};

/** Sound hardware that is silent without firmware; found by the kernel modules that drive it. */
export const soundFirmware = {
  /** Modules whose names begin with snd_sof. */
  sof: 'sof-firmware',
  /** One of the modules below. */
  alsa: 'alsa-firmware',
} as const;
