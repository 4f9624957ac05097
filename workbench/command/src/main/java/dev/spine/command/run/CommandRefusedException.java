package dev.spine.command.run;

import dev.spine.command.control.RequestException;
import java.util.Objects;

/** A running system has not done what a command asked for. Any thread. */
public final class CommandRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int exitCode;

    /**
     * A refusal.
     *
     * @param refusal what the system said
     */
    public CommandRefusedException(RequestException refusal) {
        super(Objects.requireNonNullElse(refusal.getMessage(), refusal.reason().word()), refusal);
        this.exitCode = switch (refusal.reason()) {
            case REJECTED, FAILED, STOPPING -> 1;
            case MALFORMED, TOO_LONG, VERSION, FORBIDDEN, NONE, BUSY -> 2;
        };
    }

    /** {@return 1 when the system did not do it, 2 when the user must change something} */
    public int exitCode() {
        return exitCode;
    }
}
