import { describe, expect, it } from 'vitest';
import { NodeIndex, type IndexedNode } from './node-index.ts';

const mac = (id: number): string => `52:54:00:00:00:${id.toString(16).padStart(2, '0')}`;

describe('an index of nodes', () => {
  const nodes: readonly IndexedNode[] = [
    { id: 1, macs: [mac(1), mac(9)], uuid: 'u1', serial: 's', labels: { rack: '3', site: 'a' } },
    { id: 2, macs: [mac(2)], uuid: 'u2', serial: 's', labels: { rack: '3', site: 'b' } },
    { id: 3, macs: [], labels: { rack: '4', constructor: 'x' } },
  ];
  it.each([
    [{ mac: mac(9) }, [1]],
    [{ uuid: 'u2' }, [2]],
    [{ serial: 's' }, [1, 2]],
    [{ serial: 's', mac: mac(2) }, [2]],
    [{ uuid: 'u1', mac: mac(2) }, []],
    [{ labels: { rack: '3' } }, [1, 2]],
    [{ labels: { rack: '3', site: 'b' } }, [2]],
    [{ labels: { rack: '4', site: 'b' } }, []],
    [{ labels: { constructor: 'x' } }, [3]],
    [{ labels: { toString: 'x' } }, []],
    [{ mac: mac(1), labels: { rack: '4' } }, []],
    [{}, []],
  ])('selects with %j the nodes %j', (selector, expected) => {
    expect(new NodeIndex(nodes, [selector]).select(selector)).toEqual(expected);
  });

  it('compares a selector only with the nodes that have its rarest property', () => {
    const count = 2_000;
    const common = Object.fromEntries(Array.from({ length: 63 }, (_, index) => [`l${index}`, 'x']));
    let reads = 0;
    const many = Array.from({ length: count }, (_, id): IndexedNode => {
      const labels = { ...common, number: String(id) };
      return {
        id,
        macs: [],
        get labels() {
          reads += 1;
          return labels;
        },
      };
    });
    const selectors = many.slice(0, 500).map(({ labels }) => ({ labels }));
    const index = new NodeIndex(many, selectors);
    reads = 0;
    expect(selectors.map((selector) => index.select(selector))).toEqual(selectors.map((_, id) => [id]));
    expect(reads).toBe(selectors.length);
  });
});
