package dev.spine.extension.ardma.host.model;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Code of one method that is made at random: bytes, places that are filled in later, and what is in locals and on the stack. */
final class CodeWriter {
    /** A place to which code jumps. */
    static final class Place {
        final String stack;
        String locals;
        int offset = -1;

        Place(String stack, String locals) {
            this.stack = stack;
            this.locals = locals;
        }
    }

    /** Bytes that say how far a place is. */
    private record Gap(int from, int at, int bytes, Place target) {
    }

    final Random random;
    private final ByteArrayOutputStream code = new ByteArrayOutputStream();
    private final List<Gap> gaps = new ArrayList<>();
    private String stack = "";
    private char[] locals;
    private int most;

    CodeWriter(Random random, String parameters, int locals) {
        this.random = random;
        String first = parameters.replace("J", "Jj");
        this.locals = (first + "-".repeat(locals - first.length())).toCharArray();
    }

    int size() {
        return code.size();
    }

    /** The most slots that were on the stack. */
    int most() {
        return most;
    }

    String stack() {
        return stack;
    }

    String locals() {
        return new String(locals);
    }

    /** Goes on with what is known at a place. */
    void become(Place place) {
        stack = place.stack;
        locals = place.locals.toCharArray();
    }

    /** Bytes of an instruction, and what it does to the stack. */
    void put(String effect, int... bytes) {
        int colon = effect.indexOf(':');
        String taken = effect.substring(0, colon).replace("J", "Jj");
        if (!stack.endsWith(taken)) {
            throw new IllegalStateException(effect + " on " + stack);
        }
        stack = stack.substring(0, stack.length() - taken.length()) + effect.substring(colon + 1).replace("J", "Jj");
        most = Math.max(most, stack.length());
        raw(bytes);
    }

    void raw(int... bytes) {
        for (int each : bytes) {
            code.write(each);
        }
    }

    void gap(int from, int bytes, Place target) {
        gaps.add(new Gap(from, code.size(), bytes, target));
        raw(new int[bytes]);
    }

    /** A load or store of a local that fits, in one of its forms. */
    void local(char kind, char type, int index) {
        int opcode = (kind == 'l' ? 21 : 54) + (type == 'J' ? 1 : 0);
        String effect = kind == 'l' ? ":" + type : type + ":";
        if (index < 4 && random.nextInt(4) > 0) {
            put(effect, (kind == 'l' ? 26 : 59) + (type == 'J' ? 4 : 0) + index);
        } else if (random.nextInt(8) == 0) {
            put(effect, 196, opcode, index >> 8, index & 0xFF);
        } else {
            put(effect, opcode, index);
        }
        if (kind == 's') {
            set(index, "I");
            if (type == 'J') {
                set(index + 1, "I");
                locals[index] = 'J';
                locals[index + 1] = 'j';
            }
        }
    }

    private void set(int index, String type) {
        if (locals[index] == 'j') {
            locals[index - 1] = '-';
        } else if (locals[index] == 'J') {
            locals[index + 1] = '-';
        }
        locals[index] = type.charAt(0);
    }

    /** POP to SWAP, if the stack allows. */
    void shuffle(int opcode, int room) {
        if (opcode == 95) {
            if (stack.endsWith("II")) {
                raw(opcode);
            }
            return;
        }
        int moved = opcode < 89 ? opcode - 86 : opcode < 92 ? 1 : 2;
        int below = opcode < 89 ? 0 : (opcode - 89) % 3;
        int from = stack.length() - moved - below;
        if (from < 0 || stack.charAt(from) == 'j' || stack.charAt(from + below) == 'j' || opcode > 88 && stack.length() + moved > room) {
            return;
        }
        String under = stack.substring(from, from + below);
        String top = stack.substring(from + below);
        stack = stack.substring(0, from) + (opcode < 89 ? "" : top + under + top);
        most = Math.max(most, stack.length());
        raw(opcode);
    }

    /** Takes the topmost value away. */
    void pop() {
        boolean isLong = stack.endsWith("j");
        stack = stack.substring(0, stack.length() - (isLong ? 2 : 1));
        raw(isLong ? 88 : 87);
    }

    /** A place where every local that is not set in {@code place} or here is not set. */
    void meet(Place place) {
        char[] both = place.locals.toCharArray();
        for (int i = 0; i < both.length; i++) {
            if (both[i] != locals[i]) {
                both[i] = '-';
            }
        }
        for (int i = 0; i < both.length; i++) {
            boolean isWhole = both[i] == 'J' ? i + 1 < both.length && both[i + 1] == 'j' : both[i] != 'j' || i > 0 && both[i - 1] == 'J';
            both[i] = isWhole ? both[i] : '-';
        }
        place.locals = new String(both);
    }

    byte[] code() {
        byte[] bytes = code.toByteArray();
        for (Gap gap : gaps) {
            int far = gap.target.offset - gap.from;
            for (int i = 0; i < gap.bytes; i++) {
                bytes[gap.at + i] = (byte) (far >> 8 * (gap.bytes - 1 - i));
            }
        }
        return bytes;
    }
}
