package dev.spine.iop.executive;

import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.IopState;
import dev.spine.i2o.message.MessageKind;
import dev.spine.iop.kernel.KernelRequest;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A function of the executive as an entry of a list: a frame that lacks words of the fixed part is refused, all others are acted upon.
 *
 * @param kind the message
 * @param states the states in which it is legal
 * @param action ends the request
 */
record ExecutiveFunction(MessageKind<?> kind, Set<IopState> states, Consumer<KernelRequest> action) implements ExecutiveHandler {
    @Override
    public int function() {
        return kind.function();
    }

    @Override
    public void onMessage(KernelRequest request) {
        if (kind.fits(request.frame())) {
            action.accept(request);
        } else {
            ExecutiveAnswers.refuse(request, DetailedStatus.MESSAGE_TOO_SMALL, Short.BYTES);
        }
    }
}
