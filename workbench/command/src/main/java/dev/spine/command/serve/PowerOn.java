package dev.spine.command.serve;

import dev.spine.i2o.IopState;

/** How each client finds the card. */
enum PowerOn {
    /** It works. */
    RESET(IopState.RESET),
    /** It has failed, and works when it has been reset by a message. */
    FAILED(IopState.FAILED),
    /** Its hardware has failed, and works when it has been reset by a message. */
    FAULTED(IopState.FAULTED);

    private final IopState state;

    PowerOn(IopState state) {
        this.state = state;
    }

    /** {@return the state that the status block shows} */
    IopState state() {
        return state;
    }
}
