import type { Diagnostic } from '@writ/diagnostics';
import { describeRow } from '@writ/installer';
import { selectHosts, type SelectableWorker } from '../fleet/select-hosts.ts';
import { TABLE_NAME } from '../records/configuration-name.ts';

/** A row for which a machine must be selected. */
interface PlacedRow {
  readonly number: number;
  readonly line: number;
  readonly labels: Readonly<Record<string, string>>;
}

/** The machines of a fleet, seen from one of its servers. */
export interface Fleet {
  /** The host of this server. */
  readonly host: string;
  readonly workers: readonly SelectableWorker[];
}

/**
 * Selects a machine for each row of a batch. Rows without labels are installed on the machine of this server; the others
 * are distributed over the machines that their labels select, in proportion to the slots. The same workers and rows
 * result in the same machines.
 */
export class Placement {
  readonly #fleet: Fleet | undefined;
  readonly #assigned = new Map<string, number>();

  /** @param fleet undefined if the service runs its installations itself */
  constructor(fleet: Fleet | undefined) {
    this.#fleet = fleet;
  }

  /** Returns the host of a row, or a finding; an empty object if the service runs the installation itself. */
  select(row: PlacedRow): { readonly host?: string } | { readonly finding: Diagnostic } {
    const wanted = Object.entries(row.labels).map(([name, value]) => `${name}=${value}`);
    if (wanted.length === 0) return this.#fleet === undefined ? {} : this.#assign(this.#fleet.host);
    const refuse = (fault: string, hint: string): { readonly finding: Diagnostic } => ({
      finding: describeRow('row-labels', row, TABLE_NAME, { fault, hint }),
    });
    if (this.#fleet === undefined)
      return refuse(
        `the labels ${wanted.join(' ')} select workers, but this service runs installations itself`,
        'omit labels, or start the service with --workers',
      );
    const hosts = selectHosts(this.#fleet.workers, row.labels);
    const load = (host: string): number => this.#assigned.get(host) ?? 0;
    const [best] = hosts.toSorted((a, b) => (load(a.host) + 1) / a.slots - (load(b.host) + 1) / b.slots);
    if (best === undefined)
      return refuse(
        `no machine has workers with the labels ${wanted.join(' ')}`,
        'correct the labels, or start all workers of a machine with them',
      );
    return this.#assign(best.host);
  }

  #assign(host: string): { readonly host: string } {
    this.#assigned.set(host, (this.#assigned.get(host) ?? 0) + 1);
    return { host };
  }
}
