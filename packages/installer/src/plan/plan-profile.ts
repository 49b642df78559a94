import { defined } from '@writ/diagnostics/internal';
import type { GfxDriver } from '../schema/types.gen.ts';
import type { Settings } from '../config/settings.ts';
import type { DefaultGreeter, ProfileDefinition } from '../data/definition.ts';
import { furtherDesktops } from '../data/desktops.ts';
import { buildsModule, driverPackages } from '../data/drivers.ts';
import { greeters, type Greeter } from '../data/greeters.ts';
import { mains, profiles } from '../data/profiles.ts';
import type { Requirement } from './plan.ts';

/** The part of a plan that the profile contributes. */
export interface ProfilePart {
  readonly desktop: boolean;
  readonly packages: readonly Requirement[];
  readonly units: readonly Requirement[];
  /** Groups that every created user joins. */
  readonly userGroups: readonly string[];
  readonly greeter?: Greeter;
  /** A graphics driver whose module is built for every kernel. */
  readonly builds?: GfxDriver;
}

const DESKTOPS = '/x-writ/desktops';
const defaultDriver: GfxDriver = 'All open-source (default)';

/** @param definition the profile at `profile.path`, if any */
export function planProfile(settings: Settings, definition: ProfileDefinition | undefined): ProfilePart {
  const { profile, profileFile, kernels, desktops = [] } = settings;
  const details = profile?.details === undefined ? undefined : profiles[profile.details];
  const further = desktops.map((name, index) => ({
    ...furtherDesktops[name],
    pointer: `${DESKTOPS}/${index}`,
  }));
  const sources = [
    ...(details === undefined ? [] : [{ ...details, pointer: '/profile/details' }]),
    ...(definition === undefined ? [] : [{ ...definition, pointer: '/profile/path' }]),
    ...further,
  ];
  const kinds = [
    ...new Set([...(profile === undefined ? [] : [profile]), ...sources].map(({ main }) => main)),
  ];
  const desktop = kinds.includes('desktop');
  const driver = profile?.gfxDriver ?? profileFile?.gfxDriver ?? defaultDriver;
  const named =
    profile?.greeter ??
    profileFile?.greeter ??
    findDefaultGreeter(definition ?? details) ??
    findDefaultGreeter(further[0]);
  // Without a profile, the findings about its packages refer to the desktops.
  const hasProfile = profile !== undefined || profileFile !== undefined;
  const pointerOf = (key: string): string => (hasProfile ? `/profile/${key}` : DESKTOPS);
  const greeter = desktop && named !== undefined ? greeters[named] : undefined;
  const custom = (profile?.custom ?? []).map((entry) => ({ ...entry, pointer: '/profile/custom' }));
  const contributions = [...sources, ...custom];
  return {
    desktop,
    packages: [
      ...kinds.flatMap((kind) => profileRequirements(mains[kind], pointerOf('main'))),
      ...contributions.flatMap(({ packages, pointer }) => profileRequirements(packages, pointer)),
      ...sources.flatMap(({ package_groups: groups, pointer }) =>
        profileRequirements(groups, pointer).map((item) => ({ ...item, group: true as const })),
      ),
      ...(desktop ? profileRequirements(driverPackages(driver, kernels), pointerOf('gfx_driver')) : []),
      ...profileRequirements(greeter?.packages, pointerOf('greeter_type')),
    ],
    units: [
      ...contributions.flatMap(({ services, pointer }) => profileRequirements(services, pointer)),
      ...profileRequirements(greeter && [greeter.service], pointerOf('greeter_type')),
    ],
    userGroups: [...new Set(sources.flatMap(({ user_groups: groups = [] }) => groups))],
    ...defined({ greeter }),
    ...(desktop && buildsModule(driver, kernels) ? { builds: driver } : {}),
  };
}

function findDefaultGreeter(definition: ProfileDefinition | undefined): DefaultGreeter | undefined {
  return definition?.default_greeter ?? undefined;
}

function profileRequirements(names: readonly string[] = [], pointer: string): Requirement[] {
  return names.map((name) => ({ name, pointer }));
}
