import { UsageError } from '../command-line/usage-error.ts';
import type { OptionValues } from '../command-line/declaration.ts';
import type { agentCommand } from './command.ts';

/** Settings of `writ agent`. */
export interface AgentSettings {
  readonly server: URL;
  readonly tokenFile: string | undefined;
  readonly caFile: string | undefined;
  readonly labels: Readonly<Record<string, string>>;
  readonly stateFolder: string;
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
const LABEL = /^(?<key>[A-Za-z0-9][A-Za-z0-9._/-]{0,62})=(?<value>[^\p{C}]{0,255})$/u;

/** @throws UsageError */
export function readSettings(values: OptionValues<(typeof agentCommand)['options']>): AgentSettings {
  const { server, 'token-file': tokenFile, 'ca-file': caFile, label, 'state-folder': stateFolder } = values;
  if (server === undefined)
    throw new UsageError('missing --server: pass the https address of the install service');
  return { server: readServer(server), tokenFile, caFile, labels: readLabels(label), stateFolder };
}

/**
 * Reads the address of a service: https, or http for this machine itself.
 *
 * @throws UsageError
 */
export function readServer(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const rest = url && `${url.username}${url.password}${url.search}${url.hash}`;
  if (url === undefined || rest !== '' || url.pathname !== '/')
    throw new UsageError('invalid --server: use an https address without a login and a path');
  if (url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.test(url.hostname))) return url;
  throw new UsageError('invalid --server: use https, because the service sends secrets');
}

function readLabels(given: readonly string[]): Record<string, string> {
  const labels = new Map<string, string>();
  for (const text of given) {
    const { key, value } = LABEL.exec(text)?.groups ?? {};
    if (key === undefined || value === undefined)
      throw new UsageError(`invalid --label ${JSON.stringify(text)}: use KEY=VALUE, such as rack=3`);
    if (labels.has(key)) throw new UsageError(`the label ${key} is passed twice`);
    labels.set(key, value);
  }
  return Object.fromEntries(labels);
}
