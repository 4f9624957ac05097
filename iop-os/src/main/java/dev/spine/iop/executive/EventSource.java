package dev.spine.iop.executive;

/** How a device module reports events. Among the services of a module's context from {@code attach} on; used on the IOP's agent. */
public interface EventSource {
    /**
     * Tells everybody who has registered for an event. Who returns no frames is notified of it later; who is late by more than a few events
     * misses the rest, which is counted.
     *
     * @param tid the device
     * @param indicator exactly one bit, one of those that its description names as event capabilities
     * @param data the event's data words, at most 16
     */
    void report(int tid, int indicator, int... data);
}
