import type { Toolkit } from '@writ/http';

/** Variables of OpenTelemetry's specification, one of which is set if traces are to be exported. */
const VARIABLES = [
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  'OTEL_TRACES_EXPORTER',
] as const;

/** Whether the environment configures an export of traces. */
export function isTracing(environment: Readonly<Record<string, string | undefined>>): boolean {
  return (
    VARIABLES.some((name) => (environment[name] ?? '') !== '') && environment['OTEL_SDK_DISABLED'] !== 'true'
  );
}

/**
 * Creates a span for each request, except for probes and for downloads, whose paths contain tickets. The SDK that
 * exports the spans must have been loaded with `--import`.
 */
export async function traceRequests(toolkit: Toolkit, say: (message: string) => void): Promise<() => void> {
  try {
    const { instrumentRequests } = await import('@writ/http/opentelemetry');
    return instrumentRequests(toolkit, {
      ignore: ({ request: { path } }) =>
        path === '/health' || path === '/ready' || path.startsWith('/downloads/'),
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    say('requests are not traced, because @opentelemetry/api is not installed; install it next to @writ/cli');
    return () => {};
  }
}
