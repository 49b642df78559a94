import { GET, Path, PathParam } from '@writ/annotations';
import { HttpError, int } from '@writ/http';
import { parseFacts, type Facts, type UnreadPart } from '@writ/installer';
import { unreadParts } from '@writ/installer/internal';
import { defined } from '@writ/diagnostics/internal';
import { listDisks } from '../../nodes/hardware.ts';
import { Requires } from '../../security/requires.ts';
import type { NodeConfiguration } from '../../store/nodes/node-configurations.ts';
import type { Store } from '../../store/store.ts';
import { toDiskAnswer, type DiskAnswer } from '../choices.ts';
import { getNode } from './stored-node.ts';

/** Facts about the machine of a node, as its agent has sent them. */
export interface NodeFactsAnswer extends Pick<
  Facts,
  'firmware' | 'architecture' | 'memory' | 'cpuModel' | 'virtualMachine' | 'unseen'
> {
  /** The parts that `unseen` describes, as data. */
  readonly unread: readonly UnreadPart[];
  readonly disks: readonly DiskAnswer[];
}

/** The configuration of a node. */
export interface AssignedConfiguration {
  /** The newest configuration whose selector selects the node; absent if there is none. */
  readonly configuration?: NodeConfiguration;
}

/** The facts of a node, and its configuration. */
@Requires('view')
@Path('/api/nodes/{id}')
export class NodeDetails {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  @GET('/facts', PathParam('id', int))
  async facts(id: number): Promise<NodeFactsAnswer> {
    await getNode(this.#store, id);
    const text = await this.#store.nodes.facts(id);
    const { facts } = parseFacts('facts', text ?? '');
    if (facts === undefined) throw new HttpError('not-found', `Node ${id} has not registered`);
    const { firmware, architecture, memory, cpuModel, virtualMachine, unseen } = facts;
    return {
      firmware,
      architecture,
      memory,
      cpuModel,
      unseen,
      unread: unreadParts(facts),
      ...defined({ virtualMachine }),
      disks: listDisks(facts).map((disk) => toDiskAnswer(disk, facts)),
    };
  }

  @GET('/configuration', PathParam('id', int))
  async configuration(id: number): Promise<AssignedConfiguration> {
    const node = await getNode(this.#store, id);
    return defined({ configuration: await this.#store.nodeConfigurations.find(node) });
  }
}
