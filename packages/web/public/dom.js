/** The element with this id, which the page's HTML has. */
export function byId(id) {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no #${id}`);
  return found;
}

/** An element with attributes (`on…`: listeners) and children; texts become text nodes, so nothing is ever markup. */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) made.addEventListener(key.slice(2), value);
    else if (value !== undefined && value !== false) made.setAttribute(key, value === true ? '' : value);
  }
  made.append(...children.filter((child) => child !== undefined));
  return made;
}

/** Changes the text of an element only when it is another one: a live region is announced at every change. */
export function setText(of, text) {
  if (of.textContent !== text) of.textContent = text;
}

/** Says something once, for the eye and for screen readers; an empty text takes it back. */
export function say(text) {
  const said = byId('said');
  setText(said, text);
  said.hidden = text === '';
}
