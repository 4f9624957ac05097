package dev.spine.i2o.unit;

/**
 * The two queue pairs between a host and one IOP: inbound (toward the IOP, frames in the IOP's memory) and outbound (replies, frames in the
 * host's memory, adopted after ExecOutboundInit). Immutable; any thread.
 *
 * <p>Either a host message driver in the same process uses the queue pairs directly, or a {@link RegisterInterface} does for somebody else.
 *
 * @param inbound host to IOP
 * @param outbound IOP to host
 */
public record HostLink(QueuePair inbound, QueuePair outbound) {}
