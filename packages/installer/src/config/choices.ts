import keymaps from '../data/keymaps.json' with { type: 'json' };
import timezones from '../data/timezones.json' with { type: 'json' };
import x11Keyboards from '../data/x11-keyboards.json' with { type: 'json' };
import { audioServers } from '../data/audio.ts';
import type { DefaultGreeter } from '../data/definition.ts';
import { furtherDesktops } from '../data/desktops.ts';
import { drivers } from '../data/drivers.ts';
import { greeters } from '../data/greeters.ts';
import { bootLoaders, type BootLoader } from '../data/loaders.ts';
import { profiles } from '../data/profiles.ts';
import { removedDrivers, removedProfiles, type RemovedName } from '../data/removed-names.ts';
import type {
  AudioServer,
  Bootloader,
  Details,
  FurtherDesktop,
  GfxDriver,
  GreeterType,
  Kernel,
  Main,
  NetworkType,
} from '../schema/types.gen.ts';
import { listLocales, type KnownLocale } from './locale.ts';
import { ownValue } from './own-value.ts';
import { configSchema, expandSchema, type Schema } from './schema-view.ts';

/** A value of a configuration key. */
export interface Choice<Value extends string = string> {
  readonly value: Value;
  /** The description of the value in the schema, a phrase in English. */
  readonly description?: string;
}

/** A console keyboard layout, a value of `keyboard-language`. */
export interface KeyboardChoice extends Choice {
  /** The layout of graphical sessions; absent if the layout exists on the console only. */
  readonly graphical?: { readonly layout: string; readonly variant?: string; readonly model?: string };
}

/** A boot loader with what it requires. */
export interface BootLoaderChoice extends Choice<Bootloader>, BootLoader {}

/** A kind of profile, a value of `profile.main`. */
export interface MainChoice extends Choice<Main> {
  /** Whether `profile.gfx_driver` and `profile.greeter_type` have an effect. */
  readonly graphics: boolean;
}

/** A profile, a value of `profile.details`. */
export interface ProfileChoice extends Choice<Details> {
  readonly main: Main;
  /** Packages of the profile itself; those of `packageGroups`, `main` and the login screen are separate. */
  readonly packages: readonly string[];
  readonly packageGroups: readonly string[];
  readonly services: readonly string[];
  /** Groups that every account joins. */
  readonly userGroups: readonly string[];
  /** The default login screen; null if sessions are started manually, absent outside desktops. */
  readonly greeter?: DefaultGreeter | null;
  /** Present if the distribution's mirrors do not have its packages. */
  readonly removed?: RemovedName;
}

/** A desktop that `profile.details` cannot name, a value of `x-writ.desktops`. */
export interface FurtherDesktopChoice extends Choice<FurtherDesktop> {
  /** Packages of the desktop itself; those of `packageGroups` and the login screen are separate. */
  readonly packages: readonly string[];
  readonly packageGroups: readonly string[];
  /** The default login screen. */
  readonly greeter: DefaultGreeter | null;
}

/** A graphics driver, a value of `profile.gfx_driver`. */
export interface DriverChoice extends Choice<GfxDriver> {
  /** Packages, except the X server's and the kernel module's, which depend on the kernels. */
  readonly packages: readonly string[];
  /** Whether its kernel module may have to be built on the machine, which takes several minutes. */
  readonly builtModule: boolean;
  /** Present if the distribution's mirrors do not have its packages. */
  readonly removed?: RemovedName;
}

/** A value with its packages. */
export interface PackagedChoice<Value extends string> extends Choice<Value> {
  readonly packages: readonly string[];
}

/** The values that an editor offers for configuration keys. */
export interface Choices {
  /** Values of `timezone`. */
  readonly timezones: readonly string[];
  readonly keyboards: readonly KeyboardChoice[];
  /** Values of `sys-language`, each with its values of `sys-encoding`. */
  readonly locales: readonly KnownLocale[];
  readonly bootLoaders: readonly BootLoaderChoice[];
  readonly kernels: readonly Choice<Kernel>[];
  readonly mains: readonly MainChoice[];
  readonly profiles: readonly ProfileChoice[];
  readonly furtherDesktops: readonly FurtherDesktopChoice[];
  readonly drivers: readonly DriverChoice[];
  readonly greeters: readonly PackagedChoice<GreeterType>[];
  readonly audioServers: readonly PackagedChoice<AudioServer>[];
  readonly networkTypes: readonly Choice<NetworkType>[];
}

/**
 * Returns the values that an editor offers. These are the values that the check accepts, with their requirements and
 * packages.
 */
export function configurationChoices(): Choices {
  return {
    timezones,
    keyboards: keymaps.map((value) => {
      const graphical = ownValue(x11Keyboards, value);
      return { value, ...(graphical && { graphical }) };
    }),
    locales: listLocales(),
    bootLoaders: valuesOf<Bootloader>('bootloader').map((choice) => ({
      ...choice,
      ...bootLoaders[choice.value],
    })),
    kernels: valuesOf<Kernel>('kernels'),
    mains: valuesOf<Main>('profile', 'main').map((choice) => ({
      ...choice,
      graphics: choice.value === 'desktop',
    })),
    profiles: valuesOf<Details>('profile', 'details').map((choice) => {
      const removed = ownValue(removedProfiles, choice.value);
      const {
        main,
        packages,
        package_groups = [],
        services = [],
        user_groups = [],
        default_greeter,
      } = profiles[choice.value];
      return {
        ...choice,
        main,
        packages,
        packageGroups: package_groups,
        services,
        userGroups: user_groups,
        ...(default_greeter === undefined ? {} : { greeter: default_greeter }),
        ...(removed && { removed }),
      };
    }),
    furtherDesktops: valuesOf<FurtherDesktop>('x-writ', 'desktops').map((choice) => {
      const { packages, package_groups = [], default_greeter = null } = furtherDesktops[choice.value];
      return { ...choice, packages, packageGroups: package_groups, greeter: default_greeter };
    }),
    drivers: valuesOf<GfxDriver>('profile', 'gfx_driver').map((choice) => {
      const { packages, module } = drivers[choice.value];
      const removed = ownValue(removedDrivers, choice.value);
      return { ...choice, packages, builtModule: module !== undefined, ...(removed && { removed }) };
    }),
    greeters: valuesOf<GreeterType>('profile', 'greeter_type').map((choice) => ({
      ...choice,
      packages: greeters[choice.value].packages,
    })),
    audioServers: valuesOf<AudioServer>('audio_config', 'audio').map((choice) => ({
      ...choice,
      packages: audioServers[choice.value].packages,
    })),
    networkTypes: valuesOf<NetworkType>('network_config', 'type'),
  };
}

/**
 * Returns the values of a key in the schema, each with its description if the key's description contains
 * `value: description.`
 */
function valuesOf<Value extends string>(...path: readonly string[]): Choice<Value>[] {
  const [key] = path.reduce<readonly (Schema | undefined)[]>(
    ([of], name) => [of?.properties?.[name]],
    [configSchema],
  );
  if (key === undefined) throw new TypeError(`the schema has no key ${path.join('.')}`);
  const { items, description = '' } = key;
  const values = [key, ...(items === undefined ? [] : [items])]
    .flatMap(expandSchema)
    .flatMap((part) => part.enum ?? []);
  return values.map((value) => {
    const phrase = description.split(/(?<=\.) /).find((sentence) => sentence.startsWith(`${value}: `));
    const described = phrase?.slice(value.length + 2).replace(/\.$/, '');
    return { value: value as Value, ...(described === undefined ? {} : { description: described }) };
  });
}
