import { Network, Trash2, WandSparkles } from 'lucide';
import type { JSX } from 'preact';
import { Icon } from '../../../parts/icon.tsx';
import { useFormats, usePage, useWords } from '../../../parts/page-context.ts';
import type { Path } from '../../../text/json-edit.ts';
import { completeAddress, readSubnet } from '../../../text/subnet.ts';
import { Cards } from './cards.tsx';
import { FieldGroup } from './field.tsx';
import { ListField } from './list-field.tsx';
import { useNetworkCards } from './network-cards.ts';
import { TextField } from './text-field.tsx';
import { toText, useField } from './use-field.ts';

interface NetworkInterfaceProps {
  readonly index: number;
  readonly path: Path;
}

/** An interface with its address. */
export function NetworkInterface({ index, path }: NetworkInterfaceProps): JSX.Element {
  const { form } = usePage();
  const words = useWords().form;
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
      <InterfaceField path={[...path, 'iface']} name={`interface-${index}`} />
      <AddressFields path={path} name={`address-${index}`} />
      <ListField path={[...path, 'dns']} label={words.dns} help={words.dnsHelp} placeholder="192.168.1.1" />
    </section>
  );
}

interface InterfaceFieldProps {
  readonly path: Path;
  /** The name of the group of radio buttons. */
  readonly name: string;
}

/** The name of the interface; on a known machine, the name of one of its cards or a pattern. */
function InterfaceField({ path, name }: InterfaceFieldProps): JSX.Element {
  const words = useWords().form;
  const { id, value, set, findings } = useField(path);
  const cards = useNetworkCards();
  const field = (
    <TextField
      path={path}
      label={words.interface}
      help={words.interfaceHelp}
      placeholder="enp1s0"
      isRequired
    />
  );
  if (cards.length === 0) return field;
  const isListed = cards.some((card) => card.name === value);
  return (
    <>
      <FieldGroup id={`${id}-card`} label={words.networkCard} findings={isListed ? findings : []}>
        <Cards
          name={name}
          selected={isListed ? toText(value) : ''}
          select={set}
          cards={[
            ...cards.map(({ name: card, address, wireless, connected }) => ({
              value: card,
              title: card,
              facts: [
                wireless ? words.wireless : words.wired,
                address,
                ...(connected === undefined ? [] : [connected ? words.connected : words.disconnected]),
              ],
            })),
            { value: '', title: words.otherInterface },
          ]}
        />
      </FieldGroup>
      {!isListed && field}
    </>
  );
}

/** An address from DHCP, or a fixed one with its network. */
function AddressFields({ path, name }: InterfaceFieldProps): JSX.Element {
  const { form } = usePage();
  const words = useWords().form;
  const at = (key: string): Path => [...path, key];
  const { id, value: dhcp, findings } = useField(at('dhcp'));
  const address = form.read(at('ip'));
  const isFixed = dhcp !== true && (address !== undefined || dhcp === false);
  const select = (kind: string | undefined): void => {
    if (kind === 'fixed') {
      // Without this key, an interface with an address does not request one.
      form.set(at('dhcp'), undefined);
      if (address === undefined) form.set(at('ip'), '');
    } else {
      form.set(at('dhcp'), true);
      for (const key of ['ip', 'gateway']) if (form.read(at(key)) !== undefined) form.set(at(key), undefined);
    }
  };
  const unused = isFixed ? [] : ['ip', 'gateway'].flatMap((key) => form.findingsAt(at(key), false));
  return (
    <>
      <FieldGroup id={id} label={words.addressing} findings={[...findings, ...unused]}>
        <Cards
          name={name}
          selected={isFixed ? 'fixed' : 'dhcp'}
          select={select}
          cards={[
            { value: 'dhcp', title: words.dhcp },
            { value: 'fixed', title: words.fixedAddress },
          ]}
        />
      </FieldGroup>
      {isFixed && (
        <div class="field-row">
          <div>
            <TextField path={at('ip')} label={words.address} placeholder="192.168.1.5/24" isRequired />
            <SubnetNote path={at('ip')} />
          </div>
          <TextField path={at('gateway')} label={words.gateway} placeholder="192.168.1.1" />
        </div>
      )}
    </>
  );
}

/** The network of an address while it is being typed, or a button that adds the usual prefix length. */
function SubnetNote({ path }: { readonly path: Path }): JSX.Element | null {
  const { value, set } = useField(path);
  const words = useWords();
  const formats = useFormats();
  const text = toText(value);
  const complete = completeAddress(text);
  if (complete !== undefined) {
    return (
      <button type="button" class="fix" onClick={() => set(complete)}>
        <Icon of={WandSparkles} />
        {words.findings.use(complete)}
      </button>
    );
  }
  const subnet = readSubnet(text);
  if (subnet === undefined) return null;
  return <p class="quiet">{words.form.subnet(subnet.network, formats.count(subnet.addresses))}</p>;
}
