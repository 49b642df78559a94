import { Context, GET, HeaderParam, Path } from '@writ/annotations';
import { HttpResponse, optional } from '@writ/http';
import {
  configurationChoices,
  describeContents,
  machineFacts,
  readNetworkCards,
  type Choices as ConfigurationChoices,
  type Disk,
  type Facts,
  type NetworkCard,
  type UnreadPart,
} from '@writ/installer';
import { isContentUnread, unreadParts } from '@writ/installer/internal';
import { createHash } from 'node:crypto';
import { listDisks } from '../nodes/hardware.ts';
import { Requires } from '../security/requires.ts';

/** A disk in the machine, to which `harddrives` can refer. */
export interface DiskAnswer extends Pick<
  Disk,
  'path' | 'size' | 'transport' | 'model' | 'serial' | 'wwn' | 'removable' | 'readOnly'
> {
  /** A path under `/dev/disk/by-id`, which does not change after a reboot; absent if there is none. */
  readonly stablePath?: string;
  /** The detected content, one line for each part; empty if none was detected. */
  readonly contents: readonly string[];
  /** Whether the content could not be read, so that it is unknown if `contents` is empty. */
  readonly unread: boolean;
  /**
   * Whether any part of the disk is mounted, used as swap, or used by another device or a pool; if so, the disk cannot
   * be a target.
   */
  readonly inUse: boolean;
}

/** Facts about the service's machine that help to choose values. */
export interface MachineAnswer extends Pick<Facts, 'firmware' | 'architecture' | 'memory' | 'unseen'> {
  /** The parts that `unseen` describes, as data. */
  readonly unread: readonly UnreadPart[];
  readonly disks: readonly DiskAnswer[];
  readonly networkCards: readonly NetworkCard[];
  /** Whether the machine is running a live system, whose network settings can be copied. */
  readonly liveMedium: boolean;
}

/** Values that the page offers for configuration keys, and the parts of the machine that it offers as values. */
@Requires('view')
@Path('/api')
export class Choices {
  /** The entity tag of the choices, which depend only on the version of Writ, so a client may store them. */
  readonly #etag = `"${createHash('sha256').update(JSON.stringify(configurationChoices())).digest('hex').slice(0, 32)}"`;

  @GET('/choices', HeaderParam('If-None-Match', optional(String)), Context(HttpResponse))
  choices(stored: string | undefined, response: HttpResponse): ConfigurationChoices | undefined {
    response.headers.set('etag', this.#etag);
    response.headers.set('cache-control', 'private, no-cache');
    if (stored !== this.#etag) return configurationChoices();
    response.status = 304;
    return undefined;
  }

  @GET('/machine', Context(AbortSignal))
  async machine(signal: AbortSignal): Promise<MachineAnswer> {
    const [facts, networkCards] = await Promise.all([machineFacts(signal), readNetworkCards()]);
    const { firmware, architecture, memory, unseen } = facts;
    const liveMedium = facts.liveMedium !== undefined;
    return {
      firmware,
      architecture,
      memory,
      unseen,
      unread: unreadParts(facts),
      disks: listDisks(facts).map((disk) => toDiskAnswer(disk, facts)),
      networkCards,
      liveMedium,
    };
  }
}

/** Converts a disk to the form in which the API returns it. */
export function toDiskAnswer(disk: Disk, facts: Facts): DiskAnswer {
  const { path, size, transport, model, serial, wwn, removable, readOnly, links } = disk;
  const stablePath = links.find((link) => link.startsWith('/dev/disk/by-id/'));
  const inUse = [disk, ...disk.partitions].some(
    ({ mountPoints, holders, loops, swap, pools }) =>
      mountPoints.length + holders.length + loops.length + pools.length > 0 || swap,
  );
  return {
    path,
    size,
    removable,
    readOnly,
    ...(transport === undefined ? {} : { transport }),
    ...(model === undefined ? {} : { model }),
    ...(serial === undefined ? {} : { serial }),
    ...(wwn === undefined ? {} : { wwn }),
    ...(stablePath === undefined ? {} : { stablePath }),
    contents: describeContents(disk),
    unread: isContentUnread(path, facts),
    inUse,
  };
}
