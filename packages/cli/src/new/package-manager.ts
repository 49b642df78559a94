/** The commands of a package manager. */
export interface PackageManager {
  readonly install: string;
  /** Runs the script `dev`. */
  readonly dev: string;
}

const NPM: PackageManager = { install: 'npm install', dev: 'npm run dev' };
const OTHERS: Readonly<Record<string, PackageManager>> = {
  pnpm: { install: 'pnpm install', dev: 'pnpm dev' },
  yarn: { install: 'yarn install', dev: 'yarn dev' },
};

/**
 * Returns the package manager that runs this process, such as pnpm for `pnpm create writ`; otherwise npm.
 *
 * @param userAgent the variable `npm_config_user_agent`, which package managers set: `pnpm/10.0.0 npm/? node/v24.0.0`
 */
export function detectPackageManager(userAgent: string | undefined): PackageManager {
  const [name = ''] = userAgent?.split('/') ?? [];
  return (Object.hasOwn(OTHERS, name) ? OTHERS[name] : undefined) ?? NPM;
}
