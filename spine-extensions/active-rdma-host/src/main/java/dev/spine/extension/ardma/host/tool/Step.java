package dev.spine.extension.ardma.host.tool;

import java.util.function.Consumer;

/**
 * An instruction of a text.
 *
 * @param at its first word
 * @param takes what it has to find, for messages; empty when that is nothing
 * @param action adds it to a method
 */
record Step(Word at, String takes, Consumer<MethodBuilder> action) {
    /** {@return what has to be on the stack} */
    static String onStack(String types) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < types.length(); i++) {
            text.append(i == 0 ? "" : i == types.length() - 1 ? " and " : ", ").append(types.charAt(i) == 'J' ? "a long" : "an int");
        }
        return text.isEmpty() ? "" : text + " on the stack";
    }

    /** {@return what has to be in a local} */
    static String inLocal(int slot, boolean isLong) {
        return (isLong ? "a long" : "an int") + " in local " + slot;
    }
}
