import { signal, type Signal } from '@preact/signals';
import type { Finding } from '../api/answers.ts';
import { isObject, parseObject } from '../text/json-edit.ts';

/** A secret with the warnings about it, which cannot be found again once the text only refers to it. */
export interface KeptSecret {
  readonly value: string;
  readonly warnings: readonly Finding[];
}

/**
 * Secrets that cannot be replaced with a hash, such as the passphrase of a disk. The text refers to them by name; they
 * remain in this tab until it is closed or reloaded or the user logs out, and are sent only when an installation starts.
 */
export class KeptSecrets {
  readonly #secrets: Signal<ReadonlyMap<string, KeptSecret>> = signal<ReadonlyMap<string, KeptSecret>>(
    new Map(),
  );

  keep(name: string, secret: KeptSecret): void {
    this.#secrets.value = new Map([...this.#secrets.peek(), [name, secret]]);
  }

  discard(): void {
    this.#secrets.value = new Map();
  }

  /** The secret to which a value refers; undefined if the value is not a reference or the secret is unknown. */
  find(value: unknown): KeptSecret | undefined {
    const name = referredName(value);
    return name === undefined ? undefined : this.#secrets.value.get(name);
  }

  /** The secrets to which a configuration refers, as credentials in JSON; undefined if there are none. */
  credentialsFor(text: string): string | undefined {
    const secrets = this.#secrets.peek();
    const used = [...referredNames(parseObject(text))].filter((name) => secrets.has(name));
    if (used.length === 0) return undefined;
    return JSON.stringify(Object.fromEntries(used.map((name) => [name, secrets.get(name)?.value])));
  }
}

function referredNames(value: unknown): Set<string> {
  const name = referredName(value);
  if (name !== undefined) return new Set([name]);
  const values = isObject(value) || Array.isArray(value) ? Object.values(value) : [];
  return new Set(values.flatMap((each) => [...referredNames(each)]));
}

function referredName(value: unknown): string | undefined {
  return isObject(value) && typeof value['$secret'] === 'string' ? value['$secret'] : undefined;
}
