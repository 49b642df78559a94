#!/bin/bash
# Usage: measure.sh COMMAND... 3> FILE. Runs a command in namespaces of its own for processes and mounts, and writes the
# kernel's accounts of it to descriptor 3. No process of the command outlives it, so all of them are included.
[[ -z ${CONTROL_GROUP-} ]] || echo $$ > "$CONTROL_GROUP/cgroup.procs"
unshare --pid --fork --kill-child --mount-proc -- "$@"
status=$?
cat "/proc/$$/stat" "/proc/$$/io" >&3
exit "$status"
