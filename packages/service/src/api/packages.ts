import { BodyParam, Context, GET, Path, POST, QueryParam } from '@writ/annotations';
import { array, HttpError, int, object, oneOf, optional } from '@writ/http';
import type { PackageInformation, PackageResolution } from '@writ/installer';
import { defined } from '@writ/diagnostics/internal';
import { toRequestWords } from '../records/request-words.ts';
import type { AdditionalRepository, MirrorPackages, PackageSources } from '../packages/package-sources.ts';
import { Requires } from '../security/requires.ts';

/** A page of packages, and the state of every mirror's package databases. */
export interface PackagesAnswer {
  /** The number of matching packages. */
  readonly total: number;
  /** Packages whose name is or starts with the text, then groups, then other names, then descriptions. */
  readonly packages: readonly PackageInformation[];
  /** The ID of the mirror that was searched; absent if its databases are not available. */
  readonly mirror?: string;
  readonly mirrors: readonly MirrorPackages[];
}

/** A package that an installation would download. Sizes are in bytes. */
export interface ResolvedAnswer {
  readonly name: string;
  readonly version: string;
  readonly repository: string;
  readonly size: number;
  readonly installedSize: number;
  /** Whether the request names the package; otherwise it is a dependency or a member of a group. */
  readonly requested: boolean;
}

/** Packages and groups to resolve. */
export interface ResolutionRequest {
  readonly packages: readonly string[];
  readonly mirror?: string | undefined;
  /** The repository that the configuration enables. */
  readonly repository?: AdditionalRepository | undefined;
}

/** The packages that an installation would download. */
export interface ResolutionAnswer {
  readonly mirror: string;
  /** The time at which the databases were last refreshed, in ISO 8601, UTC. */
  readonly refreshed?: string;
  /** The total size of the package files in bytes, including packages that are already in the cache. */
  readonly download: number;
  /** The total installed size of the packages in bytes. */
  readonly installed: number;
  readonly packages: readonly ResolvedAnswer[];
  /** Unknown packages, conflicts and missing dependencies. */
  readonly problems: readonly PackageProblem[];
}

/** An unknown package, a conflict between packages, or a missing dependency. */
export interface PackageProblem {
  readonly message: string;
  readonly hint?: string;
  /** The requested name that no repository has; absent for other problems. */
  readonly unknown?: string;
  /** The package that was probably intended; absent if there is none. */
  readonly suggestion?: string;
}

const REPOSITORIES = ['multilib', 'testing'] as const;
/** Maximum number of packages on a page. */
const PAGE_LIMIT = 100;
/** Maximum number of names in a request to resolve packages. */
const NAME_LIMIT = 2_000;
/** Maximum length of a search text in UTF-16 code units. */
const TEXT_LIMIT = 100;
const NAME = /^[A-Za-z0-9@_+][A-Za-z0-9@._+-]{0,99}$/;

/**
 * The packages of the mirrors that the service offers. Neither a search nor a resolution includes third-party
 * repositories in `x-writ.repositories`, because the service does not connect to addresses in configurations until an
 * installation starts.
 */
@Requires('view')
@Path('/api')
export class Packages {
  readonly #sources: PackageSources;

  constructor(sources: PackageSources) {
    this.#sources = sources;
  }

  @GET(
    '/packages',
    QueryParam('q', optional(String)),
    QueryParam('mirror', optional(String)),
    QueryParam('repository', optional(oneOf(...REPOSITORIES))),
    QueryParam('from', int).default('0'),
    QueryParam('limit', int).default('20'),
  )
  search(
    text: string | undefined,
    mirror: string | undefined,
    repository: AdditionalRepository | undefined,
    from: number,
    limit: number,
  ): PackagesAnswer {
    if (text !== undefined && text.length > TEXT_LIMIT)
      throw new HttpError('invalid-values', `q must have at most ${TEXT_LIMIT} characters`);
    if (from < 0 || limit < 1 || limit > PAGE_LIMIT)
      throw new HttpError('invalid-values', `from must be at least 0, and limit from 1 to ${PAGE_LIMIT}`);
    const found = this.#sources.find(mirror, repository);
    const mirrors = this.#sources.list();
    if (found === undefined) return { total: 0, packages: [], mirrors };
    return { ...found.index.search(text ?? '', from, limit), mirror: found.state.mirror, mirrors };
  }

  @POST(
    '/resolve',
    BodyParam(
      object({
        packages: array(String),
        mirror: optional(String),
        repository: optional(oneOf(...REPOSITORIES)),
      }),
    ),
    Context(AbortSignal),
  )
  async resolve(
    { packages: names, mirror, repository }: ResolutionRequest,
    signal: AbortSignal,
  ): Promise<ResolutionAnswer> {
    const invalid = names.find((name) => !NAME.test(name));
    if (names.length === 0 || names.length > NAME_LIMIT || invalid !== undefined) {
      throw new HttpError(
        'invalid-values',
        `packages must be a list of 1 to ${NAME_LIMIT} names of packages or groups`,
      );
    }
    const answer = await this.#sources.resolve(mirror, repository, names, signal);
    if (answer === undefined) {
      throw new HttpError('unavailable', {
        detail: 'The package databases are not available yet; GET /api/packages lists their state',
        headers: { 'retry-after': '10' },
      });
    }
    const { state, resolution } = answer;
    const requested = new Set(names);
    const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
    return {
      mirror: state.mirror,
      ...(state.refreshed !== undefined && { refreshed: state.refreshed }),
      download: sum(resolution.packages.map(({ size }) => size)),
      installed: sum(resolution.packages.map(({ installedSize }) => installedSize)),
      packages: resolution.packages.map((found) => toResolved(found, requested.has(found.name))),
      problems: resolution.problems.map((problem) => {
        const { message, hint, unknown, suggestion } = toRequestWords(problem);
        return { message, ...defined({ hint, unknown, suggestion }) };
      }),
    };
  }
}

function toResolved(found: PackageResolution['packages'][number], requested: boolean): ResolvedAnswer {
  const { name, version, repository, size, installedSize } = found;
  return { name, version, repository, size, installedSize, requested };
}
