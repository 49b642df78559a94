import { MIB } from '../plan/layout.ts';

export function mib(bytes: number): string {
  return `${Math.ceil(bytes / MIB).toLocaleString('en')} MiB`;
}
