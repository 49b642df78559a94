import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join, resolve } from 'node:path';
import { defineConfig, type Plugin } from 'vitepress';
import { createLinks } from '../src/links.ts';
import { configureMarkdown } from '../src/markdown.ts';
import { findPages } from '../src/pages.ts';
import { renderForSearch } from '../src/search.ts';
import { createSidebar } from '../src/sidebar.ts';
import { slugify } from '../src/slug.ts';

const root = resolve(fileURLToPath(import.meta.url), '../../..');
const pages = findPages(root);
const links = createLinks(pages);
const icon = readFileSync(join(root, 'packages/web/public/icon.svg')).toString('base64');
const sources = new Set(pages.map(({ source }) => source));
const withoutPages = new Set(['node_modules', 'dist', '.git', '.cache']);
const others = globSync('**/*.md', { cwd: root, exclude: (name) => withoutPages.has(name) });

/**
 * Leaves Vue external in the server bundle, because pages outside site/ import it, but it is installed in
 * site/.
 */
const vueForServer: Plugin = {
  name: 'vue for the server bundle',
  enforce: 'pre',
  resolveId: (id, _importer, { ssr }) =>
    ssr === true && /^vue(\/|$)/.test(id) ? { id, external: true } : undefined,
};

/**
 * ARIA attributes of the search that declare its dialog as a button, and its results as options, which cannot
 * contain links.
 */
const searchRoles =
  /^\s*(?:role="option"|:role="results.*|:aria-selected=.*|:aria-label="\[.*|:aria-owns=.*|aria-expanded=.*|aria-haspopup=.*)$/gm;

/** Makes the search a dialog with a list of links, because axe-core reports the roles that VitePress sets. */
const accessibleSearch: Plugin = {
  name: 'accessible search',
  enforce: 'pre',
  transform: (code, id) =>
    id.endsWith('/VPLocalSearchBox.vue')
      ? code
          .replaceAll(searchRoles, '')
          .replace('role="button"', 'role="dialog"')
          .replaceAll('<kbd :aria-label', '<kbd role="img" :aria-label')
      : undefined,
};

export default defineConfig({
  title: 'Writ',
  description: 'Declare it, check it, see the plan, run it',
  lang: 'en',
  head: [['link', { rel: 'icon', href: `data:image/svg+xml;base64,${icon}` }]],
  srcDir: '..',
  srcExclude: others.filter((file) => !sources.has(file)),
  rewrites: Object.fromEntries(pages.map(({ source, path }) => [source, path])),
  outDir: 'dist',
  cacheDir: '.cache',
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    anchor: { slugify: slugify },
    config: (md) => configureMarkdown(md, root, links),
  },
  vite: {
    server: { watch: { ignored: ['**/.cache/**', '**/dist/**', '**/coverage/**'] } },
    plugins: [vueForServer, accessibleSearch],
    // Some chunks are large: the search index, which is loaded when the search is opened, and pages of large
    // modules.
    build: { chunkSizeWarningLimit: 5000 },
  },
  // List only names, because the headings below each name are the same.
  transformPageData: ({ relativePath, frontmatter }) =>
    relativePath.startsWith('api/') ? { frontmatter: { ...frontmatter, outline: 2 } } : undefined,
  themeConfig: {
    search: { provider: 'local', options: { _render: renderForSearch } },
    nav: [
      { text: 'Guides', link: '/guide/annotations/', activeMatch: '^/guide/' },
      { text: 'API', link: '/api/', activeMatch: '^/api/' },
    ],
    sidebar: createSidebar(root, pages),
    outline: { level: [2, 3] },
  },
});
