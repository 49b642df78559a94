import type { Labels, NodeIdentity, NodeSelector } from '../records/node.ts';

/** The properties of a machine as a client writes them. */
export interface GivenIdentity {
  readonly macs?: readonly string[] | undefined;
  readonly uuid?: string | undefined;
  readonly serial?: string | undefined;
}

/** Maximum number of network cards of a node. */
const CARD_LIMIT = 64;
const LABEL_LIMIT = 64;
const MAC = /^[0-9a-f]{2}(?:[:-]?[0-9a-f]{2}){5}$/i;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const SERIAL = /^[^\p{C}]{1,128}$/u;
const LABEL_KEY = /^[A-Za-z0-9][A-Za-z0-9._/-]{0,62}$/;
const LABEL_VALUE = /^[^\p{C}]{0,255}$/u;

/** Returns a hardware address in lower case with colons; undefined if it is invalid. */
export function toMac(text: string): string | undefined {
  if (!MAC.test(text)) return undefined;
  return text
    .toLowerCase()
    .match(/[\da-f]{2}/g)!
    .join(':');
}

/** Returns the identity of a machine in its stored form, or what is wrong with it. */
export function readIdentity({ macs = [], uuid, serial }: GivenIdentity): NodeIdentity | string {
  const cards = macs.map(toMac);
  const wrong = cards.indexOf(undefined);
  if (wrong >= 0) return `macs[${wrong}] is not a hardware address: write it like 52:54:00:12:34:56`;
  if (cards.length > CARD_LIMIT) return `macs must have at most ${CARD_LIMIT} items`;
  if (uuid !== undefined && !UUID.test(uuid))
    return 'uuid is not a UUID: write it like 4c4c4544-0042-3510-8052-b3c04f4e5931';
  if (serial !== undefined && !SERIAL.test(serial)) return 'serial must have 1 to 128 printable characters';
  return {
    macs: [...new Set(cards as string[])].toSorted(),
    ...(uuid === undefined ? {} : { uuid: uuid.toLowerCase() }),
    ...(serial === undefined ? {} : { serial }),
  };
}

/** Returns what is wrong with labels; undefined if they are valid. */
export function checkLabels(labels: Labels): string | undefined {
  const entries = Object.entries(labels);
  if (entries.length > LABEL_LIMIT) return `labels must have at most ${LABEL_LIMIT} members`;
  const wrong = entries.find(([key, value]) => !LABEL_KEY.test(key) || !LABEL_VALUE.test(value));
  return wrong === undefined
    ? undefined
    : `the label ${JSON.stringify(wrong[0])} is invalid: use a key of letters, digits and . _ / - with at most 63 characters, and a printable value with at most 255`;
}

/** Returns a selector in its stored form, or what is wrong with it. */
export function readSelector({ mac, uuid, serial, labels }: NodeSelector): NodeSelector | string {
  const identity = readIdentity({ macs: mac === undefined ? [] : [mac], uuid, serial });
  if (typeof identity === 'string') return identity.replace('macs[0]', 'mac');
  const wrong = labels === undefined ? undefined : checkLabels(labels);
  if (wrong !== undefined) return wrong;
  const [card] = identity.macs;
  const selector = {
    ...(card === undefined ? {} : { mac: card }),
    ...(identity.uuid === undefined ? {} : { uuid: identity.uuid }),
    ...(identity.serial === undefined ? {} : { serial: identity.serial }),
    ...(labels === undefined || Object.keys(labels).length === 0 ? {} : { labels }),
  };
  return Object.keys(selector).length === 0
    ? 'the selector is empty: write mac, uuid, serial or labels'
    : selector;
}
