#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: GPL-3.0-or-later

# Does the pod live that a lock names as its host? For liveness.command of a deployment whose locks
# are taken by pods alone: that no pod has the name means that the holder is gone. Needs jq, and
# kubectl with a role that may list pods.
set -eu
host=$(jq -r '.host // empty')
case $host in
'' | *[!a-z0-9.-]*)
    echo '{"state": "unknown", "source": "Kubernetes", "reason": "that is no name of a pod"}'
    exit
    ;;
esac
pods=$(kubectl get pods --all-namespaces --field-selector "metadata.name=$host" --request-timeout 1s --output json)
echo "$pods" | jq -c --arg name "$host" '
    def said($state; $reason): {state: $state, source: "Kubernetes", reason: $reason};
    .items as $found | $found[0].status as $now |
    if ($found | length) > 1 then said("unknown"; "several pods are called \($name)")
    elif ($found | length) == 0 then said("gone"; "there is no pod \($name)")
    elif $now.phase == "Succeeded" or $now.phase == "Failed" then said("gone"; "pod \($name) has \($now.phase)")
    elif $now.phase != "Running" then said("unknown"; "pod \($name) is \($now.phase)")
    else said("alive"; "pod \($name) runs") + {started_unix_ms:
        ([$now.containerStatuses[]?.state.running.startedAt // empty | fromdateiso8601] | min
            | if . then . * 1000 else null end)}
    end'
