import type { Schemas } from '@writ/client';

/** An error in a request, or a finding about its configuration. */
export interface ProblemFinding extends Readonly<Pick<Schemas['ValueError'], 'code' | 'detail'>> {
  /** Present in findings. */
  readonly severity?: Schemas['JsonFinding']['severity'];
  readonly expected?: string;
  readonly hint?: string;
}

/** A problem document (RFC 9457) of the service. */
export type ProblemDocument = Omit<Partial<Schemas['Problem']>, 'errors'> & {
  readonly errors?: readonly ProblemFinding[];
  /** The losses to which the user has not consented. */
  readonly losses?: readonly Schemas['Loss'][];
  /** The digest of the current plan. */
  readonly planSha256?: string;
};

/** An error response. The message is empty if the response has no problem document. */
export class Problem extends Error {
  readonly status: number;
  readonly document: ProblemDocument;
  /** Seconds until the request can be sent again, according to the service. */
  readonly retryAfter: number | undefined;

  constructor(status: number, document: ProblemDocument, retryAfter?: number) {
    super(describeProblem(document) ?? '');
    this.status = status;
    this.document = document;
    this.retryAfter = retryAfter;
  }
}

export async function readProblem(response: Response): Promise<Problem> {
  let document: ProblemDocument = {};
  try {
    document = (await response.json()) as ProblemDocument;
  } catch {
    // Without a problem document, only the status is displayed.
  }
  return new Problem(response.status, document, readRetryAfter(response.headers));
}

/** Reads seconds; the service sends no dates. */
function readRetryAfter(headers: Headers): number | undefined {
  const value = headers.get('retry-after') ?? '';
  return /^\d+$/.test(value) ? Number(value) : undefined;
}

function describeProblem({ title, detail, errors = [] }: ProblemDocument): string | undefined {
  const details = errors.slice(0, 3).map((error) => error.detail);
  const more = errors.length > 3 ? '…' : undefined;
  const heading = errors.length > 0 ? title : (detail ?? title);
  return [heading, ...details, more].filter(Boolean).join('\n') || undefined;
}
