#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: GPL-3.0-or-later

# install.sh ROOT: installs what the manifests of tests/interop name into ROOT/build/interop. What
# is installed already, from the same manifest, is left alone, and needs no network. A library that
# can't be installed is told of on standard error; the others go on.
set -eu
root=$1
sources=$root/tests/interop
target=$root/build/interop
mkdir -p "$target"

tell() {
    echo "interop: $*" >&2
}

# unless_done STAMP FILE... -- COMMAND...: runs the command unless it has succeeded with these files.
unless_done() {
    stamp=$target/$1.installed
    shift
    files=
    while [ "$1" != -- ]; do
        files="$files $1"
        shift
    done
    shift
    # shellcheck disable=SC2086 # no spaces in our own names
    sum=$(cd "$sources" && cat $files | cksum)
    if [ "$(cat "$stamp" 2>/dev/null)" = "$sum" ]; then
        return
    fi
    rm -f "$stamp"
    tell "installing $(basename "$stamp" .installed) into build/interop"
    if "$@" >&2; then
        echo "$sum" >"$stamp"
    else
        tell "going on without it"
    fi
}

has() {
    if ! command -v "$1" >/dev/null; then
        tell "no $1"
        return 1
    fi
}

# No scripts: none of the packages needs what its dependencies would build.
install_node() {
    cp "$sources/node/package.json" "$target/package.json"
    npm install --prefix "$target" --ignore-scripts --no-package-lock --no-audit --no-fund \
        --legacy-peer-deps
}

# replace FOLDER: the folder becomes what was installed beside it.
replace() {
    rm -rf "$1"
    mv "$1.new" "$1"
}

install_java() { # PROFILE FILE...
    profile=$1
    shift
    new=$target/java/$profile.new
    rm -rf "$new"
    mkdir -p "$new/classes"
    mvn -q -B -f "$sources/java/pom.xml" -P "$profile" dependency:copy-dependencies \
        -DoutputDirectory="$new/lib" &&
        (cd "$sources" && javac -nowarn -d "$new/classes" -cp "$new/lib/*" "$@") &&
        replace "$target/java/$profile"
}

# java_profile PROFILE FILE...: beside what all have.
java_profile() {
    name=$1
    shift
    unless_done "java-$name" java/pom.xml java/Peer.java "$@" -- \
        install_java "$name" java/Peer.java "$@"
}

install_go() {
    (cd "$sources/go" && go build -o "$target/go/peer" .)
}

install_rust() {
    cargo build --quiet --release --locked --manifest-path "$sources/rust/Cargo.toml" \
        --target-dir "$target/rust"
}

# Without the dependencies of other environments: each has a folder of its own.
install_python() { # ENVIRONMENT
    rm -rf "$target/python/$1.new"
    python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore \
        --target "$target/python/$1.new" -r "$sources/python/requirements-$1.txt" &&
        replace "$target/python/$1"
}

if has npm; then
    unless_done node node/package.json -- install_node
fi
if has mvn && has javac; then
    for profile in redisson3 redisson4 spring shedlock jetcache lock4j jedis-lock; do
        java_profile "$profile" "java/${profile%[0-9]}/Locks.java"
    done
    for profile in curator2 curator54 curator59 spring-zookeeper shedlock-zookeeper; do
        java_profile "$profile" java/Session.java "java/${profile%%[0-9]*}/Locks.java"
    done
fi
if has go; then
    # shellcheck disable=SC2046 # no spaces in our own names
    unless_done go go/go.mod go/go.sum $(cd "$sources" && echo go/*.go) -- install_go
fi
if has cargo; then
    unless_done rust rust/Cargo.toml rust/Cargo.lock rust/src/main.rs -- install_rust
fi
for file in "$sources"/python/requirements-*.txt; do
    environment=$(basename "$file" .txt)
    environment=${environment#requirements-}
    unless_done "python-$environment" "python/requirements-$environment.txt" -- \
        install_python "$environment"
done
