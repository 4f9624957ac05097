package dev.spine.extension.runtime.verify;

import java.util.Arrays;

/** The types on the stack of a method while its code is gone through; what is not sound ends it by {@link Unproven}. */
final class OperandStack {
    private final KnownTypes types;
    private final int[] slots;
    private int height;

    OperandStack(KnownTypes types, int most) {
        this.types = types;
        this.slots = new int[most];
    }

    int most() {
        return slots.length;
    }

    /** {@return whether a type is that of an object, made or not} */
    static boolean isAnyReference(int type) {
        return KnownTypes.isReference(type) || type == KnownTypes.UNMADE_THIS || type >= KnownTypes.UNMADE;
    }

    void push(int type) {
        slot(type);
        if (KnownTypes.isWide(type)) {
            slot(KnownTypes.HALF);
        }
    }

    private void slot(int type) {
        Unproven.unless(height < slots.length);
        slots[height++] = type;
    }

    private int slot() {
        Unproven.unless(height > 0);
        return slots[--height];
    }

    /** {@return the type of the highest slot} */
    int top() {
        Unproven.unless(height > 0);
        return slots[height - 1];
    }

    /** Takes what may stand where a type is wanted: {@return what it is}. */
    int pop(int wanted) {
        if (KnownTypes.isWide(wanted)) {
            Unproven.unless(slot() == KnownTypes.HALF);
        }
        int type = slot();
        Unproven.unless(types.mayBe(type, wanted));
        return type;
    }

    /** Takes several, the last first; halves among them are passed over. */
    void pop(int[] wanted) {
        for (int i = wanted.length - 1; i >= 0; i--) {
            if (wanted[i] != KnownTypes.HALF) {
                pop(wanted[i]);
            }
        }
    }

    int popReference() {
        int type = slot();
        Unproven.unless(KnownTypes.isReference(type));
        return type;
    }

    int popAnyReference() {
        int type = slot();
        Unproven.unless(isAnyReference(type));
        return type;
    }

    /** No value may be cut in two so far below the top. */
    private void requireWhole(int depth) {
        Unproven.unless(height >= depth && slots[height - depth] != KnownTypes.HALF);
    }

    /** From {@code pop} to {@code swap}. */
    void rearrange(int opcode) {
        switch (opcode) {
            case 87 -> drop(1);
            case 88 -> drop(2);
            case 89 -> copy(1, 1);
            case 90 -> copy(1, 2);
            case 91 -> copy(1, 3);
            case 92 -> copy(2, 2);
            case 93 -> copy(2, 3);
            case 94 -> copy(2, 4);
            default -> {
                requireWhole(1);
                requireWhole(2);
                int upper = slots[height - 1];
                slots[height - 1] = slots[height - 2];
                slots[height - 2] = upper;
            }
        }
    }

    private void drop(int count) {
        requireWhole(count);
        height -= count;
    }

    /** Puts the upper ones below so many slots once more. */
    private void copy(int count, int depth) {
        requireWhole(count);
        requireWhole(depth);
        Unproven.unless(height + count <= slots.length);
        System.arraycopy(slots, height - depth, slots, height - depth + count, depth);
        System.arraycopy(slots, height, slots, height - depth, count);
        height += count;
    }

    boolean contains(int type) {
        for (int i = 0; i < height; i++) {
            if (slots[i] == type) {
                return true;
            }
        }
        return false;
    }

    void replace(int before, int after) {
        for (int i = 0; i < height; i++) {
            slots[i] = slots[i] == before ? after : slots[i];
        }
    }

    void load(int[] frame) {
        System.arraycopy(frame, 0, slots, 0, frame.length);
        height = frame.length;
    }

    void requireMatch(int[] frame) {
        Unproven.unless(height == frame.length);
        for (int i = 0; i < height; i++) {
            Unproven.unless(types.mayBe(slots[i], frame[i]));
        }
    }

    @Override
    public String toString() {
        return Arrays.toString(Arrays.copyOf(slots, height));
    }
}
