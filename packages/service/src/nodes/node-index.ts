import { matcherOf, type Labels, type NodeIdentity, type NodeSelector } from '../records/node.ts';

/** A node, as far as selectors select it. */
export interface IndexedNode extends NodeIdentity {
  readonly id: number;
  readonly labels: Labels;
}

type NodesByValue = Map<string, IndexedNode[]>;

/** Nodes by the properties that some selectors require. */
export class NodeIndex {
  readonly #macs: NodesByValue = new Map();
  readonly #uuids: NodesByValue = new Map();
  readonly #serials: NodesByValue = new Map();
  readonly #labels = new Map<string, NodesByValue>();

  /** @param selectors the selectors that will be passed to {@link select} */
  constructor(nodes: readonly IndexedNode[], selectors: readonly NodeSelector[]) {
    for (const { labels = {} } of selectors)
      for (const key of Object.keys(labels)) this.#labels.set(key, new Map());
    for (const node of nodes) {
      // A node may have the same hardware address twice.
      for (const mac of new Set(node.macs)) add(this.#macs, mac, node);
      add(this.#uuids, node.uuid, node);
      add(this.#serials, node.serial, node);
      for (const [key, values] of this.#labels)
        if (Object.hasOwn(node.labels, key)) add(values, node.labels[key], node);
    }
  }

  /** Returns the numbers of the nodes that a selector selects. Compares only the nodes with its rarest property. */
  select(selector: NodeSelector): readonly number[] {
    const { mac, uuid, serial, labels = {} } = selector;
    const candidates = [
      ...nodesOf(this.#macs, mac),
      ...nodesOf(this.#uuids, uuid),
      ...nodesOf(this.#serials, serial),
      ...Object.entries(labels).flatMap(([key, value]) => nodesOf(this.#labels.get(key), value)),
    ];
    const [first = [], ...others] = candidates;
    const rarest = others.reduce((least, nodes) => (nodes.length < least.length ? nodes : least), first);
    return rarest.filter(matcherOf(selector)).map(({ id }) => id);
  }
}

function add(nodes: NodesByValue, value: string | undefined, node: IndexedNode): void {
  if (value === undefined) return;
  const others = nodes.get(value);
  if (others === undefined) nodes.set(value, [node]);
  else others.push(node);
}

/** Returns a list with the nodes of a value, or an empty list if the selector has no value. */
function nodesOf(
  nodes: NodesByValue | undefined,
  value: string | undefined,
): readonly (readonly IndexedNode[])[] {
  return value === undefined ? [] : [nodes?.get(value) ?? []];
}
