import type { Page } from 'playwright-core';

/** Content of a page, by the properties on which its accessibility, its colours and its width depend. */
export type ContentKind = string;

/**
 * Lists the kinds of content on the displayed page of the site. An element's kind consists of its name, classes,
 * attributes and style, such as the colours of a word in a block of code, and of those of all elements that contain it.
 * The same applies to the outline of the page, which only a desktop shows. In addition, each level of a heading with the
 * level of the heading before it is a kind.
 */
export const contentKinds = (page: Page): Promise<readonly ContentKind[]> =>
  page.evaluate(() => {
    /** Attributes whose values matter. Of the others, such as the target of a link, only the names do. */
    const valued = new Set(['class', 'style', 'role', 'tabindex', 'aria-hidden']);
    const describe = (element: Element): string => {
      const attributes = [...element.attributes].map(({ name, value }) =>
        // The class of a page, which begins with an underscore, is its path.
        valued.has(name) ? `${name}=${value.replaceAll(/(?<=^|\s)_\S+/g, '')}` : name,
      );
      const content = element.hasChildNodes() ? [] : ['empty'];
      // Every second row of a table has another background.
      const row = element.matches('tr:nth-child(2n)') ? ['even'] : [];
      return [element.localName, ...attributes.toSorted(), ...row, ...content].join(' ');
    };
    const kinds = new Set<string>();
    const addChildren = (parent: Element, kind: string): void => {
      for (const child of parent.children) {
        const own = `${kind} > ${describe(child)}`;
        kinds.add(own);
        addChildren(child, own);
      }
    };
    for (const outline of document.querySelectorAll('.VPDocOutlineItem.root'))
      addChildren(outline, 'outline');
    for (const main of document.querySelectorAll('main')) {
      addChildren(main, 'main');
      let before = 'main';
      for (const { localName } of main.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
        kinds.add(`${before}, then ${localName}`);
        before = localName;
      }
    }
    return [...kinds];
  });
