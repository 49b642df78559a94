import type { MarkdownEnv } from 'vitepress';

/** The methods of a Markdown renderer that the search uses. */
interface Renderer {
  readonly utils: { escapeHtml(text: string): string };
  set(options: { highlight(code: string): string }): unknown;
  render(markdown: string, env: MarkdownEnv): string;
}

/**
 * Renders a page for the search index, without highlighting code: the index contains only text, and highlighting
 * every page a second time took a quarter of a build.
 *
 * @param renderer a renderer that only the search uses
 */
export function renderForSearch(markdown: string, env: MarkdownEnv, renderer: Renderer): string {
  const { escapeHtml } = renderer.utils;
  renderer.set({ highlight: (code) => `<pre><code>${escapeHtml(code)}</code></pre>` });
  const html = renderer.render(markdown, env);
  return env.frontmatter?.['search'] === false ? '' : html;
}
