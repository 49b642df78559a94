import { expect, it } from 'vitest';
import { HttpError } from '../../errors/http-error.ts';
import { findInstances } from './instances.ts';
import { findTransferObstacle } from './transfer-obstacle.ts';
import { NotTransferable, pack, type ClassIndex, type ClassReference } from './pack.ts';
import { privateMemberOf } from './private-member.ts';
import { toTransferableError } from './transferable-error.ts';
import { unpack } from './unpack.ts';

class Note {
  title = 'a';
  get long() {
    return `${this.title}!`;
  }
}
class Below extends Note {}
class Bag extends Map<string, unknown> {
  label = 'bag';
}
class Flat {
  x = 1;
}
class Locked {
  #key = 1;
  open() {
    return this.#key;
  }
}

const index: ClassIndex = { indexOf: () => undefined, exportOf: () => undefined };

async function cross(value: unknown, known: readonly Function[], every = false): Promise<unknown> {
  const message = structuredClone(await pack(value, 'the result', () => index));
  const find = async ({ name }: ClassReference) => known.find((type) => type.name === name);
  return await unpack(message, find, 'the result', every);
}

it('pack and unpack transfer each instance in arrays, maps, sets and errors once', async () => {
  const note = new Below();
  const bag = new Bag([['note', note]]);
  const error = Object.assign(new RangeError('no'), { note, code: 7 });
  const crossed = (await cross({ all: [note, new Set([note])], bag, error }, [Note, Below, Bag])) as any;
  const [first, set] = crossed.all;
  expect(first).toBeInstanceOf(Below);
  expect([first.long, [...set][0] === first, crossed.bag.get('note') === first]).toEqual(['a!', true, true]);
  expect([crossed.bag instanceof Bag, crossed.bag.label]).toEqual([true, 'bag']);
  expect(crossed.error).toBeInstanceOf(RangeError);
  expect([crossed.error.note === first, crossed.error.code]).toEqual([true, 7]);
});

it('pack and unpack transfer buffers and objects that contain themselves', async () => {
  const ring: Record<string, unknown> = { bytes: Buffer.from('x') };
  ring['ring'] = ring;
  const crossed = (await cross(ring, [])) as any;
  expect([Buffer.isBuffer(crossed.bytes), crossed.ring === crossed]).toEqual([true, true]);
});

it('unpack uses the nearest known base class of an unknown class, unless members would be lost', async () => {
  expect(await cross(new Below(), [Note])).toBeInstanceOf(Note);
  expect(Object.getPrototypeOf(await cross(new Flat(), []))).toBe(Object.prototype);
  await expect(cross([new Note()], [])).rejects.toThrow('write "export class Note"');
  await expect(cross(new Flat(), [], true)).rejects.toThrow('the result contains an instance of Flat');
});

it.each([
  [{ a: [new Locked()] }, '/a/0 of the result is an instance of Locked, whose #key cannot be transferred'],
  [{ 'a/b': () => 1 }, '/a~1b of the result is a function, which cannot be cloned'],
  [[1, Symbol('s')], '/1 of the result is a symbol'],
  [() => 1, 'the result is a function'],
  [{ deep: { at: Promise.resolve() } }, '/deep/at of the result is an instance of Promise'],
  [new Map([['k', { f() {} }]]), '/0/f of the result is a function'],
])('findTransferObstacle describes the obstacle and its location (case %#)', (value, message) => {
  expect(findTransferObstacle(value, 'the result')).toContain(message);
});

it('findTransferObstacle returns undefined for plain data', () => {
  expect(
    findTransferObstacle({ a: [1n, new Date(), /x/, new Map([[1, new Note()]])] }, 'it'),
  ).toBeUndefined();
  expect(findInstances({ a: [1, null, new Date(), new Uint8Array(3)] })).toEqual([]);
});

it('pack rejects an instance with private members', async () => {
  await expect(pack([new Locked()], 'the result', () => index)).rejects.toThrow(NotTransferable);
});

it.each([
  [
    class {
      #a = 1;
      b() {
        return this.#a;
      }
    },
    '#a',
  ],
  [
    class {
      #a() {}
      b() {
        this.#a();
      }
    },
    '#a',
  ],
  [
    class {
      get #a() {
        return 1;
      }
      b() {
        return this.#a;
      }
    },
    '#a',
  ],
  [
    class {
      async *#a() {}
      b() {
        void this.#a();
      }
    },
    '#a',
  ],
  [
    class {
      a = '#b = 1;';
      c = `{ #d = 1; }`;
      /* #e = 1; */ f = /{#g=/;
    },
    undefined,
  ],
  [
    class {
      static #a = 1;
      static b() {
        return this.#a;
      }
    },
    undefined,
  ],
  [Map, undefined],
  [function old() {}, undefined],
])(
  'privateMemberOf finds a private member but not a string that looks like one (case %#)',
  (type, member) => {
    expect(privateMemberOf(type)).toBe(member);
  },
);

it('toTransferableError omits and lists properties that cannot be cloned', () => {
  class Failure extends HttpError {
    readonly socket = () => 1;
    readonly key = 'k';
  }
  const cause = Object.assign(new Error('inner', { cause: () => 1 }), { n: 1 });
  const { error, omitted } = toTransferableError(new Failure(409, { detail: 'outer', cause }));
  expect(error).toBeInstanceOf(Failure);
  expect(error).toMatchObject({ status: 409, key: 'k', message: 'outer', cause: { message: 'inner', n: 1 } });
  expect(Object.hasOwn(error as object, 'socket')).toBe(false);
  expect(omitted).toEqual([
    expect.stringContaining('/cause of /cause of the error is a function'),
    expect.stringContaining('/socket of the error is a function'),
  ]);
});

it('toTransferableError uses the nearest base class without private members', () => {
  class Secret extends HttpError {
    #key = 1;
    show() {
      return this.#key;
    }
  }
  const { error, omitted } = toTransferableError(new Secret(403));
  expect([error instanceof HttpError, error instanceof Secret]).toEqual([true, false]);
  expect(omitted).toEqual([
    expect.stringContaining('the error is a Secret, whose #key cannot be transferred'),
  ]);
});

it('toTransferableError stops at an error that is its own cause', () => {
  const error = new Error('ring');
  error.cause = error;
  expect(toTransferableError(error).error).toMatchObject({ message: 'ring' });
});
