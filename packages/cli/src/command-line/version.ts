import manifest from '../../package.json' with { type: 'json' };

/** Of this package. */
export function version(): string {
  return manifest.version;
}
