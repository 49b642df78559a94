import type { Row, Span } from './screen.ts';

/** The content of the screen, starting at a point in time. */
export interface Frame {
  /** Time in seconds from the beginning. */
  readonly at: number;
  readonly rows: readonly Row[];
}

const WIDTH = 8.4;
const HEIGHT = 19;
const SIZE = 14;
const MARGIN = 14;
/** Duration of the last frame in seconds, before the film repeats. */
const FINAL_PAUSE = 4;

const STYLE = `
text { font: ${SIZE}px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; fill: #d6dae0; white-space: pre; }
.bold { font-weight: bold; fill: #fff; }
.faint { fill: #8b949e; }
.red { fill: #ff7b72; }
.yellow { fill: #e3b341; }
.green { fill: #7ee787; }
.cyan { fill: #76e3ea; }
.blue { fill: #79c0ff; }`;

/**
 * Renders a terminal as SVG. Several frames become an animation without scripts. With prefers-reduced-motion,
 * or in a viewer without animations, only the last frame is visible.
 */
export function renderPicture(title: string, frames: readonly Frame[], columns: number): string {
  const width = Math.ceil(columns * WIDTH + 2 * MARGIN);
  const height = Math.max(...frames.map(({ rows }) => rows.length)) * HEIGHT + 2 * MARGIN;
  const drawn = new Map<string, number>();
  const renderedFrames = frames.map(({ rows }, index) => {
    const used = rows.flatMap((row, line) => {
      if (row.length === 0) return [];
      const markup = renderRow(row);
      if (!drawn.has(markup)) drawn.set(markup, drawn.size);
      return `<use href="#r${drawn.get(markup)}" y="${line * HEIGHT}"/>`;
    });
    return `<g transform="translate(${index * width})">${used.join('')}</g>`;
  });
  const rows = [...drawn].map(([markup, id]) => `<text id="r${id}" y="${SIZE}">${markup}</text>`);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escapeMarkup(title)}</title>`,
    `<style>${STYLE}${filmStyle(frames, width)}\n</style>`,
    `<defs>\n${rows.join('\n')}\n</defs>`,
    `<rect width="100%" height="100%" rx="8" fill="#161b22"/>`,
    `<svg x="${MARGIN}" y="${MARGIN}" width="${width - MARGIN}" height="${height - MARGIN}">`,
    `<g class="film">\n${renderedFrames.join('\n')}\n</g>`,
    '</svg>',
    '</svg>',
    '',
  ].join('\n');
}

/** CSS that moves the frames into view one after the other. The frames are arranged side by side. */
function filmStyle(frames: readonly Frame[], width: number): string {
  const last = frames.at(-1);
  if (last === undefined || frames.length === 1) return '';
  const seconds = last.at + FINAL_PAUSE;
  const steps = frames.map(
    ({ at }, index) =>
      `${((at / seconds) * 100).toFixed(2)}% { transform: translateX(${-index * width}px); }`,
  );
  const end = `transform: translateX(${-(frames.length - 1) * width}px);`;
  return `
.film { ${end} animation: film ${seconds.toFixed(1)}s step-end infinite; }
@media (prefers-reduced-motion: reduce) { .film { animation: none; } }
@keyframes film { ${steps.join(' ')} 100% { ${end} } }`;
}

function renderRow(row: Row): string {
  let column = 0;
  return row
    .map((span) => {
      const markup = renderSpan(span, column);
      column += [...span.text].length;
      return markup;
    })
    .join('');
}

/** Renders a span with its position and length, so that columns align in every font. */
function renderSpan({ text, style }: Span, column: number): string {
  const length = ([...text].length * WIDTH).toFixed(1);
  const attribute = style === '' ? '' : ` class="${style}"`;
  return `<tspan x="${(column * WIDTH).toFixed(1)}" textLength="${length}"${attribute}>${escapeMarkup(text)}</tspan>`;
}

function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
