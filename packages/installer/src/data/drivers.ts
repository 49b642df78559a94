import type { GfxDriver, Kernel } from '../schema/types.gen.ts';

/** A graphics driver and the packages that it needs in addition to the X server. */
export interface Driver {
  readonly packages: readonly string[];
  /** An out-of-tree kernel module. */
  readonly module?: {
    /** The DKMS package, whose module is built on the machine for every kernel that has headers. */
    readonly source: string;
    /** The package with a prebuilt module, and the only kernel that the module supports. */
    readonly built?: { readonly kernel: Kernel; readonly package: string };
  };
}

/** X server packages, which every driver needs. */
export const displayServer: readonly string[] = ['xorg-server', 'xorg-xinit'];

/** Drivers with the current names of their packages. All drivers except the last one can be installed. */
export const drivers: Readonly<Record<GfxDriver, Driver>> = {
  'VMware / VirtualBox (open-source)': { packages: ['mesa'] },
  'Intel (open-source)': {
    packages: ['mesa', 'libva-intel-driver', 'intel-media-driver', 'vulkan-intel'],
  },
  'AMD / ATI (open-source)': {
    packages: ['mesa', 'xf86-video-amdgpu', 'xf86-video-ati', 'vulkan-radeon'],
  },
  'All open-source (default)': {
    packages: [
      'mesa',
      'xf86-video-amdgpu',
      'xf86-video-ati',
      'xf86-video-nouveau',
      'libva-intel-driver',
      'intel-media-driver',
      'vulkan-radeon',
      'vulkan-intel',
      'vulkan-nouveau',
    ],
  },
  'Nvidia (open kernel module for newer GPUs, Turing+)': {
    packages: ['libva-nvidia-driver'],
    module: { source: 'nvidia-open-dkms', built: { kernel: 'linux', package: 'nvidia-open' } },
  },
  'Nvidia (open-source nouveau driver)': {
    packages: ['mesa', 'xf86-video-nouveau', 'vulkan-nouveau'],
  },
  'Nvidia (proprietary)': { packages: [], module: { source: 'nvidia-dkms' } },
};

/** Whether the driver has a kernel module that is built on the machine, once for each kernel. */
export function buildsModule(name: GfxDriver, kernels: readonly Kernel[]): boolean {
  const { module } = drivers[name];
  return module !== undefined && !hasPrebuiltModule(module, kernels);
}

function hasPrebuiltModule({ built }: NonNullable<Driver['module']>, kernels: readonly Kernel[]): boolean {
  return built !== undefined && kernels.every((kernel) => kernel === built.kernel);
}

/**
 * Returns the packages of the X server, the driver and its kernel module. If the module is built on the
 * machine, they include its build dependencies.
 */
export function driverPackages(name: GfxDriver, kernels: readonly Kernel[]): string[] {
  const { packages, module } = drivers[name];
  return [...displayServer, ...packages, ...(module === undefined ? [] : modulePackages(module, kernels))];
}

function modulePackages(module: NonNullable<Driver['module']>, kernels: readonly Kernel[]): string[] {
  if (module.built !== undefined && hasPrebuiltModule(module, kernels)) return [module.built.package];
  return [...kernels.map((kernel) => `${kernel}-headers`), 'dkms', module.source];
}
