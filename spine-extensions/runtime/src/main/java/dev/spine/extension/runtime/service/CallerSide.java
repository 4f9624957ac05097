package dev.spine.extension.runtime.service;

/** Where generated code of the caller enters the runtime. The card's agent. */
public interface CallerSide {
    /**
     * Begins a call. Until {@link #call} no code of an extension runs.
     *
     * @return the empty frame for its parameters
     */
    CallFrame begin();

    /**
     * Calls.
     *
     * @param method its number in the contract
     * @param frame of {@link #begin}, with the parameters; holds the result afterwards
     */
    void call(int method, CallFrame frame);
}
