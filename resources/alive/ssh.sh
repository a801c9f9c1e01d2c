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
host=$(echo "$question" | jq -r '.host // empty')
pid=$(echo "$question" | jq -r '.pid // empty')
case $host in
'' | *[!A-Za-z0-9._-]* | [.-]*) said unknown "that is no name of a host" ;;
esac
case $pid in
'' | *[!0-9]*) said unknown "its value tells no pid" ;;
esac
code=0
age=$(ssh -o BatchMode=yes -o ConnectTimeout=1 -- "$host" "ps -o etimes= -p $pid" 2>/dev/null) || code=$?
age=$(echo "$age" | tr -d ' ')
case $code:$age in
1:) said gone "$host has no process $pid" ;;
0: | 0:*[!0-9]*) said unknown "ps of $host gave no number" ;;
0:*) said alive "process $pid of $host runs" ", \"started_unix_ms\": $((($(date +%s) - age) * 1000))" ;;
*) said unknown "ssh to $host ended with code $code" ;;
esac
