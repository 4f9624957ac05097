package dev.spine.iop.engine.modelled;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Something to be run on an agent's processor between two of its steps, for a caller or as recorded input. */
final class ModelledCall {
    private final ModelledContext host;
    private final @Nullable ModelledCaller caller;
    private final int source;
    private final Supplier<?> supplier;
    private @Nullable Object result;

    private ModelledCall(ModelledContext host, @Nullable ModelledCaller caller, int source, Supplier<?> supplier) {
        this.host = host;
        this.caller = caller;
        this.source = source;
        this.supplier = supplier;
    }

    /** A call on the processor of {@code host}, for whose end {@code caller} waits. */
    static ModelledCall of(ModelledContext host, ModelledCaller caller, Supplier<?> supplier) {
        return new ModelledCall(host, caller, caller.endPoint(), supplier);
    }

    /** Input from outside, for whose end nobody waits. */
    static ModelledCall ofInput(ModelledContext host, Runnable receiver) {
        return new ModelledCall(host, null, EventOrder.INPUT, () -> {
            receiver.run();
            return receiver;
        });
    }

    ModelledContext host() {
        return host;
    }

    int source() {
        return source;
    }

    /** Runs it. What it throws goes to the caller; input has none, so there it is a defect. */
    void perform() {
        if (caller == null) {
            result = supplier.get();
            return;
        }
        try {
            result = supplier.get();
        } catch (RuntimeException | Error e) {
            caller.threw(e);
        }
    }

    /** It has ended: the caller goes on. */
    void ended(long timePs) {
        if (caller != null) {
            caller.goOnAt(timePs);
        }
    }

    @Nullable Object result() {
        return result;
    }
}
