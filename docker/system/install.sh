#!/bin/sh
# usage: install.sh <stand-in> <package>...
# Installs packages of Debian without those that docker/system/<stand-in>.control stands for.
set -eu
here="$(dirname "$0")"
made="$(mktemp -d)"
mkdir -p "$made/$1/DEBIAN"
cp "$here/$1.control" "$made/$1/DEBIAN/control"
dpkg-deb --build "$made/$1" "$made/$1.deb" >/dev/null
shift
# apt reads a package of a path as a user of its own.
chmod -R a+rX "$made"
export DEBIAN_FRONTEND=noninteractive
apt-get update -q
apt-get install -y -q --no-install-recommends "$made"/*.deb "$@"
rm -rf "$made"
# What stays the same from one build to the next, or is made anew where it is missing.
rm -rf /var/log/apt /var/log/dpkg.log /var/cache/ldconfig/aux-cache
