package dev.spine.extension.runtime.verify;

import org.jspecify.annotations.Nullable;

/** What instructions without operands that work on numbers alone take from the stack and leave there; JVMS 25, chapter 6. */
final class SimpleOpcodes {
    private static final int[][] TAKES = new int[256][];
    private static final int[][] LEAVES = new int[256][];

    static {
        set(0, ">");
        set(1, ">N");
        for (int opcode = 2; opcode <= 8; opcode++) {
            set(opcode, ">I");
        }
        each(9, ">J", ">J", ">F", ">F", ">F", ">D", ">D");
        for (int opcode = 96; opcode <= 112; opcode += 4) {
            each(opcode, "II>I", "JJ>J", "FF>F", "DD>D");
        }
        each(116, "I>I", "J>J", "F>F", "D>D");
        for (int opcode = 120; opcode <= 124; opcode += 2) {
            each(opcode, "II>I", "JI>J");
        }
        for (int opcode = 126; opcode <= 130; opcode += 2) {
            each(opcode, "II>I", "JJ>J");
        }
        each(133, "I>J", "I>F", "I>D", "J>I", "J>F", "J>D", "F>I", "F>J", "F>D", "D>I", "D>J", "D>F", "I>I", "I>I", "I>I");
        each(148, "JJ>I", "FF>I", "FF>I", "DD>I", "DD>I");
    }

    private SimpleOpcodes() {}

    private static void each(int first, String... effects) {
        for (int i = 0; i < effects.length; i++) {
            set(first + i, effects[i]);
        }
    }

    private static void set(int opcode, String effect) {
        int arrow = effect.indexOf('>');
        TAKES[opcode] = types(effect.substring(0, arrow));
        LEAVES[opcode] = types(effect.substring(arrow + 1));
    }

    private static int[] types(String letters) {
        return letters.chars().map(letter -> switch (letter) {
            case 'I' -> KnownTypes.INT;
            case 'J' -> KnownTypes.LONG;
            case 'F' -> KnownTypes.FLOAT;
            case 'D' -> KnownTypes.DOUBLE;
            default -> KnownTypes.NULL;
        }).toArray();
    }

    /** {@return what an opcode takes, lowest first, or null when it is none of these} */
    static int @Nullable [] takes(int opcode) {
        return TAKES[opcode];
    }

    /** {@return what one of these opcodes leaves} */
    static int[] leaves(int opcode) {
        return LEAVES[opcode];
    }
}
