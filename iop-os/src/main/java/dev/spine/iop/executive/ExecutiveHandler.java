package dev.spine.iop.executive;

import dev.spine.i2o.IopState;
import dev.spine.iop.kernel.KernelRequest;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** Answers one function of the executive. Called on the IOP's agent; registered with {@link HandlerTable#register}. */
public interface ExecutiveHandler {
    /** The states in which an IOP has an outbound queue and works. */
    Set<IopState> INITIALISED = Collections.unmodifiableSet(EnumSet.of(IopState.HOLD, IopState.READY, IopState.OPERATIONAL));
    /** The states in which an IOP has a system table. */
    Set<IopState> CONFIGURED = Collections.unmodifiableSet(EnumSet.of(IopState.READY, IopState.OPERATIONAL));

    /** {@return the function code} */
    int function();

    /** {@return the states in which the function is legal; in others it is answered by a transport failure} */
    default Set<IopState> states() {
        return CONFIGURED;
    }

    /** {@return whether the answer is written to memory that the request names, and there is never a reply} */
    default boolean answersInMemory() {
        return false;
    }

    /** A request with this function, in a legal state. The handler ends it, now or later; a reset or clear drops it without asking. */
    void onMessage(KernelRequest request);
}
