#!/bin/sh
# Builds the file tree of the image: Node with the libraries that it is linked with, the package and
# a user. The tree has no shell and no package manager.
# Usage: tree.sh NODE TARBALL TREE
set -eu
if [ $# -ne 3 ]; then
  echo "tree.sh needs one tarball; it was given $(($# - 2)). Delete the old ones from container/." >&2
  exit 2
fi
node=$1 tarball=$2 tree=$3
install -D "$node" "$tree/usr/bin/node"
for library in $(ldd "$node" | grep -o '/[^ )]*'); do
  install -D "$library" "$tree$library"
done
mkdir -p "$tree/app" "$tree/etc" "$tree/proc" "$tree/dev"
# The package has no dependencies, so unpacking installs it.
tar -xzf "$tarball" -C "$tree/app" --strip-components=1 --no-same-owner
echo 'trimerge:x:65532:65532::/data:/sbin/nologin' > "$tree/etc/passwd"
echo 'trimerge:x:65532:' > "$tree/etc/group"
install -d -m 1777 "$tree/tmp"
install -d -m 0700 -o 65532 -g 65532 "$tree/data"
