import type { GfxDriver, Kernel } from '../schema/types.gen.ts';

/** What a graphics driver installs beside the X server. */
export interface Driver {
  readonly packages: readonly string[];
  /** A kernel module from outside the kernels. */
  readonly module?: {
    /** Built on the machine for every kernel that has its headers. */
    readonly source: string;
    /** The one that is built already, and the only kernel it fits. */
    readonly built?: { readonly kernel: Kernel; readonly package: string };
  };
}

/** For every driver: what draws without one is the X server. */
export const displayServer: readonly string[] = ['xorg-server', 'xorg-xinit'];

/** With the names that the distribution gives them today; all but the last can be installed. */
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

/** Whether a module is built on the machine, once for each kernel. */
export function buildsModule(name: GfxDriver, kernels: readonly Kernel[]): boolean {
  const { module } = drivers[name];
  return module !== undefined && !fits(module, kernels);
}

function fits({ built }: NonNullable<Driver['module']>, kernels: readonly Kernel[]): boolean {
  return built !== undefined && kernels.every((kernel) => kernel === built.kernel);
}

/** The X server, the driver, and for a module that is built here what building it takes. */
export function driverPackages(name: GfxDriver, kernels: readonly Kernel[]): string[] {
  const { packages, module } = drivers[name];
  return [...displayServer, ...packages, ...(module === undefined ? [] : modulePackages(module, kernels))];
}

function modulePackages(module: NonNullable<Driver['module']>, kernels: readonly Kernel[]): string[] {
  if (module.built !== undefined && fits(module, kernels)) return [module.built.package];
  return [...kernels.map((kernel) => `${kernel}-headers`), 'dkms', module.source];
}
