#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: GPL-3.0-or-later

# kubernetes.sh [NAMESPACE [CONTAINER [CONTEXT]]]: liveness.ask = "kubernetes". Does the pod live that a lock names as
# its host? An empty argument: any namespace, all containers, the current context. Asks by kubectl. Gone is only what
# no pod can call itself: not by its name, its hostname, or that of its node (hostNetwork).
set -eu
unknown() {
    jq -cn --arg reason "$1" '{state: "unknown", source: "Kubernetes", reason: $reason}'
    exit
}
command -v jq >/dev/null || {
    echo '{"state": "unknown", "source": "Kubernetes", "reason": "jq is not installed"}'
    exit
}
command -v kubectl >/dev/null || unknown "kubectl is not installed"
# As a whole: the shell drops what it can't hold.
host=$(jq -r '.host // "" | select(test("\\A[a-z0-9][a-z0-9.-]*\\z") and (test("\\A[0-9]+(\\.[0-9]+){3}\\z") | not))')
[ -n "$host" ] || unknown "that is no name of a pod"
namespace=${1:-}
container=${2:-}
set -- ${3:+"--context=$3"} --request-timeout=1s get pods --output=json
if [ -n "$namespace" ]; then
    set -- "--namespace=$namespace" "$@"
else
    set -- "$@" --all-namespaces
fi
# The program of jq, with what it calls: $name, $container.
told() {
    # Warnings may stand before and after the answer.
    sed -n '/^{/,/^}/p' | jq -c --arg name "$host" --arg container "$container" "$1" 2>/dev/null
}
pods=$(kubectl "$@" "--field-selector=metadata.name=$host" 2>&1) || unknown "$(echo "$pods" | tail -n 1)"
if [ "$(echo "$pods" | told '.items | type == "array" and length == 0')" = true ]; then
    pods=$(kubectl "$@" 2>&1) || unknown "$(echo "$pods" | tail -n 1)"
    # shellcheck disable=SC2016
    pods=$(echo "$pods" | told '
        def first: split(".")[0];
        def hostname: (.spec.hostname // .metadata.name // "")[0:63] | sub("[-.]+$"; "");
        def node: if .spec.hostNetwork == true then .spec.nodeName // "" else "" end;
        .items |= (arrays |= map(select(hostname == $name or hostname == ($name | first)
            or (node != "" and (node | first) == ($name | first)))))')
fi
# shellcheck disable=SC2016
answer=$(echo "$pods" | told '
    def said($state; $reason): {state: $state, source: "Kubernetes", reason: $reason};
    def word($some): if $some then " (\($some))" else "" end;
    .items as $found | (if ($found | type) == "array" then $found[0] else null end) as $pod | $pod.status as $now |
    ("pod \($pod.metadata.name // $name)" + if ($pod.metadata.name // $name) == $name then "" else ", which may be \($name)," end) as $called |
    [$now.containerStatuses[]? | select($container == "" or .name == $container)] as $containers |
    ([$containers[].state.terminated // empty] | max_by(.finishedAt)) as $last |
    (if $last then "\($called) ended \($last.finishedAt)\(word($last.reason))"
     else "\($called) has \($now.phase)\(word($now.reason))" end) as $ended |
    if ($found | type) != "array" then said("unknown"; "the answer of kubectl has no list of pods")
    elif ($found | length) > 1 then said("unknown"; "several pods are or may be called \($name)")
    elif ($found | length) == 0 then said("gone"; "there is no pod \($name), and none with that hostname")
    elif $now.phase == "Succeeded" or $now.phase == "Failed" then said("gone"; $ended)
    elif $now.phase != "Running" then said("unknown"; "\($called) is \($now.phase)")
    elif $container != "" and ($containers | length) == 0 then
        said("unknown"; "\($called) has no container \($container)")
    else ([$containers[].state.running.startedAt // empty | fromdateiso8601] | min) as $start |
        ([$containers[].restartCount] | add // 0) as $restarts |
        said("alive"; "\($called) runs" + (if $restarts > 0 then ", restarted \($restarts) times" else "" end))
        + {started_unix_ms: (if $start then $start * 1000 else null end)}
    end') || answer=
[ -n "$answer" ] || unknown "the answer of kubectl can not be read"
echo "$answer"
