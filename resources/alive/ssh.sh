#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: GPL-3.0-or-later

# ssh.sh: liveness.ask = "ssh". Does the process live that a lock names by host and pid? Asks ps there. Right only for
# processes that share the pids of their host: not for those in containers.
set -eu
said() {
    printf '{"state": "%s", "source": "ssh", "reason": "%s"%s}\n' "$1" "$2" "${3:-}"
    exit
}
command -v jq >/dev/null || said unknown "jq is not installed"
question=$(cat)
# As a whole: the shell drops what it can't hold.
host=$(echo "$question" | jq -r '.host // "" | select(test("\\A[A-Za-z0-9_][A-Za-z0-9._-]*\\z"))')
pid=$(echo "$question" | jq -r '.pid // empty')
[ -n "$host" ] || said unknown "that is no name of a host"
case $pid in
'' | *[!0-9]*) said unknown "its value tells no pid" ;;
esac
# Process 1 is always there: without it in the answer, that ps does not tell of all, or not in this way.
code=0
told=$(ssh -o BatchMode=yes -o ConnectTimeout=1 -- "$host" "ps -o pid=,etimes= -p 1 -p $pid" 2>/dev/null) || code=$?
age_of() {
    echo "$told" | awk -v pid="$1" 'NF == 2 && $1 == pid && $2 ~ /^[0-9]+$/ {print $2}'
}
age=$(age_of "$pid")
if [ "$code" -ne 0 ]; then
    said unknown "ssh to $host, or ps there, ended with code $code"
elif [ -z "$(age_of 1)" ]; then
    said unknown "ps of $host does not tell of all processes"
elif [ -z "$age" ]; then
    said gone "$host has no process $pid"
fi
said alive "process $pid of $host runs" ", \"started_unix_ms\": $((($(date +%s) - age) * 1000))"
