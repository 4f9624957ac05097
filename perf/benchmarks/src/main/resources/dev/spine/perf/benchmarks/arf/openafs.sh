# An AFS cell of one machine: its servers, and a client that mounts it by FUSE, all in namespaces of their own. Whoever calls this has made
# the namespaces of mounts, processes, networks and names. DIRECTORY is the first argument; its "afs" is the mounted cell. Prints a line
# when the cell can be used, and stays until it is ended.
set -eu
home=$1
address=10.9.8.7
cell=bench.cell

# What the servers and the client have on this machine is not theirs.
mount --make-rprivate /
mount -t proc proc /proc
for place in /etc/openafs /var/lib/openafs /var/log/openafs /var/cache/openafs; do
    mkdir -p "$place"
    mount -t tmpfs none "$place"
done
mkdir -p /etc/openafs/server /var/lib/openafs/local /var/lib/openafs/db "$home/partition" "$home/afs"
mkdir -p /vicepa
mount --bind "$home/partition" /vicepa
touch /vicepa/AlwaysAttach

hostname afs.bench
printf '127.0.0.1 localhost\n%s afs.bench\n' "$address" > "$home/hosts"
mount --bind "$home/hosts" /etc/hosts
ip link set lo up
ip address add "$address/24" dev lo
printf '>%s\n%s #afs.bench\n' "$cell" "$address" | tee /etc/openafs/server/CellServDB > /etc/openafs/CellServDB
printf '%s\n' "$cell" | tee /etc/openafs/server/ThisCell > /etc/openafs/ThisCell
printf '%s\n' "$home/afs:/var/cache/openafs:200000" > /etc/openafs/cacheinfo

# Nobody is asked who he is: the cell ends with this.
asetkey add 0 0123456789abcdef
bosserver -noauth
until bos status "$address" -noauth; do
    sleep 0.2
done
servers=/usr/lib/openafs
for name in ptserver vlserver; do
    bos create "$address" "$name" simple "$servers/$name" -noauth
done
# A file server that finds no user database looks for it again after half a minute.
until pts createuser first -noauth; do
    sleep 0.2
done
bos create "$address" fs fs "$servers/fileserver" "$servers/volserver" "$servers/salvager" -noauth
until vos partinfo "$address" -noauth; do
    sleep 0.2
done
vos create "$address" a root.afs -noauth
vos create "$address" a root.cell -maxquota 0 -noauth

# Only administrators may write to a new volume, and none is known here: in its dump, their rights (-204, all) become everybody's (-101).
vos dump root.cell -file "$home/dump" -noauth
LC_ALL=C sed 's/\xff\xff\xff\x34\x00\x00\x00\x7f/\xff\xff\xff\x9b\x00\x00\x00\x7f/' "$home/dump" > "$home/open"
vos restore "$address" a root.cell -file "$home/open" -overwrite full -noauth

afsd.fuse -dynroot -fakestat -memcache -blocks 200000 -chunksize 20 -mountdir "$home/afs"
until [ -d "$home/afs/$cell" ]; do
    sleep 0.2
done
echo ready
exec sleep infinity
