package dev.spine.iop.executive;

import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.IopState;
import dev.spine.i2o.message.MessageKind;
import dev.spine.iop.kernel.KernelRequest;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A function of the executive as an entry of a list.
 *
 * @param kind the message
 * @param states the states in which it is legal
 * @param length which frames are acted upon
 * @param action ends the request
 */
record ExecutiveFunction(MessageKind<?> kind, Set<IopState> states, Length length, Consumer<KernelRequest> action)
    implements ExecutiveHandler {
    /** Which frames are acted upon. */
    enum Length {
        /** Those that have all words of the fixed part; others are refused. */
        CHECKED,
        /** All: public drivers boot with these functions. */
        ANY
    }

    /** A function whose frames are checked. */
    ExecutiveFunction(MessageKind<?> kind, Set<IopState> states, Consumer<KernelRequest> action) {
        this(kind, states, Length.CHECKED, action);
    }

    @Override
    public int function() {
        return kind.function();
    }

    @Override
    public void onMessage(KernelRequest request) {
        if (length == Length.ANY || kind.fits(request.frame())) {
            action.accept(request);
        } else {
            ExecutiveAnswers.refuse(request, DetailedStatus.MESSAGE_TOO_SMALL, Short.BYTES);
        }
    }
}
