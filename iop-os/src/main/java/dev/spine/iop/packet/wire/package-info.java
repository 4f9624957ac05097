/**
 * What travels on a network, over memory segments: offsets, bits and bounds, each written down once.
 *
 * <p>{@link dev.spine.iop.packet.wire.InternetChecksum} is the one checksum of IP, ICMP, UDP and TCP in the main code of a node and its
 * host. Extensions have their own over their buffers, since they are loaded onto cards; the reference of the comparisons has its own,
 * since a reader cannot check itself. {@link dev.spine.iop.packet.wire.UdpHeaders} writes and finds the headers before a datagram,
 * {@link dev.spine.iop.packet.wire.Ipv4Header} is that of IP alone, {@link dev.spine.iop.packet.wire.Address} one of its addresses,
 * {@link dev.spine.iop.packet.wire.MacAddress} and {@link dev.spine.iop.packet.wire.EtherType} are the header of Ethernet,
 * {@link dev.spine.iop.packet.wire.VideoDatagram} reads RTP with lines of video (RFC 4175) by
 * {@link dev.spine.iop.packet.wire.RtpHeader} and {@link dev.spine.iop.packet.wire.VideoLines}. Everything that looks at packets
 * is static or a view that one agent points at packet after packet, and allocates nothing.
 */
@NullMarked
package dev.spine.iop.packet.wire;

import org.jspecify.annotations.NullMarked;
