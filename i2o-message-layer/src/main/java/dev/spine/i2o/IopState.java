package dev.spine.i2o;

import org.jspecify.annotations.Nullable;

/**
 * The states of an IOP, as its status block and the system table report them. Any thread.
 *
 * <pre>
 *   INITIALIZING -boot-&gt; RESET -OutboundInit-&gt; HOLD -SysTabSet-&gt; READY -SysEnable-&gt; OPERATIONAL
 *                                               ^                |  ^                  |
 *                                               +----IopClear----+  +---SysQuiesce-----+
 *   any -IopReset-&gt; INITIALIZING;  any -software error-&gt; FAILED;  any -hardware error-&gt; FAULTED
 * </pre>
 *
 * <p>Source: I2O 1.5 IOP states; SIG executive header.
 */
public enum IopState {
    /** Booting; no inbound frame can be had. */
    INITIALIZING(0x01),
    /** Booted; there is no outbound queue yet. */
    RESET(0x02),
    /** The outbound queue is initialised; there is no system table. */
    HOLD(0x04),
    /** The system table is set, or the IOP was quiesced. */
    READY(0x05),
    /** External operation is enabled. */
    OPERATIONAL(0x08),
    /** A software failure; leave it by a reset. */
    FAILED(0x10),
    /** A hardware failure. */
    FAULTED(0x11);

    private final int code;

    IopState(int code) {
        this.code = code;
    }

    /** {@return the number of the state on the wire: one byte} */
    public int code() {
        return code;
    }

    /**
     * The state with this number.
     *
     * @param code any value
     * @return the state, or null for a number that the architecture does not know
     */
    public static @Nullable IopState of(int code) {
        return switch (code) {
            case 0x01 -> INITIALIZING;
            case 0x02 -> RESET;
            case 0x04 -> HOLD;
            case 0x05 -> READY;
            case 0x08 -> OPERATIONAL;
            case 0x10 -> FAILED;
            case 0x11 -> FAULTED;
            default -> null;
        };
    }

    /**
     * The name of the state with this number, for people.
     *
     * @param code any value
     * @return its name, or the number in hexadecimal
     */
    public static String name(int code) {
        IopState state = of(code);
        return state != null ? state.name() : "0x" + Integer.toHexString(code);
    }
}
