/**
 * The host side of the network services, where they have one: {@code filter} compiles packet filters, {@code accounting} takes records of
 * flows, {@code lrp} gives applications the packets of their sockets, {@code multicast} plans and changes trees. The others are set up by
 * parameters alone.
 */
@NullMarked
package dev.spine.extension.services.host;

import org.jspecify.annotations.NullMarked;
