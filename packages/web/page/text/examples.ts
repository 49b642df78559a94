import desktopDemonstration from '../examples/desktop.demonstration.json' with { type: 'json' };
import desktop from '../examples/desktop.json' with { type: 'json' };
import developerDemonstration from '../examples/developer.demonstration.json' with { type: 'json' };
import developer from '../examples/developer.json' with { type: 'json' };
import minimalDemonstration from '../examples/minimal.demonstration.json' with { type: 'json' };
import minimal from '../examples/minimal.json' with { type: 'json' };
import serverDemonstration from '../examples/server.demonstration.json' with { type: 'json' };
import server from '../examples/server.json' with { type: 'json' };
import { formatConfiguration } from './format.ts';

export const exampleNames = ['desktop', 'server', 'minimal', 'developer'] as const;

export type ExampleName = (typeof exampleNames)[number];

/**
 * An example as text, in one version for the distribution's mirrors and one for the demonstration mirror, which has
 * fewer packages.
 */
export interface Example {
  readonly full: string;
  readonly demonstration: string;
}

const files: Readonly<Record<ExampleName, readonly [full: object, demonstration: object]>> = {
  desktop: [desktop, desktopDemonstration],
  server: [server, serverDemonstration],
  minimal: [minimal, minimalDemonstration],
  developer: [developer, developerDemonstration],
};

/**
 * Reads an example.
 *
 * @param region the `mirror-region` of the demonstration mirror (default: that of its usual address)
 */
export function readExample(name: ExampleName, region?: unknown): Example {
  const [full, demonstration] = files[name];
  return {
    full: formatConfiguration(full),
    demonstration: formatConfiguration(
      region === undefined ? demonstration : { ...demonstration, 'mirror-region': region },
    ),
  };
}
