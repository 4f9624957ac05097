package dev.spine.extension.ardma.host.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What each instruction takes from the stack and puts there: {@code "JI:J"} takes an int, then a long, and puts a long. */
final class ModelSet {
    /** By number: name, then what it takes and returns. */
    static final List<String> INTRINSICS = List.of("length I:J", "load8 IJ:I", "load16 IJ:I", "load32 IJ:I", "load64 IJ:J",
        "store8 IJI:", "store16 IJI:", "store32 IJI:", "store64 IJJ:", "cas IJJJ:J", "fetchAdd IJJ:J", "copy IJIJJ:", "compare IJIJJ:I",
        "hash IJJ:J", "find IJJI:J", "fill IJJI:", "emit J:", "emitBytes IJJ:", "stepsLeft :J", "flush I:",
        "walk IJJJI:J", "count IJJI:J", "find16 IJJI:J");

    private static final @Nullable String[] EFFECTS = new String[256];

    static {
        set(":", 0, 167);
        set(":I", 2, 3, 4, 5, 6, 7, 8, 16, 17, 18, 19);
        set(":J", 9, 10, 20);
        set("II:I", 96, 100, 104, 108, 112, 120, 122, 124, 126, 128, 130);
        set("JJ:J", 97, 101, 105, 109, 113, 127, 129, 131);
        set("JI:J", 121, 123, 125);
        set("I:I", 116, 145, 146, 147);
        set("J:J", 117);
        set("I:J", 133);
        set("J:I", 136);
        set("JJ:I", 148);
        set("I:", 153, 154, 155, 156, 157, 158, 170, 171, 172);
        set("II:", 159, 160, 161, 162, 163, 164);
        set("J:", 173);
        set(":", 177);
    }

    private ModelSet() {}

    private static void set(String effect, int... opcodes) {
        for (int opcode : opcodes) {
            EFFECTS[opcode] = effect;
        }
    }

    /** The effect of an instruction that has always the same one, null of others and of those that are not in the set. */
    static @Nullable String effect(int opcode) {
        return EFFECTS[opcode];
    }

    static String intrinsicEffect(int number) {
        return INTRINSICS.get(number).substring(INTRINSICS.get(number).indexOf(' ') + 1);
    }

    static String intrinsicName(int number) {
        return INTRINSICS.get(number).substring(0, INTRINSICS.get(number).indexOf(' '));
    }

    /** Whether an instruction is a load or a store of a local: {@code "lI"}, {@code "sJ"}, or null. */
    static @Nullable String local(int opcode) {
        if (opcode == 21 || opcode >= 26 && opcode <= 29) {
            return "lI";
        }
        if (opcode == 22 || opcode >= 30 && opcode <= 33) {
            return "lJ";
        }
        if (opcode == 54 || opcode >= 59 && opcode <= 62) {
            return "sI";
        }
        return opcode == 55 || opcode >= 63 && opcode <= 66 ? "sJ" : null;
    }

    /** The local that a load or store without WIDE names. */
    static int localIndex(ModelMethod method, int at) {
        int opcode = method.at8(at);
        if (opcode == 21 || opcode == 22 || opcode == 54 || opcode == 55) {
            return method.at8(at + 1);
        }
        return opcode < 54 ? (opcode - 26) % 4 : (opcode - 59) % 4;
    }

    /** Bytes of an instruction that begins at an offset and is not cut off; 0 when there is none of its number. */
    static int length(ModelMethod method, int at) throws RefusedException {
        int opcode = method.at8(at);
        if (opcode == 196) {
            int widened = method.at8(at + 1);
            boolean isLocal = widened == 21 || widened == 22 || widened == 54 || widened == 55;
            return isLocal ? 4 : widened == 132 ? 6 : 0;
        }
        if (opcode == 170 || opcode == 171) {
            long cases = method.cases(at);
            if (cases < (opcode == 170 ? 1 : 0) || cases > 128) {
                throw new RefusedException("a switch of " + cases + " values");
            }
            int words = ModelMethod.words(at);
            return words - at + (int) (opcode == 170 ? 12 + 4 * cases : 8 + 8 * cases);
        }
        if (opcode == 16 || opcode == 18 || opcode == 21 || opcode == 22 || opcode == 54 || opcode == 55) {
            return 2;
        }
        if (opcode == 17 || opcode == 19 || opcode == 20 || opcode == 132 || opcode >= 153 && opcode <= 167 || opcode == 184) {
            return effect(opcode) == null && opcode != 132 && opcode != 184 ? 0 : 3;
        }
        return effect(opcode) != null || local(opcode) != null || opcode >= 87 && opcode <= 95 ? 1 : 0;
    }
}
