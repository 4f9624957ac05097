package dev.spine.iop.executive;

import dev.spine.i2o.Function;
import org.jspecify.annotations.Nullable;

/** Who answers which function of the executive. Filled while the system is built, then read by any thread. */
public final class HandlerTable {
    private final @Nullable ExecutiveHandler[] handlers = new ExecutiveHandler[256];

    HandlerTable() {
    }

    /**
     * Adds a function.
     *
     * @param handler answers it
     * @throws IllegalArgumentException when the function has a handler already
     */
    public void register(ExecutiveHandler handler) {
        int function = handler.function();
        if (handlers[function] != null) {
            throw new IllegalArgumentException(Function.name(function) + " has a handler already: register each function once");
        }
        handlers[function] = handler;
    }

    /** The handler of a function, 0 to 255, or null. */
    @Nullable ExecutiveHandler of(int function) {
        return handlers[function];
    }

    /**
     * {@return whether a function is answered in memory that the request names, and never by a reply; any thread, once the system is built}
     *
     * @param function its code, 0 to 255
     */
    public boolean answersInMemory(int function) {
        ExecutiveHandler handler = handlers[function];
        return handler != null && handler.answersInMemory();
    }
}
