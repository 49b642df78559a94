import type { MarkdownRenderer } from 'vitepress';

/** The environment that VitePress passes for each page. */
interface PageEnvironment {
  /** Absolute path of the Markdown file. */
  readonly realPath?: string;
  readonly path?: string;
}

/** Adapts the rendering of file links, indented code, tables and braces. */
export function configureMarkdown(
  md: MarkdownRenderer,
  root: string,
  resolve: (source: string, href: string) => string,
): void {
  md.core.ruler.push('links and examples', ({ tokens, env }) => {
    const { realPath, path = '' } = env as PageEnvironment;
    const source = (realPath ?? path).slice(root.length + 1);
    // Examples in docstrings are indented and highlighted as TypeScript.
    for (const token of tokens) {
      if (token.type === 'code_block') Object.assign(token, { type: 'fence', info: 'ts', markup: '```' });
    }
    // An empty header cell is not a heading, and axe-core reports it.
    for (const [index, token] of tokens.entries()) {
      if (token.type !== 'th_open' || tokens[index + 1]?.content !== '') continue;
      token.tag = 'td';
      tokens[index + 2]!.tag = 'td';
    }
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      if (token.type === 'link_open') token.attrSet('href', resolve(source, token.attrGet('href') ?? ''));
    }
  });
  // A wide table scrolls in its own box, even by keyboard, instead of scrolling the page.
  md.renderer.rules['table_open'] = () => '<div class="table" tabindex="0"><table>\n';
  md.renderer.rules['table_close'] = () => '</table></div>\n';
  // Vue reads braces in text as an expression.
  const { text } = md.renderer.rules;
  md.renderer.rules['text'] = (...args) =>
    (text?.(...args) ?? '').replaceAll('{{', '&#123;&#123;').replaceAll('}}', '&#125;&#125;');
}
