package dev.spine.extension.runtime.service;

/** Generated code that calls the object of an exporter. The card's agent. */
public interface ExporterSide {
    /**
     * Takes the parameters out of a frame, calls, and puts the result in.
     *
     * @param method its number in the contract
     * @param frame the parameters; holds the result afterwards
     */
    void call(int method, CallFrame frame);
}
