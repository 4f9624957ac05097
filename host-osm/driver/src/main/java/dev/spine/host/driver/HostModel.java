package dev.spine.host.driver;

/**
 * How a host finds out that an IOP has posted replies. Drivers and OSMs are the same over all of them.
 *
 * <p>On the live engine the difference is what the host's thread does while nothing is to be done; on the modelled engine it is whether
 * replies cost interrupts.
 */
public enum HostModel {
    /**
     * The host looks at its lists in every cycle, and nothing interrupts it. Modelled: a reply costs what it costs to take it.
     */
    POLLED,
    /**
     * The host's thread sleeps until the edge of the first reply, and polls while replies last. Modelled: it is interrupted
     * as the machine says. On a thread that the host shares with IOPs it polls, because they have no interrupts.
     */
    INTERRUPTS,
    /**
     * The host's thread backs off as its engine says, and each burst counts as an interrupt, as for a driver that polls while it is busy.
     * Modelled: as {@link #INTERRUPTS}.
     */
    MIXED
}
