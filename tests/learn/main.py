#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""learn --lockctl LOCKCTL [--seconds N] [--clients N]: does `kinds --learn` find what is used as a lock?

Programs use a redis-server of its own as behaviours.py says, all at once, under names that tell nothing.
Prints each kind that was judged wrongly, the recall and the precision. Exit code 1 if one of them is below 0.95 or 0.99.
"""

import argparse
import json
import socket
import subprocess
import sys
import tempfile
import threading
import time

import redis

from behaviours import LOCKS, OTHERS, Stage

# Names that say nothing.
WORDS = ("amber basil cedar delta ember fjord grove hazel iris jade kelp lilac maple north olive pearl quartz reed slate "
         "tulip umber vale willow xenon yarrow zinc birch coral dune elm fern gale heath inlet juniper knoll larch").split()


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def server(directory):
    port = free_port()
    process = subprocess.Popen(["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--dir", directory, "--save", "",
                                "--logfile", "/dev/null"])
    end = time.monotonic() + 30
    while time.monotonic() < end:
        try:
            redis.Redis(port=port).ping()
            return process, port
        except redis.ConnectionError:
            time.sleep(0.05)
    sys.exit("the server does not start")


def play(behaviour, name, stage, is_over):
    while not is_over.is_set():
        try:
            behaviour(stage, name)
        except redis.WatchError:
            pass
        stage.round += 1
        time.sleep(stage.random.uniform(0, 0.01))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--lockctl", required=True)
    parser.add_argument("--seconds", type=int, default=10)
    parser.add_argument("--clients", type=int, default=4)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="lk-learn-") as directory:
        process, port = server(directory)
        is_over = threading.Event()
        names = {}
        threads = []
        for behaviour, word in zip(LOCKS + OTHERS, WORDS):
            names[word] = behaviour
            stage = Stage(lambda: redis.Redis(port=port), options.clients)
            threads.append(threading.Thread(target=play, args=(behaviour, word, stage, is_over), daemon=True))
        for thread in threads:
            thread.start()
        done = subprocess.run(
            [options.lockctl, "--master", f"redis://127.0.0.1:{port}", "--json", "kinds", "--learn", f"{options.seconds}s"],
            stdout=subprocess.PIPE, check=False, env={"XDG_STATE_HOME": directory, "HOME": directory})
        is_over.set()
        for thread in threads:
            thread.join()
        process.kill()
        process.wait()
    learnt = json.loads(done.stdout)["kinds"]
    proposed = {kind["kind"].split(":")[0]: kind for kind in learnt if kind["proposed"]}
    heard = {kind["kind"].split(":")[0]: kind for kind in learnt}
    right = wrong = 0
    for word, behaviour in names.items():
        is_lock = behaviour in LOCKS
        if is_lock != (word in proposed):
            told = heard.get(word)
            print("missed" if is_lock else "wrongly proposed", behaviour.__name__,
                  {k: told[k] for k in ("taken", "tries", "released", "renewed", "overwritten", "clients")} if told else "not heard")
        right += is_lock and word in proposed
        wrong += not is_lock and word in proposed
    recall = right / len(LOCKS)
    precision = right / (right + wrong) if right + wrong else 0.0
    print(f"{len(LOCKS)} ways to lock, {len(OTHERS)} other uses: recall {recall:.2f}, precision {precision:.2f}")
    return 0 if recall >= 0.95 and precision >= 0.99 else 1


if __name__ == "__main__":
    sys.exit(main())
