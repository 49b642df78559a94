import { Network, Plus, Trash2 } from 'lucide';
import type { JSX } from 'preact';
import { Icon } from '../../../parts/icon.tsx';
import { usePage, useWords } from '../../../parts/page-context.ts';
import { Cards } from './cards.tsx';
import { CheckField } from './check-field.tsx';
import { FieldGroup } from './field.tsx';
import { ListField } from './list-field.tsx';
import { TextField } from './text-field.tsx';
import { toText, useField } from './use-field.ts';

const NICS = ['network_config', 'nics'];

/** How the installed system reaches its network. */
export function NetworkSection(): JSX.Element {
  const { form } = usePage();
  const words = useWords().form;
  const { id, value, findings } = useField(['network_config', 'type']);
  const types = form.choices.value?.networkTypes ?? [];
  const selected = typeof value === 'string' ? value : 'none';
  const select = (type: string | undefined): void => {
    if (type === 'none') form.set(['network_config'], undefined);
    else if (type === 'manual') form.set(['network_config'], { type, nics: [{ iface: 'en*', dhcp: true }] });
    else form.set(['network_config'], { type });
  };
  const nics = form.read(NICS);
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
            description: type.description,
          }))}
        />
      </FieldGroup>
      {selected === 'manual' && (
        <>
          {(Array.isArray(nics) ? nics : []).map((_, index) => (
            <NetworkCard key={index} index={index} />
          ))}
          <button
            type="button"
            onClick={() =>
              form.set([...NICS, Array.isArray(nics) ? nics.length : 0], { iface: '', dhcp: true })
            }
          >
            <Icon of={Plus} />
            {words.addInterface}
          </button>
        </>
      )}
    </>
  );
}

function NetworkCard({ index }: { readonly index: number }): JSX.Element {
  const { form } = usePage();
  const words = useWords().form;
  const path = [...NICS, index];
  const address = toText(form.read([...path, 'ip']));
  const name = toText(form.read([...path, 'iface']));
  return (
    <section class="item" aria-label={words.interfaceNumber(index + 1)}>
      <div class="bar">
        <h3>
          <Icon of={Network} />
          {name === '' ? words.interfaceNumber(index + 1) : name}
        </h3>
        <button type="button" onClick={() => form.set(path, undefined)}>
          <Icon of={Trash2} />
          {words.removeItem}
        </button>
      </div>
      <TextField
        path={[...path, 'iface']}
        label={words.interface}
        help={words.interfaceHelp}
        placeholder="enp1s0"
        isRequired
      />
      <CheckField path={[...path, 'dhcp']} label={words.dhcp} byDefault={address === ''} />
      <div class="field-row">
        <TextField path={[...path, 'ip']} label={words.address} placeholder="192.168.1.5/24" />
        <TextField path={[...path, 'gateway']} label={words.gateway} placeholder="192.168.1.1" />
      </div>
      <ListField path={[...path, 'dns']} label={words.dns} placeholder="192.168.1.1" />
    </section>
  );
}
