import type { AddressInfo } from 'node:net';

/** What a server process tells the one that measures it. */
export type Report = { readonly port: number } | { readonly cpu: number };

/** Tells the port, and from then on, when asked, the microseconds of processor time that the process has used. */
export function ready(address: AddressInfo | string | null): void {
  const report = (what: Report): void => void process.send?.(what);
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    report({ cpu: user + system });
  });
  process.on('disconnect', () => process.exit());
  report({ port: (address as AddressInfo).port });
}
