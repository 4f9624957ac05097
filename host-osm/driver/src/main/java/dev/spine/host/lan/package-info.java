/**
 * The LAN OSM: packets between applications on the host and the LAN ports of IOPs.
 *
 * <p>{@link dev.spine.host.lan.LanOsm} claims a port, gives it buckets in host memory, and calls a
 * {@link dev.spine.host.lan.PacketListener} for each packet that comes back in one, without a copy: the application reads the bucket in
 * place, may keep it as long as it likes (until a display has pulled from it, for example), and releases it by its token. Released buckets
 * gather and go back to the port many to a message. Packets to send gather likewise.
 *
 * <p><b>Accounts of buckets.</b> Each bucket is free, posted, or held by the application. A token carries a generation, so neither a late
 * or forged reply nor a second release can touch a bucket in its next use.
 *
 * <p>{@link dev.spine.host.lan.LanControl} is everything else of a port: filters, multicast addresses, link, statistics, events, suspending
 * and reset; management users have it without the port's packets. {@link dev.spine.host.lan.LanRecovery} keeps a port open over a restart
 * of its IOP.
 *
 * <p>Data path methods allocate nothing. Everything runs on the host's agent. Source: I2O 1.5 LAN class; the LAN OSM of Linux 2.4.
 */
@NullMarked
package dev.spine.host.lan;

import org.jspecify.annotations.NullMarked;
