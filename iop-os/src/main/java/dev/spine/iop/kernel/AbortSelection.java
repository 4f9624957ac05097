package dev.spine.iop.kernel;

import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.message.AbortType;
import dev.spine.i2o.message.UtilAbort;
import org.jspecify.annotations.Nullable;

/**
 * Which requests an initiator wants to be rid of: those that it has sent itself, from the same box and under the same TID, and among them
 * what its abort says. Belongs to the IOP's agent.
 *
 * <p>Source: I2O 1.5 utility messages, abort.
 */
public final class AbortSelection {
    private final Request asker;
    private final UtilAbort abort;

    private AbortSelection(Request asker, UtilAbort abort) {
        this.asker = asker;
        this.abort = abort;
    }

    /**
     * {@return what an abort selects, or null when its type is none of the architecture}
     *
     * @param asker a UtilAbort in work
     */
    public static @Nullable AbortSelection of(Request asker) {
        UtilAbort abort = UtilAbort.parse(asker.frame());
        return abort.abortType() > AbortType.CLEAN_WILD ? null : new AbortSelection(asker, abort);
    }

    /** {@return whether only requests that have not begun are meant: none whose data has begun to move, or whose store is at work} */
    public boolean onlyUnbegun() {
        return abort.abortType() >= AbortType.CLEAN_EXACT;
    }

    /**
     * {@return whether a request is meant}
     *
     * @param request a request in work
     */
    public boolean selects(Request request) {
        MessageFrame frame = request.frame();
        if (request == asker || request.sender().id() != asker.sender().id() || frame.initiator() != asker.frame().initiator()) {
            return false;
        }
        return switch (abort.abortType()) {
            case AbortType.EXACT, AbortType.CLEAN_EXACT -> hasFunction(frame) && hasContext(frame);
            case AbortType.FUNCTION, AbortType.CLEAN_FUNCTION -> hasFunction(frame);
            case AbortType.TRANSACTION, AbortType.CLEAN_TRANSACTION -> hasContext(frame);
            default -> true;
        };
    }

    private boolean hasFunction(MessageFrame frame) {
        return frame.function() == abort.functionToAbort();
    }

    private boolean hasContext(MessageFrame frame) {
        return frame.wordOrZero(3) == abort.contextToAbort();
    }
}
