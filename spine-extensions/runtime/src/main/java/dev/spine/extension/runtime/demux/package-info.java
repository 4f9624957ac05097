/**
 * Finds the handlers of packets: any number of filters, compiled into one structure whenever they change.
 *
 * <p>{@link dev.spine.extension.runtime.demux.FilterTable} answers exactly as a loop over all filters in their order would that takes the
 * first match, but a packet costs only what it has in common with filters. Filters are found by what they state exactly: destination port,
 * protocol, Ethernet type, each by one look into a hash table ({@link dev.spine.extension.runtime.demux.Decisions}). What else they compare
 * (addresses, prefixes, source ports, bytes) is grouped by where it stands and which bits count: filters that compare the same bits with
 * different values are one look into one more table ({@link dev.spine.extension.runtime.demux.Shape}), and the bits are read at most once
 * for each packet ({@link dev.spine.extension.runtime.demux.PacketView}). Only port ranges are tried filter by filter.
 *
 * <p>Source of the grouping by masks: V. Srinivasan, S. Suri, G. Varghese, "Packet Classification using Tuple Space Search", SIGCOMM 1999.
 */
@NullMarked
package dev.spine.extension.runtime.demux;

import org.jspecify.annotations.NullMarked;
