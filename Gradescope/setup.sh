#!/usr/bin/env bash
# Runs once, when Gradescope builds the machine of the autograder: installs Swift if it is missing, and
# builds Interleave. The folder /autograder/source has the contents of the zip file.
set -euo pipefail
source=${AUTOGRADER:-/autograder}/source
swift_version=6.2.3

if ! command -v swift > /dev/null && [ ! -x /opt/swift/usr/bin/swift ]; then
    # The toolchain of swift.org for this Ubuntu, and the packages that it needs.
    . /etc/os-release
    export DEBIAN_FRONTEND=noninteractive
    apt-get update
    apt-get install -y --no-install-recommends binutils curl git gnupg libc6-dev libcurl4-openssl-dev libedit2 \
        libgcc-11-dev libpython3-dev libsqlite3-0 libstdc++-11-dev libxml2-dev libz3-dev pkg-config tzdata zlib1g-dev
    machine=
    [ "$(uname -m)" = x86_64 ] || machine=-$(uname -m)
    name=swift-$swift_version-RELEASE-ubuntu$VERSION_ID$machine
    folder=swift-$swift_version-release/ubuntu${VERSION_ID//./}$machine/swift-$swift_version-RELEASE
    mkdir -p /opt/swift
    curl -fsSL "https://download.swift.org/$folder/$name.tar.gz" | tar xz -C /opt/swift --strip-components 1
fi
[ ! -x /opt/swift/usr/bin/swift ] || export PATH=/opt/swift/usr/bin:$PATH

cd "$source/interleave"
./setup
swift build --product interleave
for product in InterleavePreload InterleaveExplore; do swift build --product $product; done
# The first grade compiles the checks, so that students do not wait for them.
.build/debug/interleave grade 01-once --attempt Exercises/01-once/Starter.swift > /dev/null || true
