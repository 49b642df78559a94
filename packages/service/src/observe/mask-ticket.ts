/** The characters after which a new segment or a matrix parameter begins, which may be percent-encoded. */
const SEPARATOR = /[/\\;]|%(?:2f|5c|3b)/i;
const MASKED = 'downloads/{ticket}';

/**
 * Masks the ticket in the path of a download: it remains valid for a minute unless it has been used. The path is that of
 * any request, because a request that matches no route, such as `POST /downloads/TICKET`, does not use up the ticket.
 * Therefore, everything after the segment `downloads` is masked, however the segment is written.
 */
export function maskTicket(path: string): string {
  const parts = path.split(SEPARATOR);
  const at = parts.findIndex((part) => decode(part) === 'downloads');
  if (at === -1 || parts.slice(at + 1).every((part) => part === '')) return path;
  return [...parts.slice(0, at), MASKED].join('/');
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part).toLowerCase();
  } catch {
    return part;
  }
}
