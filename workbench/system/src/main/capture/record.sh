#!/bin/sh
# Records the captures in workbench/system/src/main/resources/dev/spine/system/capture/ again.
#
#   sudo workbench/system/src/main/capture/record.sh [DIRECTORY]
#
# A GStreamer pipeline sends RFC 4175 video over RTP/UDP/IPv4 from one network namespace through a veth pair into another,
# where tcpdump records it. Ethernet, IPv4 and UDP headers are therefore the kernel's own; transmit checksum offload and
# segmentation offload are switched off, so that the checksums in the capture are complete. The same pipeline writes its
# raw frames to a file; the last of them is kept, so that a renderer can be checked against it.
#
# Needs root (namespaces, packet socket), gst-launch-1.0 with the plugin sets "base" and "good", tcpdump, iproute2, ethtool.
# Exit status: 0 recorded, 1 a recording is not complete (say so and keep nothing), 2 a tool or a right is missing.
set -eu

here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
out=${1:-$here/../resources/dev/spine/system/capture}

for tool in gst-launch-1.0 tcpdump ip ethtool gzip; do
    command -v "$tool" > /dev/null || { echo "record.sh: $tool is missing; install it and run again" >&2; exit 2; }
done
[ "$(id -u)" = 0 ] || { echo "record.sh: needs root for network namespaces; run it with sudo" >&2; exit 2; }

tx=spine-tx-$$
rx=spine-rx-$$
work=$(mktemp -d)
recorder=
clean_up() {
    [ -z "$recorder" ] || kill "$recorder" 2> /dev/null || true
    ip netns del "$tx" 2> /dev/null || true
    ip netns del "$rx" 2> /dev/null || true
    rm -rf "$work"
}
trap clean_up EXIT
trap 'exit 130' INT TERM

# Addresses are those set aside for documentation (RFC 5737); the hardware addresses are locally administered.
tx_mac=02:00:00:00:00:01
rx_mac=02:00:00:00:00:02
tx_ip=192.0.2.1
rx_ip=192.0.2.2

ip netns add "$tx"
ip netns add "$rx"
ip -n "$tx" link add wire address "$tx_mac" type veth peer name wire address "$rx_mac" netns "$rx"
for end in "$tx" "$rx"; do
    ip netns exec "$end" sysctl -q -w net.ipv6.conf.all.disable_ipv6=1
    ip netns exec "$end" ethtool -K wire tx off rx off tso off gso off gro off > /dev/null
    ip -n "$end" link set wire up
done
# The receiving end has no address: the kernel there drops each packet silently, after tcpdump has seen it, and sends no
# ICMP. The sender is told the receiver's hardware address, so that no ARP is needed.
ip -n "$tx" addr add "$tx_ip/24" dev wire
ip -n "$tx" neigh add "$rx_ip" lladdr "$rx_mac" dev wire nud permanent

# record NAME PORT FORMAT WIDTH HEIGHT FRAMES BYTES_PER_FRAME FIRST_SEQUENCE PATTERN... -- TCPDUMP_OPTION...
record() {
    name=$1 port=$2 format=$3 width=$4 height=$5 frames=$6 frame_bytes=$7 sequence=$8
    shift 8
    pattern=
    while [ "$1" != -- ]; do pattern="$pattern $1"; shift; done
    shift

    ip netns exec "$rx" tcpdump -i wire -Z root -n -U -B 16384 "$@" -w "$work/$name.pcap" "udp dst port $port" \
        2> "$work/tcpdump.log" &
    recorder=$!
    tries=0
    until grep -q 'listening on' "$work/tcpdump.log"; do
        tries=$((tries + 1))
        [ "$tries" -lt 100 ] || { echo "record.sh: tcpdump does not start: $(cat "$work/tcpdump.log")" >&2; exit 1; }
        sleep 0.1
    done

    # shellcheck disable=SC2086   # $pattern is a list of properties
    ip netns exec "$tx" gst-launch-1.0 -q \
        videotestsrc num-buffers="$frames" $pattern \
        ! "video/x-raw,format=$format,width=$width,height=$height,framerate=30/1" \
        ! tee name=frame \
        frame. ! queue ! rtpvrawpay mtu=1400 pt=96 ssrc=1398166094 seqnum-offset="$sequence" timestamp-offset=90000 \
        ! udpsink host="$rx_ip" port="$port" bind-port=49152 \
        frame. ! queue ! filesink location="$work/$name.raw"

    sleep 1     # what is still in tcpdump's ring is written
    kill -INT "$recorder"
    wait "$recorder" || true
    recorder=
    grep -q '^0 packets dropped by kernel' "$work/tcpdump.log" \
        || { echo "record.sh: tcpdump lost packets of $name; run again on a quieter machine" >&2; exit 1; }
    [ "$(wc -c < "$work/$name.raw")" -eq $((frames * frame_bytes)) ] \
        || { echo "record.sh: the raw frames of $name are not complete" >&2; exit 1; }
    tail -c "$frame_bytes" "$work/$name.raw" > "$work/$name.last"

    # -n leaves the time and name out of the gzip header.
    gzip -9 -n -c "$work/$name.pcap" > "$out/$name.pcap.gz"
    gzip -9 -n -c "$work/$name.last" > "$out/$name.raw.gz"
    echo "$name: $(grep 'packets captured' "$work/tcpdump.log"), $(wc -c < "$out/$name.pcap.gz") + $(wc -c < "$out/$name.raw.gz") bytes"
}

mkdir -p "$out"
#      name             port format width height frames bytes  first sequence, pattern, tcpdump options
record bars-uyvy-320x240 5004 UYVY 320 240 6 153600  1000 pattern=smpte horizontal-speed=8 --
record wheel-rgb-320x240 5006 RGB  320 240 4 230400 65300 pattern=pinwheel --
record ball-uyvy-640x480 5008 UYVY 640 480 4 614400     0 pattern=ball -- --time-stamp-precision=nano
