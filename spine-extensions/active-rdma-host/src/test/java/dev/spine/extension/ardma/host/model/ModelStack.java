package dev.spine.extension.ardma.host.model;

import java.util.ArrayList;
import java.util.List;

/** Values with their types: an {@link Integer}, or a {@link Long} and {@link #HALF} behind it. A value of another type is an error. */
final class ModelStack {
    /** The second slot of a long. */
    static final Object HALF = "half";

    private final List<Object> slots = new ArrayList<>();
    private final int most;

    ModelStack(int most) {
        this.most = most;
    }

    void push(Object slot) {
        slots.add(slot);
        if (slots.size() > most) {
            throw new AssertionError("more than " + most + " slots on the stack");
        }
    }

    Object pop() {
        if (slots.isEmpty()) {
            throw new AssertionError("nothing on the stack");
        }
        return slots.removeLast();
    }

    void pushInt(int value) {
        push(value);
    }

    void pushLong(long value) {
        push(value);
        push(HALF);
    }

    int popInt() {
        Object top = pop();
        if (top instanceof Integer value) {
            return value;
        }
        throw new AssertionError("no int but " + top);
    }

    long popLong() {
        Object half = pop();
        Object top = pop();
        if (half.equals(HALF) && top instanceof Long value) {
            return value;
        }
        throw new AssertionError("no long but " + top + ", " + half);
    }

    /** Takes whole values of so many slots, the lowest first. */
    List<Object> take(int count) {
        if (slots.size() < count) {
            throw new AssertionError("fewer than " + count + " slots");
        }
        List<Object> top = slots.subList(slots.size() - count, slots.size());
        if (count > 0 && top.getFirst().equals(HALF)) {
            throw new AssertionError("half a long");
        }
        List<Object> taken = List.copyOf(top);
        top.clear();
        return taken;
    }

    void pushAll(List<Object> values) {
        values.forEach(this::push);
    }
}
