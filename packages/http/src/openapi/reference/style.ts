export const STYLE = `
:root { color-scheme: light dark; background: Canvas; color: CanvasText; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 0 auto; padding: 1rem; }
h2 { margin-top: 2rem; border-bottom: 1px solid #8886; }
details { border: 1px solid #8886; border-radius: .4rem; margin: .5rem 0; padding: .4rem .8rem; }
summary { cursor: pointer; overflow-wrap: anywhere; }
code, pre { font: .9em/1.4 ui-monospace, monospace; }
pre { overflow-x: auto; background: #8881; padding: .6rem; border-radius: .3rem; }
table { border-collapse: collapse; width: 100%; }
h3 { margin: 1rem 0 .5rem; font-size: 1em; }
td { overflow-wrap: anywhere; }
td:first-child { overflow-wrap: normal; }
th, td { text-align: left; vertical-align: top; padding: .2rem .6rem .2rem 0; border-top: 1px solid #8883; }
.method { display: inline-block; min-width: 4.5em; font-weight: 600; }
.muted { opacity: .7; }
`;
