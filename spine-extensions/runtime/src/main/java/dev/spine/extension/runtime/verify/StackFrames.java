package dev.spine.extension.runtime.verify;

import java.lang.classfile.constantpool.ClassEntry;
import java.util.Arrays;

/** The frames that a method's stack map tells of, by the place in the code at which each holds. */
final class StackFrames {
    /**
     * What is known at a place.
     *
     * @param locals types of all local variables
     * @param stack types on the stack, lowest first
     */
    @SuppressWarnings("ArrayRecordComponent") // nobody compares them
    record Frame(int[] locals, int[] stack) {
        boolean hasUnmadeThis() {
            return locals.length > 0 && locals[0] == KnownTypes.UNMADE_THIS;
        }
    }

    private static final int NEW = 187;
    private static final int[] NOTHING = {};

    private final ClassBytes file;
    private final KnownTypes types;
    private final Frame[] frames;
    private final int variables;
    private final int mostStack;
    private final int code;
    private int at;
    private boolean hasUnmade;

    /**
     * Frames of a method.
     *
     * @param file its class
     * @param types the types of its image
     * @param code where its code begins
     * @param codeLength how long that is
     * @param initial its variables when it is called
     * @param mostStack how high its stack may be
     */
    StackFrames(ClassBytes file, KnownTypes types, int code, int codeLength, int[] initial, int mostStack) {
        this.file = file;
        this.types = types;
        this.code = code;
        this.variables = initial.length;
        this.mostStack = mostStack;
        this.frames = new Frame[codeLength];
    }

    /** {@return the frame at a place, or null} */
    @SuppressWarnings("NullAway") // most places have none
    Frame at(int place) {
        return frames[place];
    }

    /** {@return the frame at a place of the code, which must have one} */
    Frame required(int place) {
        Unproven.unless(place >= 0 && place < frames.length && frames[place] != null);
        return frames[place];
    }

    /** Reads the attribute whose content begins and ends somewhere: {@return how many frames it has}. */
    int read(int begin, int end, int[] initial) {
        int count = file.u2(begin);
        at = begin + 2;
        int[] locals = initial.clone();
        // Of the variables before it, how many are told of.
        int used = used(initial);
        int place = -1;
        for (int i = 0; i < count; i++) {
            int kind = file.u1(at++);
            int delta = kind < 128 ? kind & 63 : next2();
            place += delta + 1;
            Unproven.unless(place < frames.length);
            int[] stack = NOTHING;
            if (kind >= 64 && kind < 128 || kind == 247) {
                stack = read(1, mostStack);
            } else if (kind >= 128 && kind < 247) {
                throw Unproven.INSTANCE;
            } else if (kind >= 248 && kind <= 250) {
                locals = locals.clone();
                for (int chop = 251 - kind; chop > 0; chop--) {
                    used -= used > 1 && locals[used - 1] == KnownTypes.HALF ? 2 : 1;
                    Unproven.unless(used >= 0);
                }
                Arrays.fill(locals, used, variables, KnownTypes.TOP);
            } else if (kind >= 252 && kind < 255) {
                locals = locals.clone();
                int[] more = read(kind - 251, variables - used);
                System.arraycopy(more, 0, locals, used, more.length);
                used += more.length;
            } else if (kind == 255) {
                int[] all = read(next2(), variables);
                locals = Arrays.copyOf(all, variables);
                used = all.length;
                stack = read(next2(), mostStack);
            }
            Unproven.unless(at <= end);
            frames[place] = new Frame(locals, stack);
        }
        Unproven.unless(at == end);
        return count;
    }

    /** {@return whether objects of which frames say that they are not made were made by instructions} */
    boolean areMadeAt(boolean[] begins) {
        for (int i = 0; hasUnmade && i < frames.length; i++) {
            Frame frame = frames[i];
            if (frame != null && !(areMadeAt(frame.locals(), begins) && areMadeAt(frame.stack(), begins))) {
                return false;
            }
        }
        return true;
    }

    private static boolean areMadeAt(int[] types, boolean[] begins) {
        for (int type : types) {
            if (type >= KnownTypes.UNMADE && !begins[type & ~KnownTypes.UNMADE]) {
                return false;
            }
        }
        return true;
    }

    private static int used(int[] initial) {
        int used = initial.length;
        while (used > 0 && initial[used - 1] == KnownTypes.TOP) {
            used--;
        }
        return used;
    }

    private int next2() {
        at += 2;
        return file.u2(at - 2);
    }

    /** Types of so many values, with the halves of long and double. */
    private int[] read(int values, int most) {
        int[] read = new int[2 * values];
        int count = 0;
        for (int i = 0; i < values; i++) {
            int type = next();
            read[count++] = type;
            if (KnownTypes.isWide(type)) {
                read[count++] = KnownTypes.HALF;
            }
        }
        Unproven.unless(count <= most);
        return Arrays.copyOf(read, count);
    }

    private int next() {
        int tag = file.u1(at++);
        if (tag <= KnownTypes.UNMADE_THIS) {
            return tag;
        }
        int operand = next2();
        if (tag == 7) {
            return types.named(file.model.constantPool().entryByIndex(operand, ClassEntry.class).asInternalName());
        }
        hasUnmade = true;
        Unproven.unless(tag == 8 && operand < frames.length && file.u1(code + operand) == NEW);
        return KnownTypes.UNMADE | operand;
    }
}
