import { describePassphraseFault } from '@writ/installer/internal';
import { isObject, secretNameOf, valueAt, type JsonObject } from '../json.ts';
import type { Option } from '@writ/prompts';
import { choiceQuestion, type Question, type Situation } from '../question.ts';
import { imageOf } from '../situation.ts';

const PASSPHRASE = ['x-writ', 'disk', 'luks', '!passphrase'] as const;

const fileSystems: readonly Option[] = [
  { value: 'ext4', name: 'ext4' },
  { value: 'btrfs', name: 'btrfs with subvolumes' },
  { value: 'xfs', name: 'XFS' },
];

/** The file system of / and /home. */
export const fileSystem: Question = {
  ...choiceQuestion({
    id: 'file-system',
    title: 'File system',
    path: ['x-writ', 'disk', 'file-system'],
    suggest: () => 'ext4',
    options: () => fileSystems,
  }),
  optional: true,
  read: (config) => valueAt(config, ['x-writ', 'disk', 'file-system']) ?? 'ext4',
  edits: (answer) => [
    { path: ['x-writ', 'disk', 'file-system'], value: answer === 'ext4' ? undefined : answer },
    ...(answer === 'btrfs' ? [] : [{ path: ['x-writ', 'disk', 'btrfs'], value: undefined }]),
  ],
};

/** Whether to encrypt the disk, and the passphrase. */
export const encrypt: Question = {
  id: 'encrypt',
  title: 'Encrypt the disk',
  optional: true,
  pointers: ['/x-writ/disk/luks'],
  expected: 'false, or {"passphrase": {"$secret": NAME}}',
  isAnswer: (value) => value === false || secretNameOf(valueAt(value, ['passphrase'])) !== undefined,
  applies: () => true,
  suggest: (situation) =>
    situation.facts.hardware?.battery === true && imageOf(situation) === undefined ? undefined : false,
  read: (config) => {
    const passphrase = valueAt(config, PASSPHRASE);
    return passphrase === undefined ? false : { passphrase };
  },
  async ask({ prompter, situation, secrets, initial }) {
    const isSuggested =
      initial === undefined ? situation.facts.hardware?.battery === true : initial !== false;
    if (!(await prompter.confirm(encrypt.title, isSuggested))) return false;
    const name = secretNameOf(valueAt(initial, ['passphrase'])) ?? 'passphrase';
    const passphrase = await prompter.secret(
      'Passphrase',
      (secret) => describePassphraseFault(secret.reveal())?.message,
    );
    secrets.set(name, passphrase);
    return { passphrase: { $secret: name } };
  },
  edits: (answer) => [
    answer === false
      ? { path: ['x-writ', 'disk', 'luks'], value: undefined }
      : { path: PASSPHRASE, value: valueAt(answer, ['passphrase']) },
  ],
};

const SWAP = ['x-writ', 'swap'] as const;

const swapKinds: readonly Option[] = [
  { value: 'zram', name: 'compressed memory (zram)' },
  { value: 'file', name: 'a swap file' },
  { value: 'partition', name: 'a swap partition' },
  { value: 'none', name: 'no swap space' },
];

/** The swap space, with the size of a file or partition. */
export const swap: Question = {
  id: 'swap',
  title: 'Swap space',
  pointers: ['/x-writ/swap'],
  expected: '"zram", "none", or an object like the value of the "x-writ.swap" key',
  isAnswer: (value) =>
    isObject(value)
      ? Object.keys(value).every((key) => key === 'kind' || key === 'size')
      : value === 'zram' || value === 'none',
  applies: () => true,
  suggest: () => 'zram',
  read: (config) => {
    const { kind = 'none', size } = swapOf(config);
    return size === undefined ? kind : { kind, size };
  },
  async ask({ prompter, situation, initial = 'none', validate }) {
    const before = isObject(initial) ? initial : { kind: initial };
    const kind = await prompter.choose(swap.title, swapKinds, String(before['kind']));
    if (kind === 'none') return kind;
    if (kind === 'zram') return before['kind'] === kind ? initial : kind;
    const size = await prompter.text('Size of the swap space', {
      initial: String(before['size'] ?? suggestSwapSize(situation)),
      validate: (typed) => validate({ kind, size: typed }),
    });
    return { kind, size };
  },
  edits: (answer) => {
    if (answer === 'none') return [{ path: SWAP, value: undefined }];
    const { kind, size } = isObject(answer) ? answer : { kind: answer };
    return [
      { path: [...SWAP, 'kind'], value: kind },
      { path: [...SWAP, 'size'], value: size },
    ];
  },
};

function swapOf(config: JsonObject): JsonObject {
  const written = valueAt(config, SWAP);
  return isObject(written) ? written : {};
}

const GIB = 1024 ** 3;
/** The largest size to suggest, in gibibytes. */
const MOST_SWAP = 8;

/** Suggests the size of the memory, at most 8 GiB, or 1 GiB in an image. */
function suggestSwapSize(situation: Situation): string {
  const memory = imageOf(situation) === undefined ? Math.ceil(situation.facts.memory / GIB) : 1;
  return `${Math.min(Math.max(memory, 1), MOST_SWAP)}GiB`;
}
