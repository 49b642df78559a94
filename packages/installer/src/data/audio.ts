import type { AudioServer as AudioServerName } from '../schema/types.gen.ts';

/** A sound server. */
export interface AudioServer {
  readonly packages: readonly string[];
  /** Units of user sessions, enabled for every user. */
  readonly userUnits: readonly string[];
}

export const audioServers: Readonly<Record<AudioServerName, AudioServer>> = {
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

/** Kernel modules of hardware that needs alsa-firmware. */
const needAlsaFirmware: ReadonlySet<string> = new Set(
  (
    'snd_asihpi snd_cs46xx snd_darla20 snd_darla24 snd_echo3g snd_emu10k1 snd_gina20 snd_gina24 snd_hda_codec_ca0132 ' +
    'snd_hdsp snd_indigo snd_indigodj snd_indigodjx snd_indigoio snd_indigoiox snd_layla20 snd_layla24 snd_mia ' +
    'snd_mixart snd_mona snd_pcxhr snd_vx_lib'
  ).split(' '),
);

/**
 * Returns the firmware packages for a machine's sound hardware, which is identified by its kernel modules.
 */
export function soundFirmware(modules: readonly string[]): string[] {
  return [
    ...(modules.some((module) => module.startsWith('snd_sof')) ? ['sof-firmware'] : []),
    ...(modules.some((module) => needAlsaFirmware.has(module)) ? ['alsa-firmware'] : []),
  ];
}
