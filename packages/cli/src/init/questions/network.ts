import type { NetworkCard } from '@writ/installer';
import { isObject, valueAt, type Json } from '../json.ts';
import type { Option } from '@writ/prompts';
import { splitWords, type AskContext, type Question, type Situation } from '../question.ts';
import { imageOf, purposeOf } from '../situation.ts';

/** The network of the new system. */
export const network: Question = {
  id: 'network',
  title: 'Network',
  pointers: ['/network_config'],
  expected: 'an object like the value of the "network_config" key',
  isAnswer: isObject,
  applies: () => true,
  suggest: (situation) => {
    const card = purposeOf(situation) === 'server' ? wiredCard(situation) : undefined;
    return card === undefined ? { type: 'nm' } : { type: 'manual', nics: [{ iface: card.name, dhcp: true }] };
  },
  read: (config) => config['network_config'],
  async ask(context) {
    const { prompter, situation, initial } = context;
    const kind = await prompter.choose(network.title, options(situation), kindOf(initial));
    if (kind === 'dhcp') return manual({ iface: await askCard(context), dhcp: true });
    if (kind === 'fixed') return askFixed(context);
    return { type: kind };
  },
  edits: (answer) => [{ path: ['network_config'], value: answer }],
};

function options(situation: Situation): readonly Option[] {
  const isLive = situation.facts.liveMedium !== undefined && imageOf(situation) === undefined;
  return [
    { value: 'nm', name: 'NetworkManager, for desktops and Wi-Fi' },
    { value: 'dhcp', name: 'one network card, with an address from DHCP' },
    { value: 'fixed', name: 'one network card, with a fixed address' },
    ...(isLive ? [{ value: 'iso', name: 'copied from this live system, with its Wi-Fi keys' }] : []),
    { value: 'none', name: 'no network' },
  ];
}

function kindOf(answer: Json | undefined): string | undefined {
  const type = valueAt(answer, ['type']);
  if (type === 'manual') return valueAt(answer, ['nics', 0, 'ip']) === undefined ? 'dhcp' : 'fixed';
  return typeof type === 'string' ? type : undefined;
}

function wiredCard({ facts, ...situation }: Situation): NetworkCard | undefined {
  if (imageOf({ facts, ...situation }) !== undefined) return undefined;
  const wired = (facts.hardware?.network ?? []).filter(({ wireless }) => !wireless);
  return wired.find(({ connected }) => connected === true) ?? wired[0];
}

function manual(nic: Json): Json {
  return { type: 'manual', nics: [nic] };
}

async function askCard({ prompter, situation, initial }: AskContext): Promise<string> {
  const iface = valueAt(initial, ['nics', 0, 'iface']);
  const cards = imageOf(situation) === undefined ? (situation.facts.hardware?.network ?? []) : [];
  const known = typeof iface === 'string' ? iface : wiredCard(situation)?.name;
  if (cards.length === 0) return prompter.text('Name of the network card', { initial: known ?? 'enp1s0' });
  const listed = cards.map(({ name, address, wireless, connected }) => {
    const state = connected === undefined ? '' : connected ? ', connected' : ', not connected';
    return { value: name, name: `${name}  ${wireless ? 'Wi-Fi' : 'wired'}, ${address}${state}` };
  });
  return prompter.choose('Network card', listed, known);
}

async function askFixed(context: AskContext): Promise<Json> {
  const { prompter, initial, validate } = context;
  const iface = await askCard(context);
  const before = (key: string): string | undefined => {
    const value = valueAt(initial, ['nics', 0, key]);
    return Array.isArray(value) ? value.join(' ') : typeof value === 'string' ? value : undefined;
  };
  const ip = await prompter.text('Address with prefix length, such as 192.168.1.5/24', {
    initial: before('ip'),
    validate: (typed) => validate(manual({ iface, ip: typed })),
  });
  const gateway = await prompter.text('Gateway (may be empty)', {
    initial: before('gateway'),
    optional: true,
    validate: (typed) => validate(manual({ iface, ip, gateway: typed })),
  });
  const route = gateway === '' ? { iface, ip } : { iface, ip, gateway };
  const dns = await prompter.text('Name servers, separated by spaces (may be empty)', {
    initial: before('dns') ?? gateway,
    optional: true,
    validate: (typed) => validate(manual({ ...route, dns: splitWords(typed) })),
  });
  return manual(dns === '' ? route : { ...route, dns: splitWords(dns) });
}
