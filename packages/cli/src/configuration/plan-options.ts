import { defined } from '@writ/diagnostics/internal';
import type { PlanRequest } from '@writ/installer';
import { parseDuration, parseSize } from '../command-line/quantities.ts';
import { UsageError } from '../command-line/usage-error.ts';

/** Options about the installed system's firmware and image. */
export const imageOptions = {
  firmware: {
    choices: ['uefi', 'bios'],
    otherwise: "uefi for images, the target machine's firmware for disks",
    description: 'firmware that boots the installed system',
  },
  'image-size': {
    value: 'SIZE',
    otherwise: '8G',
    description: 'size of the sparse image',
    details: 'For example, `8G` or `4096M`; units are powers of 1024. A second image has the same size.',
  },
} as const;

/** The time limit of custom commands. */
export const commandLimitOption = {
  'command-limit': {
    value: 'TIME',
    otherwise: '10m',
    description: 'time limit for each custom, early or error command, from 1s to 24h',
    details:
      'The limit is part of the plan; the installation fails when a custom or early command exceeds it.',
  },
} as const;

/** The values of {@link imageOptions} and {@link commandLimitOption}. */
interface PlanValues {
  readonly firmware: 'uefi' | 'bios' | undefined;
  readonly 'image-size': string | undefined;
  readonly 'command-limit': string | undefined;
}

/**
 * Converts the values of {@link imageOptions} and {@link commandLimitOption}.
 *
 * @throws UsageError
 */
export function readPlanOptions(
  values: PlanValues,
): Pick<PlanRequest, 'firmware' | 'imageSize' | 'commandLimit'> {
  const { firmware, 'image-size': size, 'command-limit': limit } = values;
  return defined({
    firmware,
    imageSize: size === undefined ? undefined : readSize(size),
    commandLimit: limit === undefined ? undefined : readDuration(limit),
  });
}

function readSize(text: string): number {
  const size = parseSize(text);
  if (size === undefined) throw new UsageError('invalid --image-size: pass a size such as 8G or 4096M');
  return size;
}

function readDuration(text: string): number {
  const seconds = parseDuration(text);
  if (seconds === undefined)
    throw new UsageError('invalid --command-limit: pass a duration such as 90s, 10m or 1h');
  return seconds;
}
