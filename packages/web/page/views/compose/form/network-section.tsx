import { Plus } from 'lucide';
import type { JSX } from 'preact';
import { Icon } from '../../../parts/icon.tsx';
import { usePage, useWords } from '../../../parts/page-context.ts';
import { isObject } from '../../../text/json-edit.ts';
import { Cards } from './cards.tsx';
import { FieldGroup } from './field.tsx';
import { defaultInterface, useNetworkCards } from './network-cards.ts';
import { NetworkInterface } from './network-interface.tsx';
import { useField } from './use-field.ts';

const NETWORK = 'network_config';
const NICS = [NETWORK, 'nics'];

/** The network settings of the installed system. */
export function NetworkSection(): JSX.Element {
  const { form, planning, hardware } = usePage();
  const words = useWords().form;
  const { id, value, findings } = useField([NETWORK, 'type']);
  const cards = useNetworkCards();
  const selected = typeof value === 'string' ? value : 'none';
  const nics = form.read(NICS);
  const count = Array.isArray(nics) ? nics.length : 0;
  // Only a live medium's network can be copied, and only to a disk in the same machine.
  const isLive = planning.device.value !== undefined && hardware.found.value?.liveMedium === true;
  const types = (form.choices.value?.networkTypes ?? []).filter(
    (type) => type.value !== 'iso' || isLive || selected === 'iso',
  );
  const add = (): void => form.set([...NICS, count], { iface: defaultInterface(cards), dhcp: true });
  const select = (type: string | undefined): void => {
    if (type === selected) return;
    const network = form.read([NETWORK]);
    const keys = isObject(network) ? Object.keys(network) : [];
    if (type === 'none' && keys.every((key) => key === 'type' || key === 'nics')) {
      form.set([NETWORK], undefined);
      return;
    }
    if (isObject(network)) form.set([NETWORK, 'type'], type);
    else form.set([NETWORK], { type });
    if (type !== 'manual' && nics !== undefined) form.set(NICS, undefined);
    if (type === 'manual' && count === 0) add();
  };
  return (
    <>
      <FieldGroup id={id} label={words.network} findings={findings}>
        <Cards
          name="network"
          selected={selected}
          select={select}
          cards={types.map((type) => ({
            value: type.value,
            title: words.networks[type.value],
            meaning: words.networkMeanings[type.value],
          }))}
        />
      </FieldGroup>
      {selected === 'manual' && (
        <>
          {Array.from({ length: count }, (_, index) => (
            <NetworkInterface key={index} index={index} path={[...NICS, index]} />
          ))}
          <button type="button" onClick={add}>
            <Icon of={Plus} />
            {words.addInterface}
          </button>
        </>
      )}
    </>
  );
}
