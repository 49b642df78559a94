import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { Bag } from './bag.ts';

it('holds what a set holds, whatever comes and goes', () => {
  const things = Array.from({ length: 8 }, (_, name) => ({ name, slot: -1 }));
  fc.assert(
    fc.property(fc.array(fc.nat(7)), (moves) => {
      const bag = new Bag<(typeof things)[number]>();
      const set = new Set<number>();
      for (const name of moves) {
        const thing = things[name]!;
        if (set.delete(name)) bag.delete(thing);
        else {
          set.add(name);
          bag.add(thing);
        }
        bag.delete(things[(name + 1) % 8]!);
        set.delete((name + 1) % 8);
        expect(bag.size).toBe(set.size);
      }
      expect(bag.all().map((thing) => thing.name)).toHaveLength(set.size);
      expect(new Set(bag.all().map((thing) => thing.name))).toEqual(set);
      for (const thing of bag.all()) bag.delete(thing);
      expect(bag.size).toBe(0);
    }),
  );
});
