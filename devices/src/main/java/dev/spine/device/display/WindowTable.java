package dev.spine.device.display;

import org.jspecify.annotations.Nullable;

/** The windows of a display, at most 64. A number is made of index and generation, so a stale one finds nothing. Belongs to the agent. */
final class WindowTable {
    /** How many windows there can be. */
    static final int CAPACITY = 64;

    private final Window[] windows = new Window[CAPACITY];
    /** Where the search for a free slot begins: slots are used in turn, so that numbers come back as late as possible. */
    private int next;

    WindowTable(int busAgentCount) {
        for (int i = 0; i < CAPACITY; i++) {
            windows[i] = new Window(i, busAgentCount);
        }
    }

    /** The open window with a number, or null; the number may be made up. */
    @Nullable Window find(int number) {
        int index = number & 0xFFFF;
        if (index >= CAPACITY) {
            return null;
        }
        Window window = windows[index];
        return window.isOpen() && window.number() == number ? window : null;
    }

    /** A slot that is not in use, or null. */
    @Nullable Window free() {
        for (int tried = 0; tried < CAPACITY; tried++) {
            Window window = windows[next];
            next = (next + 1) % CAPACITY;
            if (!window.isOpen()) {
                return window;
            }
        }
        return null;
    }

    /** A slot by position, open or not, for those who walk over all. */
    Window at(int index) {
        return windows[index];
    }
}
