import type { Metric } from './metric.ts';

/** Returns metrics for the memory, CPU time and age of this process. */
export function processMetrics(): readonly Metric[] {
  const { user, system } = process.cpuUsage();
  return [
    {
      name: 'process_resident_memory_bytes',
      type: 'gauge',
      help: 'Resident memory of the process.',
      samples: [{ value: process.memoryUsage.rss() }],
    },
    {
      name: 'process_cpu_seconds_total',
      type: 'counter',
      help: 'CPU time of the process.',
      samples: [{ value: (user + system) / 1e6 }],
    },
    {
      name: 'process_uptime_seconds',
      type: 'gauge',
      help: 'Time since the start of the process.',
      samples: [{ value: process.uptime() }],
    },
  ];
}
