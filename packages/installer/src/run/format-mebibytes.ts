import { MIB } from '../plan/layout.ts';

export function formatMebibytes(bytes: number): string {
  return `${Math.ceil(bytes / MIB).toLocaleString('en')} MiB`;
}
