/** A directed edge between two nodes. */
export interface Arrow {
  readonly from: string;
  readonly to: string;
}

/** Nodes that can all reach each other, and the edges between them. */
export interface Ring<A extends Arrow> {
  readonly nodes: readonly string[];
  readonly arrows: readonly A[];
}

interface Visit {
  readonly node: string;
  readonly index: number;
  low: number;
  open: boolean;
}

/** Finds the strongly connected components of at least two nodes (Tarjan's algorithm). */
export function findRings<A extends Arrow>(arrows: readonly A[]): readonly Ring<A>[] {
  const targets = new Map<string, string[]>();
  for (const { from, to } of arrows) {
    const list = targets.get(from);
    if (list === undefined) targets.set(from, [to]);
    else list.push(to);
  }
  const visits = new Map<string, Visit>();
  const path: Visit[] = [];
  const rings: (readonly string[])[] = [];
  const visit = (node: string): Visit => {
    const own: Visit = { node, index: visits.size, low: visits.size, open: true };
    visits.set(node, own);
    path.push(own);
    for (const target of targets.get(node) ?? []) {
      const other = visits.get(target);
      if (other === undefined) own.low = Math.min(own.low, visit(target).low);
      else if (other.open) own.low = Math.min(own.low, other.index);
    }
    if (own.low === own.index) {
      const ring = path.splice(path.indexOf(own));
      for (const each of ring) each.open = false;
      if (ring.length > 1) rings.push(ring.map((each) => each.node));
    }
    return own;
  };
  for (const node of targets.keys()) if (!visits.has(node)) visit(node);
  return rings.map((nodes) => {
    const members = new Set(nodes);
    return { nodes, arrows: arrows.filter(({ from, to }) => members.has(from) && members.has(to)) };
  });
}
