import { signal, type Signal } from '@preact/signals';
import type { ConversionAnswer, Mirror, NamedPartition } from '../api/answers.ts';
import { dataOf, service } from '../api/requests.ts';
import { isArchinstall, isCredentials } from '../text/archinstall.ts';
import { readExample, type ExampleName } from '../text/examples.ts';
import { formatConfiguration } from '../text/format.ts';
import type { Configuration } from './configuration.ts';
import type { Form } from './form.ts';
import type { Session } from './session.ts';

/** The id of the demonstration mirror among the service's mirrors. */
export const DEMONSTRATION = 'demonstration';

/**
 * The content of a new configuration: the required boot loader and kernel, and a network with addresses from DHCP,
 * because without one no service of the machine can be reached.
 */
const BASIS = {
  bootloader: 'systemd-bootctl',
  kernels: ['linux'],
  network_config: { type: 'manual', nics: [{ iface: 'en*', dhcp: true }] },
};

/** Text that replaces the configuration if the user accepts it after reviewing the differences. */
export type Proposal =
  | {
      readonly kind: 'demonstration';
      readonly name: ExampleName;
      readonly before: string;
      readonly after: string;
    }
  | {
      readonly kind: 'conversion';
      readonly before: string;
      readonly credentials: string | undefined;
      /** The PARTUUIDs that the user has typed. */
      readonly partuuids: readonly NamedPartition[];
      readonly answer: ConversionAnswer;
    };

/** The user's decisions about a conversion. */
export interface ConversionSettings {
  /** Keys for disks, encryption or credentials that the conversion may lose. */
  readonly acceptLoss?: readonly string[];
  readonly partuuids?: readonly NamedPartition[];
}

/** Maximum number of bytes to read: one more than a configuration may have, so that the check reports a longer file. */
const FILE_LIMIT = 2 ** 20 + 1;

/** The ways to begin a configuration: guided, with an example, or with a file. */
export class Start {
  /** Whether the choices are displayed. */
  readonly isOpen: Signal<boolean> = signal(false);
  readonly proposal: Signal<Proposal | undefined> = signal<Proposal | undefined>(undefined);
  readonly #configuration: Configuration;
  readonly #form: Form;
  readonly #session: Session;
  readonly #mirrors: () => readonly Mirror[];

  /** @param mirrors the mirrors that the service offers */
  constructor(configuration: Configuration, form: Form, session: Session, mirrors: () => readonly Mirror[]) {
    this.#configuration = configuration;
    this.#form = form;
    this.#session = session;
    this.#mirrors = mirrors;
  }

  /** Begins with the keys of a new configuration, and shows the first section of the form. */
  beginGuided(): void {
    const region = this.#mirrors()[0]?.region;
    this.#form.layout.value = 'form';
    this.#form.section.value = 'system';
    this.take(formatConfiguration({ ...BASIS, ...(region !== undefined && { 'mirror-region': region }) }));
  }

  /** Opens an example, or proposes its variant if the service offers the demonstration mirror. */
  openExample(name: ExampleName): void {
    const demonstration = this.#mirrors().find(({ id }) => id === DEMONSTRATION);
    const { full: before, demonstration: after } = readExample(name, demonstration?.region);
    if (demonstration === undefined) this.take(before);
    else this.proposal.value = { kind: 'demonstration', name, before, after };
  }

  /** Opens a configuration, or proposes to convert an archinstall configuration and its credentials. */
  async openFiles(files: readonly Blob[]): Promise<void> {
    const texts = await Promise.all(files.map((file) => file.slice(0, FILE_LIMIT).text()));
    const credentials = texts.length > 1 ? texts.find(isCredentials) : undefined;
    const text = texts.find((each) => each !== credentials);
    if (text === undefined) return;
    if (isArchinstall(text)) await this.convert(text, credentials);
    else this.take(text);
  }

  async convert(
    configuration: string,
    credentials: string | undefined,
    { acceptLoss = [], partuuids = [] }: ConversionSettings = {},
  ): Promise<void> {
    await this.#session.guard(async () => {
      const body = {
        configuration,
        acceptLoss: [...acceptLoss],
        ...(partuuids.length > 0 && { partuuids: [...partuuids] }),
        ...(credentials !== undefined && { credentials }),
      };
      const answer = await dataOf(service().POST('/api/convert', { body }));
      this.proposal.value = {
        kind: 'conversion',
        before: configuration,
        credentials,
        partuuids,
        answer,
      };
    });
  }

  /** Replaces the configuration. If the user has changed it, the editor can undo the replacement. */
  take(text: string): void {
    if (this.#configuration.isChanged) this.#configuration.replace(text);
    else this.#configuration.open(text);
    this.close();
  }

  close(): void {
    this.isOpen.value = false;
    this.proposal.value = undefined;
  }
}
