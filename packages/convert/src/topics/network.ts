import { isOldNetwork, type JsonObject, type JsonValue, nameOf, shown } from '@writ/installer/internal';
import type { Item } from '../item.ts';
import { drop, leaveOut, move, saysNothing, type Job } from '../job.ts';

const KEY = 'network_config';
const nicKeys = ['iface', 'dhcp', 'ip', 'gateway', 'dns'];

/** `network_config`, and `nic` of the versions up to 2.5: one interface, a list of them, or a sort of network. */
export function network(job: Job): void {
  const kept = job.get(KEY);
  if (kept !== undefined) {
    if (isOldNetwork(kept.value())) old(job, kept);
    else {
      job.carry(kept);
      wireless(job, kept.get('type'));
    }
  }
  const nic = job.get('nic');
  if (nic === undefined) return;
  if (nic.kind === 'null' || job.has([KEY])) move(job, nic, [KEY], { value: ofNic(nic).config ?? null });
  else old(job, nic);
}

/** NetworkManager may have iwd behind it in 3.0.15 and newer; iwd may also stand alone. */
function wireless(job: Job, type: Item | undefined): void {
  if (type?.text === 'nm_iwd') {
    job.put([KEY, 'type'], 'nm');
    job.say('nearest-equal', type, {
      message:
        'network_config.type: "nm_iwd" is "nm" here: NetworkManager, with its own wireless daemon in place of iwd',
      at: 'value',
    });
  } else if (type?.text === 'iwd') {
    job.say('no-equal', type, {
      message: 'no type sets up iwd alone; the value is kept, and writ check refuses it',
      hint: 'write "nm", or "manual" with nics and the package iwd',
      at: 'value',
    });
  }
}

function old(job: Job, item: Item): void {
  const { config, type, used } = ofNic(item);
  if (config === undefined) {
    if (saysNothing(item)) drop(job, item, 'it says nothing');
    else if (item.key === KEY) job.carry(item);
    else move(job, item, [KEY]);
    return;
  }
  job.put([KEY], config);
  job.say('converted', item, {
    message: `${nameOf(item.pointer)} is network_config of the type ${shown(config['type'])} here`,
    part: true,
  });
  for (const nic of item.kind === 'array' ? item.inner : [item]) {
    for (const inner of nic.inner) {
      if (used.has(inner) || saysNothing(inner) || inner.value() === true) job.settle(inner);
      else leaveOut(job, inner, `it has no effect on a network of the type ${shown(config['type'])}`);
    }
    if (used.has(nic)) job.settle(nic);
    else if (nic !== item && nic.inner.length === 0) leaveOut(job, nic, 'it is no interface');
  }
  wireless(job, type);
}

function ofNic(item: Item): {
  readonly config?: JsonObject;
  /** What says so. */
  readonly type?: Item;
  readonly used: ReadonlySet<Item>;
} {
  const used = new Set<Item>();
  const nics = item.kind === 'array' ? item.inner : [item];
  const types = nics.flatMap((nic) => typeOf(nic) ?? []);
  const [first] = types;
  if (first === undefined) return { used };
  const { type, from } = first;
  const by = from === undefined ? {} : { type: from };
  for (const other of types) if (other.type === type && other.from !== undefined) used.add(other.from);
  const config = Object.assign(Object.create(null) as JsonObject, { type });
  if (type !== 'manual') return { config, used, ...by };
  config['nics'] = nics.filter(({ kind }) => kind === 'object').map((nic) => interfaceOf(nic, used));
  return { config, used, ...by };
}

/** The sort of network that an entry asks for, and what says so. */
function typeOf(nic: Item): { readonly type: string; readonly from?: Item } | undefined {
  const from = nic.kind === 'object' ? nic.get('type') : nic;
  if (from?.text !== undefined && from.text !== '') {
    const lower = from.text.toLowerCase();
    const known = lower.startsWith('copy iso') ? 'iso' : lower === 'networkmanager' ? 'nm' : lower;
    return { type: ['nm', 'iso', 'manual', 'none'].includes(known) ? known : from.text, from };
  }
  const manager = nic.get('NetworkManager');
  if (manager?.value() === true) return { type: 'nm', from: manager };
  const device = nic.get('iface') ?? nic.get('nic');
  return device === undefined || saysNothing(device) ? undefined : { type: 'manual' };
}

/** Null says nothing there, and is not written. */
function interfaceOf(nic: Item, used: Set<Item>): JsonObject {
  const written = Object.create(null) as JsonObject;
  const write = (key: string, inner: Item | undefined, value?: JsonValue): void => {
    if (inner === undefined || inner.kind === 'null') return;
    used.add(inner);
    written[key] = value ?? inner.value();
  };
  const device = nic.get('iface');
  if (device === undefined || device.kind === 'null') write('iface', nic.get('nic'));
  for (const key of nicKeys) {
    const inner = nic.get(key);
    const list =
      key === 'dns' && inner?.text !== undefined ? inner.text.split(/[\s,]+/).filter(Boolean) : undefined;
    write(key, inner, list);
  }
  return written;
}
