package dev.spine.extension.ardma.host.grep;

import java.util.BitSet;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** Sets of bytes in the C locale. None has the end of a line, and none of the named ones a byte from 128 on. */
final class ByteClasses {
    static final String NAMES = "alnum, alpha, blank, cntrl, digit, graph, lower, print, punct, space, upper and xdigit";

    private ByteClasses() {}

    private static BitSet of(IntPredicate belongs) {
        return IntStream.range(0, 128).filter(value -> value != '\n').filter(belongs).collect(BitSet::new, BitSet::set, BitSet::or);
    }

    private static boolean isIn(int value, char low, char high) {
        return value >= low && value <= high;
    }

    private static boolean isAlpha(int value) {
        return isIn(value, 'a', 'z') || isIn(value, 'A', 'Z');
    }

    private static boolean isAlnum(int value) {
        return isAlpha(value) || isIn(value, '0', '9');
    }

    /** {@return the class of a name, empty when there is none} */
    static BitSet named(String name) {
        return switch (name) {
            case "alnum" -> of(ByteClasses::isAlnum);
            case "alpha" -> of(ByteClasses::isAlpha);
            case "blank" -> of(value -> value == ' ' || value == '\t');
            case "cntrl" -> of(value -> value < ' ' || value == 127);
            case "digit" -> of(value -> isIn(value, '0', '9'));
            case "graph" -> of(value -> isIn(value, '!', '~'));
            case "lower" -> of(value -> isIn(value, 'a', 'z'));
            case "print" -> of(value -> isIn(value, ' ', '~'));
            case "punct" -> of(value -> isIn(value, '!', '~') && !isAlnum(value));
            case "space" -> of(value -> value == ' ' || isIn(value, '\t', '\r'));
            case "upper" -> of(value -> isIn(value, 'A', 'Z'));
            case "xdigit" -> of(value -> isIn(value, '0', '9') || isIn(value, 'a', 'f') || isIn(value, 'A', 'F'));
            default -> new BitSet();
        };
    }

    static BitSet word() {
        return of(value -> isAlnum(value) || value == '_');
    }

    static BitSet all() {
        return others(new BitSet());
    }

    /** {@return the bytes that are not in a set} */
    static BitSet others(BitSet set) {
        BitSet rest = (BitSet) set.clone();
        rest.flip(0, 256);
        rest.clear('\n');
        return rest;
    }
}
